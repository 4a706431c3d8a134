/** Components of the base list that other lists carry along (file 1 §4). */
import { fixedIds, type Secrecy } from '../../../shared/constants.ts'
import type { ComponentRow, ListData, ProductData } from '../../../shared/model/product.ts'
import { responsibleInstitution } from '../../../shared/rules/resolution.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { withKeys } from './lists.ts'

const base = fixedIds.list.base
const carried: readonly Secrecy[] = ['base-data-responsible', 'core-partners']
const parts = ['base', 'additional'] as const
type Rows = Record<string, ComponentRow>

/** Who sees such a row depends on who is responsible for it. */
export const isSecretRow = ({ secrecy }: Pick<ComponentRow, 'secrecy'>): boolean => carried.includes(secrecy)

/** Rows that a list gets from the base list. */
export const carriedRows = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => isSecretRow(row)))

/** Added rows come along, removed ones go, changed ones follow where the copy was not changed by its list. */
function follow(before: Rows, after: Rows, copy: Rows, keeps: (changed: ComponentRow) => boolean): Rows {
  const result = { ...copy }
  for (const [id, was] of Object.entries(before)) {
    const own = Object.hasOwn(copy, id) ? copy[id] : undefined
    const isKept = own !== undefined && !sameValue(own, was) && keeps(own)
    if (!Object.hasOwn(after, id) && !isKept) delete result[id]
  }
  for (const [id, row] of Object.entries(after)) {
    const was = before[id]
    if (!was) {
      if (isSecretRow(row) && !Object.hasOwn(copy, id)) result[id] = row
    } else if (Object.hasOwn(copy, id) && !sameValue(was, row) && sameValue(copy[id], was)) result[id] = row
  }
  return result
}

/** What an archived list keeps of its rows when the base list loses some. */
const keptRows = (before: Rows, after: Rows, copy: Rows, keeps: (row: ComponentRow) => boolean): Rows =>
  Object.fromEntries(
    Object.entries(copy).filter(
      ([id, row]) => !Object.hasOwn(before, id) || Object.hasOwn(after, id) || keeps(row),
    ),
  )

/**
 * The new state with the components of the other lists brought up to date; archived lists stay as they are. With
 * `keepsChanged`, a row that goes from the base list stays where its list has changed it. But a secret row that the base list
 * loses goes from every list of another institution, an archived one too: it would be that institution's own from then on.
 */
export function propagateComponents(
  before: ProductData,
  after: ProductData,
  { keepsChanged = false } = {},
): ProductData {
  const [was, is] = [before.listData[base]?._components, after.listData[base]?._components]
  if (!was || !is || sameValue(was, is)) return after
  const listData: Record<string, ListData> = {}
  for (const [id, list] of Object.entries(after.listData)) {
    if (id === base) listData[id] = list
    else {
      const isSameOwner = responsibleInstitution(after, id) === responsibleInstitution(after, base)
      const keeps = (row: ComponentRow) => isSameOwner || !isSecretRow(row)
      const [first, second] = parts.map((part) => {
        const copy = list._components[part]
        return list._archived
          ? keptRows(was[part], is[part], copy, keeps)
          : follow(was[part], is[part], copy, (changed) => keepsChanged && keeps(changed))
      })
      listData[id] = withKeys(list, { _components: { base: first ?? {}, additional: second ?? {} } })
    }
  }
  return { ...after, listData }
}
