/**
 * What becomes of two companies that are merged: which fields differ, a sensible choice for each, and the company that comes of
 * the choices. Pure; the screen shows with it what the server writes.
 */
import { fixedIds } from '../constants.ts'
import type { Issue } from '../errors.ts'
import type { MergeChoices } from '../jobs/merge.ts'
import { type Address, type CompanyData, type ContactPerson, companyBase } from '../model/company.ts'
import { companyIssues } from './company.ts'
import { sameValue } from './values.ts'

export type BaseKey = keyof typeof companyBase.shape

export interface Pair {
  survivor: CompanyData
  /** The id tells its rows from the survivor's where both have the same key. */
  merged: CompanyData & { id: string }
}
export const baseKeys = Object.keys(companyBase.shape) as BaseKey[]
export const rowKinds = ['addresses', 'contactPersons', 'checklists'] as const
export type RowKind = (typeof rowKinds)[number]

/** Fields whose values can be put together. */
export const isSet = (key: BaseKey): key is 'groups' | 'invoiceTextIds' =>
  key === 'groups' || key === 'invoiceTextIds'
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Whether both say the same; what is not said is nothing. */
export const isSameBase = ({ survivor, merged }: Pair, key: BaseKey): boolean => {
  const [a, b] = [survivor.baseData[key], merged.baseData[key]]
  return sameValue(a, b) || (isEmpty(a) && isEmpty(b))
}

/** Which of the two a field is taken from, unless somebody chooses otherwise. */
function preselectedValue({ survivor, merged }: Pair, key: BaseKey): 'survivor' | 'merged' | 'both' {
  const [a, b] = [survivor.baseData[key], merged.baseData[key]]
  // That the one was ended does not end the other.
  if (key === 'terminationDate' || isEmpty(b)) return 'survivor'
  if (isEmpty(a)) return 'merged'
  if (isSet(key)) return 'both'
  if (key === 'customerSince') return String(b) < String(a) ? 'merged' : 'survivor'
  if (key === 'lastContractDate') return String(b) > String(a) ? 'merged' : 'survivor'
  return 'survivor'
}

const ownerOf = ({ baseData }: CompanyData) => baseData.owner ?? baseData.institution
const place = (kind: RowKind, key: string) => `/${kind}/${key}`
const bare = (row: Address | ContactPerson) => {
  const { _order: _, ...rest } = row as Address & ContactPerson
  return { ...rest, isMain: undefined, lists: [], jurisdictions: [], address: undefined }
}
/** The row of the survivor that says the same: for whichever lists, in whichever place. */
const twinOf = <T extends Address | ContactPerson>(row: T, rows: Record<string, T>): string | undefined =>
  Object.entries(rows).find(([, one]) => sameValue(bare(one), bare(row)))?.[0]
const listsAreIn = (row: { lists: string[] }, of: { lists: string[] } | undefined) =>
  row.lists.every((list) => of?.lists.includes(list))

/** Rows of the merged company that are not taken unless somebody wants them: the survivor has them, or its owner would see them. */
function leftRows({ survivor, merged }: Pair): string[] {
  const left: string[] = []
  const isOtherOwners = ownerOf(survivor) !== ownerOf(merged)
  for (const kind of ['addresses', 'contactPersons'] as const)
    for (const [key, row] of Object.entries(merged[kind])) {
      const rows: Record<string, Address | ContactPerson> = survivor[kind]
      const twin = twinOf(row, rows)
      const isThere = twin !== undefined && listsAreIn(row, rows[twin])
      if (isThere || (row.visibleToOwnerOnly && isOtherOwners)) left.push(place(kind, key))
    }
  for (const key of Object.keys(merged.checklists))
    if (Object.hasOwn(survivor.checklists, key)) left.push(place('checklists', key))
  return left
}
const hasMain = (rows: Record<string, ContactPerson>) => Object.values(rows).some((row) => row.isMain)

export function preselectedChoices(pair: Pair): MergeChoices {
  const values: MergeChoices['values'] = {}
  for (const key of baseKeys) {
    const chosen = isSameBase(pair, key) ? 'survivor' : preselectedValue(pair, key)
    if (chosen !== 'survivor') values[key] = chosen
  }
  const { survivor, merged } = pair
  const isTheirs = !hasMain(survivor.contactPersons) && hasMain(merged.contactPersons)
  return {
    values,
    mainContact: isTheirs ? 'merged' : 'survivor',
    leave: { survivor: [], merged: leftRows(pair) },
  }
}

const nextOrder = (rows: Record<string, { _order?: number | undefined }>) =>
  Math.max(-1, ...Object.values(rows).map(({ _order = 0 }) => _order)) + 1
const inOrder = <T extends { _order?: number | undefined }>(rows: Record<string, T>) =>
  Object.entries(rows).sort(([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1))
const without = <T>(kind: RowKind, rows: Record<string, T>, left: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(rows).filter(([key]) => !left.includes(place(kind, key))))

/** A key that the survivor has not. */
const freshKey = (key: string, taken: object, id: string) =>
  Object.hasOwn(taken, key) ? `${key}-${id.slice(0, 8)}` : key

function mergedAddresses({ survivor, merged }: Pair, { leave }: MergeChoices) {
  const rows = without('addresses', survivor.addresses, leave.survivor)
  /** Where an address of the merged company is now; absent where it is not taken. */
  const moved = new Map<string, string>()
  let order = nextOrder(rows)
  for (const [key, row] of inOrder(merged.addresses)) {
    const twin = twinOf(row, rows)
    if (leave.merged.includes(place('addresses', key))) {
      if (twin !== undefined) moved.set(key, twin)
      continue
    }
    const fresh = freshKey(key, survivor.addresses, merged.id)
    rows[fresh] = { ...row, _order: order++ }
    moved.set(key, fresh)
  }
  return { rows, moved }
}

/** A contact that is the main one no longer, or comes behind others: what the rules of contacts ask of such a one. */
function placedContact(row: ContactPerson, before: readonly ContactPerson[]): ContactPerson {
  const { isMain: _, ...rest } = row
  const covered = new Set(before.flatMap((one) => one.lists))
  const isBound = row.jurisdictions.length > 0
  const lists = isBound
    ? row.lists
    : row.lists.filter((list) => list === fixedIds.list.base || !covered.has(list))
  return { ...rest, isMain: false, lists: lists.length > 0 || isBound ? lists : [fixedIds.list.base] }
}

function mergedContacts(
  { survivor, merged }: Pair,
  choices: MergeChoices,
  moved: Map<string, string>,
  addresses: object,
) {
  const { leave, mainContact } = choices
  const own = without('contactPersons', survivor.contactPersons, leave.survivor)
  const theirs = without('contactPersons', merged.contactPersons, leave.merged)
  const rows: Record<string, ContactPerson> = {}
  const isTheirs = mainContact === 'merged' && hasMain(theirs)
  const before: ContactPerson[] = []
  for (const [key, row] of inOrder(own)) {
    const stays = !row.isMain || !isTheirs ? row : placedContact(row, Object.values(own))
    const { address, ...rest } = stays
    rows[key] = address !== undefined && !Object.hasOwn(addresses, address) ? rest : stays
    before.push(rows[key])
  }
  let order = nextOrder(rows)
  for (const [key, row] of inOrder(theirs)) {
    const isMain = row.isMain && (isTheirs || !hasMain(own))
    const { address, ...placed } = isMain ? row : placedContact(row, before)
    const at = address === undefined ? undefined : moved.get(address)
    const taken = { ...placed, ...(at !== undefined && { address: at }), _order: order++ }
    rows[freshKey(key, survivor.contactPersons, merged.id)] = taken
    before.push(taken)
  }
  return rows
}

/** What the survivor is with the choices, apart from what it notes of the merge itself. */
export function mergedCompany(pair: Pair, choices: MergeChoices): CompanyData {
  const { survivor, merged } = pair
  const base: Record<string, unknown> = { ...survivor.baseData }
  for (const key of baseKeys) {
    const chosen = choices.values[key] ?? 'survivor'
    if (chosen === 'survivor') continue
    if (chosen === 'both' && isSet(key))
      base[key] = [...new Set([...survivor.baseData[key], ...merged.baseData[key]])]
    else if (merged.baseData[key] === undefined) delete base[key]
    else base[key] = merged.baseData[key]
  }
  const { rows: addresses, moved } = mergedAddresses(pair, choices)
  const contactPersons = mergedContacts(pair, choices, moved, addresses)
  const checklists = {
    ...without('checklists', merged.checklists, choices.leave.merged),
    ...without('checklists', survivor.checklists, choices.leave.survivor),
  }
  return { ...survivor, baseData: base as CompanyData['baseData'], addresses, contactPersons, checklists }
}

/** What is wrong with the company that comes of the choices, and was with neither before: a merge must mend nothing else. */
export function mergeIssues(pair: Pair, after: CompanyData): Issue[] {
  const known = new Set(
    [...companyIssues(pair.survivor), ...companyIssues(pair.merged)].map(({ key }) => key),
  )
  return companyIssues(after).filter(({ key }) => !known.has(key))
}
