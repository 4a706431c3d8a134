/** What a list shows, and which values of a product it may have that from. Pure. */
import { fixedIds } from '../../../shared/constants.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import {
  copiedKeys,
  evaluatedChanges,
  evaluatedData,
  givenToLists,
  printedWords,
  type SingleValues,
  singleValues,
  withoutWords,
  wordsUnder,
} from '../../../shared/rules/evaluated.ts'
import { type DerivedOf, isLinkable, resolveKey } from '../../../shared/rules/resolution.ts'
import type { Json } from '../../../shared/rules/values.ts'
import type { Product } from './context.ts'
import type { Parents } from './parent-revs.ts'

const base = fixedIds.list.base

/** What a release was about. */
export interface Release {
  rev: number
  data: ProductData
  /** As they were then. */
  parents: { atRevision: DerivedOf; revAt(id: string): number | undefined }
}

/** A product that a list may have values from. */
export interface SourceProduct {
  product: Product
  /** For a parent, the product that reads its values: as it is, or as it was before it got another parent. */
  child?: Child
}
/** A product at a revision, with its parents as they are today. */
export interface Child {
  id: string
  rev: number
  data: ProductData
  derived: Parents
}

/** What a list shows of what is released: evaluated data, and the words that are printed with its approvals. */
export const evaluatedIn = (data: ProductData | undefined, list: string, derived: DerivedOf): Json => {
  const of = data?.listData[list]
  if (!data || !of) return {}
  const values = evaluatedData(of, (key) => resolveKey(data, list, key, derived)?.value)
  return { ...values, ...printedWords(of) }
}
/** Without what it reads from elsewhere. */
const heldIn = (data: ProductData | undefined, list: string): Json => {
  const of = data?.listData[list]
  return of ? { ...evaluatedData(of, (key) => of[key]), ...printedWords(of) } : {}
}
const fieldsOf = (data: Json): Json =>
  Object.fromEntries(Object.entries(data).filter(([key]) => isLinkable(key)))
const rowsOf = (data: Json): Json =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !isLinkable(key)))

/** A list whose release is asked for; or of it only the words that are printed under a standard. */
export interface PendingList {
  list: string
  standard?: string
  /** Companies are as they are stored, not as merges leave them. */
  isStored?: boolean
  /** What it shows now. */
  values: SingleValues
  /** Values of rows that a move gave another id, by the path that they had before. */
  renamed: ReadonlyMap<string, ReadonlySet<string>>
  /** What its last release showed. */
  released: SingleValues | undefined
}

const renamedRow = /^(\/_components\/[^/]+\/[^/]+?)(?:\.\d+)+(\/.*)$/
function renamedRows(values: SingleValues): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [path, value] of values) {
    const [, row, rest] = renamedRow.exec(path) ?? []
    if (row === undefined || rest === undefined) continue
    const former = `${row}${rest}`
    found.set(former, (found.get(former) ?? new Set()).add(value))
  }
  return found
}

/** Undefined where the list, or what it says under the standard, is as it was released. */
export function pendingListOf(
  product: Product,
  { list, standard }: Pick<PendingList, 'list' | 'standard'>,
  derived: DerivedOf,
  release: Release | undefined,
): PendingList | undefined {
  const part = partOf(standard)
  const now = part(evaluatedIn(product.data, list, derived))
  const values = singleValues(now)
  const pending = { list, standard, values, renamed: renamedRows(values) }
  if (!release) return { ...pending, released: undefined }
  const { data, parents } = release
  const then = part(evaluatedIn(data, list, parents.atRevision))
  return evaluatedChanges(then, now).length === 0 ? undefined : { ...pending, released: singleValues(then) }
}
const partOf =
  (standard: string | undefined) =>
  (data: Json): Json =>
    standard === undefined ? withoutWords(data) : wordsUnder(data, standard)

/** Data of a product that a list may have its own from. */
export interface ValueSource {
  of(data: ProductData | undefined): Json
  /** The product's lists whose releases showed the data too. */
  lists: readonly string[]
  /** Does what is lacking count, or only what is there? */
  isWhole: boolean
}

/** Paths of what a step made of the data, and the list still shows, while its last release has not shown it. */
export function unreleasedPaths(
  pending: PendingList,
  source: ValueSource,
  was: ProductData | undefined,
  is: ProductData | undefined,
): string[] {
  const { values, renamed, released } = pending
  const part = partOf(pending.standard)
  const [before, later] = [part(source.of(was)), part(source.of(is))]
  const found: string[] = []
  for (const key of evaluatedChanges(before, later)) {
    const [earlier, next] = [before, later].map((data) => singleValues({ [key]: data[key] ?? {} })) as [
      SingleValues,
      SingleValues,
    ]
    for (const path of new Set([...earlier.keys(), ...next.keys()])) {
      const value = next.get(path)
      if (earlier.get(path) === value || (value === undefined && !source.isWhole)) continue
      const isShown = value === values.get(path) || (value !== undefined && renamed.get(path)?.has(value))
      if (isShown && !(released && released.get(path) === value)) found.push(path)
    }
  }
  return found
}

/** What a list holds that came with it from another product. */
export const heldBy = (list: string): ValueSource => ({
  of: (data) => heldIn(data, list),
  lists: [list, base],
  isWhole: true,
})

/** The step of a merge of companies, or of taking it back: nobody entered what it wrote. */
export const isOfMerge = ({ kind }: { kind: string }): boolean =>
  kind === 'companyMerged' || kind === 'companyMergeUndone'

/** How a list came into a product, or back. */
export type Arrival = 'listAdded' | 'moved' | 'unarchived'
export const isArrival = (kind: string): kind is Arrival =>
  kind === 'listAdded' || kind === 'moved' || kind === 'unarchived'
/** Rows that a list took over from the base list when it came: also what was lacking there it has from there. */
const takenOver: Record<Arrival, readonly string[]> = {
  listAdded: copiedKeys,
  moved: ['_components'],
  unarchived: ['_components'],
}

/** What of a product the list of `product` may have its data from. `arrival`: how the list came there later, if it did. */
export function valueSources(
  list: string,
  { product: { id }, child }: SourceProduct,
  { product, derived }: { product: Product; derived: Parents },
  arrival?: Arrival,
): ValueSource[] {
  if (child) {
    const today = child.derived(id)?.listData[list]
    /** The parent with its list of today: it may read its base list of then through it. */
    const onBaseOfThen = (data: ProductData | undefined) => {
      if (!data) return undefined
      const { [list]: _, ...others } = data.listData
      return { ...data, listData: { ...others, ...(today && { [list]: today }) } }
    }
    const read =
      (of: string, as: (data: ProductData | undefined) => ProductData | undefined = (data) => data) =>
      (data: ProductData | undefined) =>
        fieldsOf(evaluatedIn(child.data, of, (one) => (one === id ? as(data) : child.derived(one))))
    const lists = [...new Set([list, base])]
    const reads = [...lists.map((of) => read(of)), ...(list === base ? [] : [read(list, onBaseOfThen)])]
    return reads.map((of) => ({ of, lists, isWhole: true }))
  }
  const given = (data: ProductData | undefined) => givenToLists(evaluatedIn(data, base, derived))
  const taken = (keys: readonly string[]): ValueSource => ({
    of: (data) => Object.fromEntries(Object.entries(given(data)).filter(([key]) => keys.includes(key))),
    lists: [base],
    isWhole: true,
  })
  if (id !== product.id)
    // What went along with the list: what it held itself, also of its base list.
    return [
      { of: (data) => heldIn(data, list), lists: [list], isWhole: true },
      { of: (data) => rowsOf(given(data)), lists: [base], isWhole: false },
      // Components of the base list stay behind.
      ...(arrival === 'listAdded' ? [taken(copiedKeys.filter((key) => key !== '_components'))] : []),
    ]
  const itself: ValueSource = {
    of: (data) => evaluatedIn(data, list, derived),
    lists: [list],
    isWhole: true,
  }
  if (list === base) return [itself]
  const today = product.data.listData[list]
  const onBaseOfThen = (data: ProductData | undefined) =>
    data && today ? { ...data, listData: { ...data.listData, [list]: today } } : undefined
  return [
    itself,
    {
      of: (data) => fieldsOf(evaluatedIn(onBaseOfThen(data), list, derived)),
      lists: [base],
      isWhole: true,
    },
    { of: given, lists: [base], isWhole: false },
    ...(arrival ? [taken(takenOver[arrival])] : []),
  ]
}
