import { errorMessage, isCallError } from '../../shared/errors.ts'
import { isTakenClass } from '../../shared/search/others.ts'
import type { Change } from '../ports/entity-store.ts'
import { type Failure, stream, type WorkContext } from '../runtime/worker.ts'
import { startMessageMails } from '../services/conversation/start-message-mails.ts'
import {
  affectsDependents,
  causeOf,
  type Step,
  updateAffected,
  updateProducts,
} from '../services/index/affected-products.ts'
import { type Made, makeDocuments } from '../services/index/index-documents.ts'
import { startNoteMails } from '../services/product/start-note-mails.ts'

const uses = [
  'clock',
  'entities:read',
  'index',
  'jobs:reindex',
  'jobs:note-mail',
  'jobs:message-mail',
] as const
type IndexerPorts = WorkContext<(typeof uses)[number]>

/** All changes of one entity in a batch; only the last state matters. */
interface Group {
  last: Change
  seqs: string[]
  firstRev: number
}

/**
 * Brings the index up to date with a batch of changes: the entities themselves, then the products that show
 * something of them, and has new notes and messages mailed. Repeated and late changes do no harm. Fails as a whole only if the index is away.
 */
export default stream(uses, async (changes, ports) => {
  const groups = groupById(changes)
  const failed = new Map<string, string>()

  const living = groups.flatMap(({ last }) => last.entity ?? [])
  const made = await makeDocuments(living, ports)
  for (const { id, reason } of made.failures) failed.set(id, reason)
  const documents = new Map(made.documents.map((document) => [document.id, document]))
  const applicable = groups
    .filter(({ last }) => !failed.has(last.id))
    .map(({ last: { id, entityclass, rev } }) => ({ id, entityclass, rev, document: documents.get(id) }))
  for (const { id, reason } of await ports.index.apply(applicable)) failed.set(id, reason)
  for (const { id, reason } of await updateOutdated(made, ports)) failed.set(id, reason)

  for (const { id, reason } of await updateOthers(
    groups.filter(({ last }) => !failed.has(last.id)),
    ports,
  )) {
    failed.set(id, reason)
  }
  // Once the index is there: while it is away the same changes come again and again.
  for (const { id, reason } of await startNoteMails(changes, ports)) failed.set(id, reason)
  for (const { id, reason } of await startMessageMails(changes, ports)) failed.set(id, reason)
  return groups.flatMap(({ last, seqs }): Failure[] => {
    const reason = failed.get(last.id)
    return reason === undefined ? [] : seqs.map((id) => ({ id, reason }))
  })
})

function groupById(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Group>()
  for (const change of changes) {
    const group = groups.get(change.id)
    if (!group) {
      groups.set(change.id, { last: change, seqs: [change.seq], firstRev: change.rev })
      continue
    }
    group.seqs.push(change.seq)
    group.firstRev = Math.min(group.firstRev, change.rev)
    if (change.rev >= group.last.rev) group.last = change
  }
  return [...groups.values()]
}

/** Others may have changed what a document was made of before it was applied, and not have found it in the index. */
async function updateOutdated(made: Made, ports: IndexerPorts): Promise<Failure[]> {
  const outdated = await made.outdated()
  if (outdated.length === 0) return []
  try {
    return await updateProducts(outdated, ports)
  } catch (error) {
    throwIfAway(error)
    return outdated.map((id) => ({ id, reason: errorMessage(error) }))
  }
}

async function updateOthers(groups: Group[], ports: IndexerPorts): Promise<Failure[]> {
  const steps: Step[] = []
  const revisions: string[] = []
  for (const { last, firstRev } of groups) {
    if (!isTakenClass(last.entityclass)) continue
    const before = firstRev > 1 ? await ports.entities.getRevision(last.id, firstRev - 1) : undefined
    const step: Step = {
      id: last.id,
      entityclass: last.entityclass,
      before: before?.entity,
      after: last.entity,
    }
    if (!affectsDependents(step)) continue
    steps.push(step)
    revisions.push(`${last.id}@${last.rev}`)
  }
  const cause = causeOf(steps)
  if (!cause) return []
  try {
    const failures = await updateAffected(cause, ports, revisions.sort().join())
    const passing = failures.filter(({ unread }) => unread !== undefined)
    // Another try of the cause would make all of them anew, and come to the same.
    for (const { id, reason, unread } of failures)
      if (unread === undefined) ports.log({ level: 'error', outdated: id, reason })
    if (passing.length === 0) return []
    const reason = passing.map(({ id, reason }) => `product ${id}: ${reason}`).join('; ')
    return steps.map(({ id }) => ({ id, reason }))
  } catch (error) {
    throwIfAway(error)
    return steps.map(({ id }) => ({ id, reason: errorMessage(error) }))
  }
}

function throwIfAway(error: unknown) {
  if (isCallError(error) && error.code === 'search_unavailable') throw error
}
