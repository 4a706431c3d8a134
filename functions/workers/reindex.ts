import { worker } from '../runtime/worker.ts'
import { continueUpdate, reindexKind } from '../streams/affected-products.ts'

/** Goes on bringing products up to date where a change affects more of them than one batch takes. */
export default worker(
  reindexKind,
  ['entities:read', 'index', 'jobs'],
  async ({ unit }, ports) => continueUpdate(unit, ports),
  [],
  async ({ unit }, reason, { log }) => log({ level: 'error', worker: reindexKind, unit, reason, dead: true }),
  { chain: 'Each page of products queues the next.' },
)
