import { join } from 'node:path'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { createReferenceData } from '../../functions/adapters/embedded/reference-data.ts'
import { openSearchIndex } from '../../functions/adapters/embedded/search-index.ts'
import { givenUpIn } from '../../functions/runtime/given-up.ts'
import type { Ports } from '../../functions/runtime/ports.ts'
import { followFeed, streamHandler } from '../../functions/runtime/stream.ts'
import { allDocuments } from '../../functions/services/index/reindex-all.ts'
import indexEntities from '../../functions/streams/index-entities.ts'
import { fixedIds } from '../../shared/constants.ts'
import { openEmbeddedStore } from '../ports/embedded.ts'
import { entity } from '../ports/store-under-test.ts'

/** The embedded store and index in a folder, the one following the other. */
export async function openIndexedStore(folder: string) {
  const t = await openEmbeddedStore({ folder })
  const index = await openSearchIndex({ directory: join(folder, 'index') })
  const foundAtOpening = await index.position()
  const ports = {
    entities: t.store,
    changes: t.feed,
    reference: createReferenceData(t.db, t.store),
    jobs: createJobQueue(t.db),
    clock: systemClock,
    index,
  } as Partial<Ports> as Ports
  const log = () => {}
  const follower = followFeed({
    feed: t.feed,
    reader: 'index',
    handle: streamHandler(indexEntities, ports, log),
    position: () => index.position(),
    setPosition: (seq) => index.setPosition(seq),
    async startOver(signal) {
      const from = (await t.feed.end()) ?? undefined
      await index.rebuild(allDocuments(ports, { signal }))
      return from
    },
    givenUp: givenUpIn(t.store, 'index'),
    log,
  })
  const list = (name: string) => ({
    'basis-f1': { textValue: name },
    _linked: {},
    _approval: {},
    _companies: {},
    _components: { base: {}, additional: {} },
  })
  return {
    store: t.store,
    feed: t.feed,
    index,
    follower,
    foundAtOpening,
    save: (id: string, name: string, rev: number) =>
      t.store.put(entity(id, { listData: { [fixedIds.list.base]: list(name) } }), { expectRev: rev }),
    async close() {
      await follower.stop()
      await index.close()
      await t.close()
    },
  }
}
