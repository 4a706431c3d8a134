import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@opensearch-project/opensearch'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import { startSearchNode } from '../../scripts/cloud/search-node.ts'
import { findTools } from '../../scripts/cloud/tools.ts'
import type { IndexUnderTest } from '../ports/search-index.suite.ts'

export interface SearchNode {
  url: string
  stop(): Promise<void>
}
/** A node with an empty folder; or the one at SEARCH_NODE, which spares its start when a test is tried again and again. */
export async function openSearchNode(): Promise<SearchNode> {
  const running = process.env['SEARCH_NODE']
  if (running) return { url: running, stop: async () => {} }
  const tools = findTools()
  if (typeof tools === 'string') throw new Error(tools)
  const folder = await mkdtemp(join(tmpdir(), 'inputlist-opensearch-'))
  const node = await startSearchNode(tools, { folder, isBrief: true })
  return {
    url: node.url,
    async stop() {
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
let indices = 0
/** An index of its own on the node. A busy machine may take longer than a writer waits. */
export function indexOn(
  node: SearchNode,
  options: { shards?: number } = {},
): IndexUnderTest & { client: Client; prefix: string } {
  const longer = { requestTimeout: 60_000, maxRetries: 0 }
  const timeouts = { read: longer, write: longer, state: longer }
  const client = new Client({ node: node.url })
  const prefix = `test-${process.pid}-${Date.now().toString(36)}-${indices++}`
  return {
    client,
    prefix,
    index: createSearchIndex({ client, prefix, believe: 0, timeouts, ...options }),
    refresh: async () => {
      await client.indices.refresh({ index: `${prefix}-*` })
    },
    close: async () => {
      await client.indices.delete({ index: `${prefix}-*` })
      await client.close()
    },
  }
}
