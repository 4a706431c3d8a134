import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { limits } from '../../functions/adapters/embedded/search/limits.ts'
import { openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import { type IndexUnderTest, searchIndexContract } from './search-index.suite.ts'

async function open(): Promise<IndexUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'inputlist-index-'))
  const index = await openSearchIndex({ directory })
  return {
    index,
    refresh: async () => {},
    close: async () => {
      await index.close()
      await rm(directory, { recursive: true })
    },
  }
}
searchIndexContract('embedded', open)

describe('with few documents handled like many', () => {
  const usual = { ...limits }
  beforeAll(() => {
    Object.assign(limits, {
      worthKeeping: 0,
      fewHits: 0,
      maxTail: 3,
      minDead: 1,
      deadPart: 0.1,
      longText: 12,
    })
  })
  afterAll(() => {
    Object.assign(limits, usual)
  })
  searchIndexContract('embedded, small limits', open)
})
