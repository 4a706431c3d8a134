/** Products that left a register: which they are, and their deactivation in the register's list. */
import { importChangeset } from '../../../shared/model/entity.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { hashOf } from '../../domain/import/fields.ts'
import { retired } from '../../domain/import/product.ts'
import { untilSaved } from '../entity/turns.ts'
import type { ImportPorts } from './ports.ts'
import { type Remembered, rememberedOf } from './remembered.ts'
import type { ImportOptions } from './run.ts'

export interface Retire {
  list: string
  keep: string[]
}
const pageSize = 250

/** Deactivates a product in the list. False where it is not active there, or not by the register. */
export async function retireProduct(
  id: string,
  list: string,
  { entities, clock, importMemory }: Pick<ImportPorts, 'entities' | 'clock' | 'importMemory'>,
  { account, source, jobId }: ImportOptions,
): Promise<boolean> {
  return untilSaved(async () => {
    const before = await entities.get('product', id)
    if (!before || before.disabled) return false
    const product = before.data
    const key = String(product.importKey).slice(source.length + 1)
    const thing = { source, kind: 'product', key }
    const memory = await rememberedOf(importMemory, thing)
    if (!memory) return false
    const now = clock.now()
    const data = retired(product, list, memory, account, now)
    // A unit that comes again finds what it did.
    if (!data) return memory.job === jobId && memory.outcome === 'deactivated'
    // If the product comes back, that it is active is something new that the register says.
    const hashes = { ...memory.hashes, [`/listData/${list}/_active`]: hashOf(false) }
    const value: Remembered = { ...memory, hashes, job: jobId, outcome: 'deactivated' }
    await entities.put(
      { ...before, rev: before.rev + 1, updated: now, updatedBy: account, data: { ...data } },
      {
        expectRev: before.rev,
        changeset: importChangeset(source),
        events: timelineEvents(product, data),
        memory: { thing, value },
      },
    )
    return true
  })
}

/** Products of the register that are not kept, page by page. */
export async function goneProducts(
  index: ImportPorts['index'],
  source: string,
  keep: readonly string[],
  cursor: string | undefined,
): Promise<{ gone: string[]; cursor?: string }> {
  const kept = new Set(keep.map((key) => `${source}:${key}`))
  const hits = await index.search({
    entityclass: 'product',
    query: { op: 'begins', field: 'importKey', value: `${source}:` },
    sort: [],
    page: cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize },
    fetch: [{ as: 'key', field: 'importKey' }],
  })
  const gone = hits.rows.filter(({ values }) => !kept.has(String(values['key']))).map(({ id }) => id)
  return { gone, ...(hits.cursor !== undefined && { cursor: hits.cursor }) }
}
