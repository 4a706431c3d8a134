import { afterAll, beforeAll } from 'vitest'
import { searchIndexContract } from '../ports/search-index.suite.ts'
import { indexOn, openSearchNode, type SearchNode } from './search-node.ts'

let node: SearchNode
beforeAll(async () => {
  node = await openSearchNode()
}, 300_000)
afterAll(() => node.stop())

searchIndexContract('OpenSearch', async () => indexOn(node), { runs: 12, timeout: 300_000 })
