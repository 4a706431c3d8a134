/** Components of the base list that other lists carry along (file 1 §4). */
import { fixedIds, type Secrecy } from '../../../shared/constants.ts'
import type { ComponentRow, ListData, ProductData } from '../../../shared/model/product.ts'
import { isFromBase, type Part, secrecyOfCopy } from '../../../shared/rules/secrecy.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { withKeys } from './lists.ts'

const base = fixedIds.list.base
const carried: readonly Secrecy[] = ['base-data-responsible', 'core-partners']
const parts = ['base', 'additional'] as const
type Rows = Record<string, ComponentRow>
type Marks = Record<string, true>
type Components = ListData['_components']

/** Who sees such a row depends on who is responsible for it. */
const isSecret = ({ secrecy }: Pick<ComponentRow, 'secrecy'>): boolean => carried.includes(secrecy)

/** Rows that a list gets from the base list while it has it. */
export const carriedRows = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => isSecret(row)))

const marksOf = (rows: Rows): Marks => Object.fromEntries(Object.keys(rows).map((id) => [id, true]))
const at = (rows: Rows | undefined, id: string): ComponentRow | undefined =>
  rows && Object.hasOwn(rows, id) ? rows[id] : undefined
function eachPart<T>(make: (part: Part) => T): Record<Part, T> {
  const [first, second] = parts.map(make) as [T, T]
  return { base: first, additional: second }
}

/** The base list's rows as a list has them that gets them, with rows of its own under other ids. */
export const copiesOf = (
  components: Components,
  own: Components = { base: {}, additional: {} },
): Pick<ListData, '_components' | '_fromBase'> => ({
  _components: eachPart((part) => ({ ...components[part], ...own[part] })),
  _fromBase: eachPart((part) => {
    const isCopy = ([id]: [string, unknown]) => !Object.hasOwn(own[part], id)
    return marksOf(Object.fromEntries(Object.entries(components[part]).filter(isCopy)))
  }),
})

/** Marks of the rows of a list that came from the base list, in older states too, with those that a revert brings back. */
function fromBase(before: ProductData, after: ProductData, list: string, part: Part): Marks {
  const rows = before.listData[list]?._components[part] ?? {}
  const known = Object.entries(rows).filter(([id]) => isFromBase(before, list, part, id))
  return { ...marksOf(Object.fromEntries(known)), ...after.listData[list]?._fromBase?.[part] }
}

/** Is the copy of a base row the list's own work, and no secret of the base list? */
const isOwnWork = (copy: ComponentRow, there: ComponentRow): boolean =>
  !sameValue(copy, there) && !isSecret({ secrecy: secrecyOfCopy(copy, there) })

/** Rows that a list takes along to another product: its own, and copies that it has changed. */
export function ownComponents(data: ProductData, list: string): Components {
  const there = data.listData[base]?._components
  return eachPart((part) => {
    const rows = Object.entries(data.listData[list]?._components[part] ?? {})
    const isOwn = ([id, row]: [string, ComponentRow]) => {
      const copied = at(there?.[part], id)
      return !isFromBase(data, list, part, id) || (copied !== undefined && isOwnWork(row, copied))
    }
    return Object.fromEntries(rows.filter(isOwn))
  })
}

interface Following {
  before: ProductData
  after: ProductData
  list: string
  keepsChanged: boolean
}
/**
 * One part of a list's rows, with the marks of those that came from the base list. Added rows come along, changed ones follow
 * where the list has not changed its copy, removed ones go; what the list keeps of them is its own from then on.
 */
function follow({ before, after, list, keepsChanged }: Following, part: Part): { rows: Rows; marks: Marks } {
  const [was, is] = [before, after].map(({ listData }) => listData[base]?._components[part] ?? {}) as [
    Rows,
    Rows,
  ]
  const { _components, _archived } = after.listData[list] as ListData
  const rows = { ..._components[part] }
  const marks: Marks = {}
  for (const id of Object.keys(fromBase(before, after, list, part))) {
    const [copy, old, now] = [at(rows, id), at(was, id), at(is, id)]
    if (!copy) continue
    if (now || !old) marks[id] = true
    else if (isSecret({ secrecy: secrecyOfCopy(copy, old) })) delete rows[id]
    else if (!_archived && !(keepsChanged && isOwnWork(copy, old))) delete rows[id]
    if (now && old && !_archived && !sameValue(old, now) && sameValue(copy, old)) rows[id] = now
  }
  for (const [id, row] of Object.entries(is)) {
    if (_archived || Object.hasOwn(was, id) || Object.hasOwn(rows, id) || !isSecret(row)) continue
    rows[id] = row
    marks[id] = true
  }
  return { rows, marks }
}

/**
 * The new state with the components of the other lists brought up to date; archived lists stay as they are. With
 * `keepsChanged`, a row that goes from the base list stays where its list has changed it. But a secret row that the base list
 * loses goes from every list, an archived one too: it would be the list's own from then on.
 */
export function propagateComponents(
  before: ProductData,
  after: ProductData,
  { keepsChanged = false } = {},
): ProductData {
  const [was, is] = [before, after].map(({ listData }) => listData[base]?._components)
  if (!was || !is) return after
  const isSameBase = sameValue(was, is)
  const listData: Record<string, ListData> = {}
  for (const [id, list] of Object.entries(after.listData)) {
    listData[id] = list
    if (id === base || (isSameBase && sameValue(before.listData[id]?._components, list._components))) continue
    const found = eachPart((part) => follow({ before, after, list: id, keepsChanged }, part))
    listData[id] = withKeys(list, {
      _components: eachPart((part) => found[part].rows),
      _fromBase: eachPart((part) => found[part].marks),
    })
  }
  return { ...after, listData }
}
