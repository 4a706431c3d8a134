import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@opensearch-project/opensearch'
import { afterAll, beforeAll } from 'vitest'
import { createSearchIndex } from '../../functions/adapters/aws/search-index.ts'
import { startSearchNode } from '../../scripts/cloud/search-node.ts'
import { findTools, type Tools } from '../../scripts/cloud/tools.ts'
import { searchIndexContract } from '../ports/search-index.suite.ts'

let node: Awaited<ReturnType<typeof startSearchNode>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inputlist-opensearch-'))
  node = await startSearchNode(findTools() as Tools, { folder })
}, 300_000)
afterAll(async () => {
  await node.stop()
  await rm(folder, { recursive: true, force: true })
})

let n = 0
searchIndexContract(
  'OpenSearch',
  async () => {
    const client = new Client({ node: node.url })
    const prefix = `test-${n++}`
    return {
      index: createSearchIndex({ client, prefix, replicas: 0, believe: 0 }),
      refresh: async () => {
        await client.indices.refresh({ index: `${prefix}-*` })
      },
      close: () => client.close(),
    }
  },
  // A rebuild makes three indices; two seconds each time.
  { runs: 8 },
)
