/** What a unit of an import had done before it was given up: each item is written together with its memory. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { JobReason } from '../../../shared/model/job.ts'
import { uniqueKey } from '../../domain/entity/unique-values.ts'
import { isUnchanged } from '../../domain/import/decide.ts'
import { noCounts, type Outcome } from '../../domain/import/job.ts'
import { asNote, type Note, reasonOf } from '../../domain/import/notes.ts'
import type { ImportMemory } from '../../ports/import-memory.ts'
import { settledOf } from '../job/each.ts'
import type { UnitResult } from '../job/kind.ts'
import { rememberedOf } from './remembered.ts'

export interface GivenUpPorts {
  entities: {
    get(id: string): Promise<Entity | undefined>
    findUnique(key: string): Promise<string | undefined>
  }
  importMemory: Pick<ImportMemory, 'get'>
}
export interface GivenUpImport {
  jobId: string
  source: string
  isMigrating: boolean
  /** Why the unit was given up. */
  why: Note
}
interface Done {
  outcome: Outcome
  /** What of it was not taken. */
  notes?: readonly (Note | string)[]
}

/** Items that the register's memory holds as they are in the unit were taken; all others have failed. */
export async function assessItems(
  items: readonly ImportItem[],
  about: GivenUpImport,
  { entities, importMemory }: GivenUpPorts,
): Promise<UnitResult> {
  const { jobId, source, isMigrating } = about
  async function doneOf(item: ImportItem): Promise<Done | undefined> {
    const { kind, key } = item
    if ((await entities.findUnique(uniqueKey(kind, '/importKey', `${source}:${key}`))) === undefined)
      return undefined
    const memory = await rememberedOf(importMemory, { source, kind, key })
    if (!memory || !isUnchanged(item, memory, isMigrating)) return undefined
    return memory.job === jobId ? memory : { outcome: 'unchanged' }
  }
  return sumUp(items, reasonOf, doneOf, about)
}

/** Products that this import deactivated; all others of the unit have failed. */
export async function assessGone(
  gone: readonly string[],
  about: GivenUpImport,
  { entities, importMemory }: GivenUpPorts,
): Promise<UnitResult> {
  const { jobId, source } = about
  async function doneOf(id: string): Promise<Done | undefined> {
    const key = String((await entities.get(id))?.data['importKey']).slice(source.length + 1)
    const memory = await rememberedOf(importMemory, { source, kind: 'product', key })
    return memory?.job === jobId && memory.outcome === 'deactivated' ? memory : undefined
  }
  return sumUp(gone, productReason, doneOf, about)
}

const productReason = (id: string, why: Note): JobReason => ({
  unit: `product ${id}`,
  unitText: { key: 'importItem_product', params: { key: id } },
  ...why,
})

async function sumUp<T>(
  all: readonly T[],
  tell: (one: T, note: Note) => JobReason,
  doneOf: (one: T) => Promise<Done | undefined>,
  { why }: GivenUpImport,
): Promise<UnitResult> {
  const results = (await settledOf(all, doneOf)).map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  const counts = noCounts()
  for (const done of results) if (done) counts[done.outcome] += 1
  const reasons = all.flatMap((one, i) => {
    const done = results[i]
    const notes = done ? (done.notes ?? []).map(asNote) : [why]
    return notes.map((note) => tell(one, note))
  })
  return { failed: results.filter((done) => !done).length, counts, reasons }
}
