import { openEmbeddedStore } from './embedded.ts'
import { indexFreshness } from './index-freshness.suite.ts'

indexFreshness(
  'one data folder',
  async () => {
    const writing = await openEmbeddedStore()
    const others: Awaited<ReturnType<typeof openEmbeddedStore>>[] = []
    const openOther = async () => {
      const other = await openEmbeddedStore({ folder: writing.folder })
      others.push(other)
      return other
    }
    const [feed, ...readers] = [await openOther(), await openOther(), await openOther(), await openOther()]
    let next = 0
    return {
      writer: writing.store,
      reader: () => readers[next++ % readers.length]!.store,
      feed: feed!.feed,
      async close() {
        for (const other of others) await other.db.close()
        await writing.close()
      },
    }
  },
  { runs: 60 },
)
