import type { ChangeFeed } from '../../ports/entity-store.ts'

const byStream = () => {
  throw new Error('the change feed of the cloud is the table’s stream: Lambda brings it to the indexer')
}
/** In the cloud the feed comes to the indexer; nothing reads it by itself, and nothing knows its end. */
export const port: ChangeFeed = {
  read: byStream,
  end: async () => null,
  holdsAfter: byStream,
  acknowledge: byStream,
  onChange: byStream,
}
