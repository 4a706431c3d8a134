/** Which products an export is about: fixed as ids when its job is planned, so that it does not shift while it runs. */
import { chunksOf } from '../../../shared/chunks.ts'
import { offsetPagingLimit } from '../../../shared/constants.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import {
  type Chosen,
  chosenKey,
  type ExportConfig,
  type UnitContent,
  unitSize,
} from '../../domain/export/job.ts'
import { amongIds } from '../../domain/export/order.ts'
import type { Job } from '../../domain/job/job.ts'
import { planSearch, type Scope } from '../../domain/search-calls/plan.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { IndexReader } from '../../ports/search-index.ts'
import type { Planned } from '../job/kind.ts'

export interface PlanPorts {
  files: Pick<FileStore, 'get'>
  index: Pick<IndexReader, 'search'>
}
/** Ids of a step, where they do not all come in one. */
const stepSize = 4 * unitSize
/** What says which products a job is about. */
type About = Pick<ExportConfig, 'hasChosen' | 'sorting' | 'list' | 'name' | 'attributeFilter'>

/** Errors: `not_found`, where ids were chosen and are not there any more; never is it everything then. */
async function chosenOf(
  { id }: Job,
  { hasChosen }: Pick<About, 'hasChosen'>,
  { files }: Pick<PlanPorts, 'files'>,
): Promise<Chosen> {
  if (!hasChosen) return {}
  const { body } = await files.get(chosenKey(id))
  return JSON.parse(new TextDecoder().decode(body)) as Chosen
}

const unitsOf = (ids: readonly string[], before: number, size: number) =>
  chunksOf(ids, size).map((some, i) => {
    const content: UnitContent = { ids: some, first: before + i * size }
    return { rows: some.length, content }
  })

/**
 * A step of the plan. What can be paged through in the list comes in the list's order, of one question, so that nothing moves
 * between its pages; more comes by id. `size`: rows of a unit. Refuses `invalid_input`.
 */
export async function planRows(
  { job, config, cursor }: { job: Job; config: About; cursor: string | undefined },
  scope: Scope,
  { files, index }: PlanPorts,
  size = unitSize,
): Promise<Planned | Refusal> {
  const { ids, except = [] } = await chosenOf(job, config, { files })
  const { sorting, list, name, attributeFilter } = config
  const ordered = { ...(sorting && { sorting }), ...(list && { list }) }
  if (ids) {
    const search = planSearch(scope, ordered)
    if (isRefusal(search)) return search
    const { rows } = await index.search(amongIds(search, ids))
    const found = rows.map(({ id }) => id)
    // What is not found has its place too: its unit says so.
    return { units: unitsOf([...new Set([...found, ...ids])], 0, size) }
  }
  const left = new Set(except)
  const asked = { ...(name && { name }), ...(attributeFilter && { attributeFilter }) }
  if (cursor === undefined) {
    const pagination = { start: 0, limit: offsetPagingLimit }
    const search = planSearch(scope, { ...asked, ...ordered, pagination })
    if (isRefusal(search)) return search
    const hits = await index.search(search)
    if (hits.count <= offsetPagingLimit)
      return {
        units: unitsOf(
          hits.rows.map(({ id }) => id).filter((id) => !left.has(id)),
          0,
          size,
        ),
      }
  }
  const { at, before } = cursor === undefined ? { at: '', before: 0 } : readCursor(cursor)
  const pagination = { cursor: at, limit: stepSize }
  const search = planSearch(scope, { ...asked, sorting: 'id', pagination, countTo: 1 })
  if (isRefusal(search)) return search
  const hits = await index.search(search)
  const some = hits.rows.map(({ id }) => id).filter((id) => !left.has(id))
  const next = hits.cursor && JSON.stringify({ at: hits.cursor, before: before + some.length })
  return { units: unitsOf(some, before, size), ...(next && { cursor: next }) }
}
const readCursor = (cursor: string) => JSON.parse(cursor) as { at: string; before: number }
