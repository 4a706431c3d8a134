/** What becomes of one thing of a register: two steps, because the parents of a product are read between them. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import type { Issue } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { isDataOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { entitySchemas } from '../../../shared/model/entity-schemas.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type CompanyRule, companyIssues } from '../../../shared/rules/company.ts'
import { percentIssues } from '../../../shared/rules/percent.ts'
import type { ProductIssue } from '../../../shared/rules/product-validity.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import type { DerivedOf } from '../../../shared/rules/resolution.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { isObject, type Json, sameValue } from '../../../shared/rules/values.ts'
import { issuesOf, toldIssuesOf } from '../../../shared/schema-issues.ts'
import { checkedData } from '../entity/checked.ts'
import { valueAt } from '../entity/unique-values.ts'
import type { OwnChange } from '../product/approval.ts'
import { contradictions, type Judged } from '../product/contradictions.ts'
import { wrongValues } from '../product/schema.ts'
import { approvalPlace, type RegisterApproval, splitApprovals, splitMemory } from './approval-memory.ts'
import { type ApprovalReference, migrateApprovals } from './approvals.ts'
import { differences, fieldsOf, hashesOf, hashOf } from './fields.ts'
import { type Memory, type Merged, mergeFields } from './merge.ts'
import { type Note, withoutApproval, withoutApprovals, withoutNews } from './notes.ts'
import { mayWrite, stampRows, tokensOf } from './places.ts'
import { finishProduct } from './product.ts'
import { resolved, UnknownKey } from './references.ts'
import { droppedIssues, fieldIssues, withUnknownKeys } from './written.ts'

/** Says the register nothing new? Then what is stored is left as staff made it. */
export function isUnchanged(item: ImportItem, last: Memory, isMigrating: boolean): boolean {
  const { rest, approvals } = splitApprovals(item.data)
  const known = splitMemory(last)
  const change = differences(hashesOf(fieldsOf(rest)), known.values.hashes)
  if (change.set.length > 0 || change.removed.length > 0) return false
  if (!isMigrating) return true
  const { hashes } = known.approvals
  return (
    approvals.length === Object.keys(hashes).length &&
    approvals.every(({ list, standard, row }) => hashes[approvalPlace(list, standard)] === hashOf(row))
  )
}

export interface MergeContext {
  /** Name of the register. */
  source: string
  /** Id of each thing that the item refers to. */
  references: ReadonlyMap<string, string>
  before: Entity | undefined
  last: Memory
  account: string
  now: string
}
export interface MergedItem extends Omit<Merged, 'data'> {
  item: ImportItem
  /** As the schema of the class has it. */
  data: Json
  approvals: readonly RegisterApproval[]
  lastApprovals: Memory
  references: ReadonlyMap<string, string>
  remember: (stored: Json) => Memory
}

/** Puts what the register changed onto what is stored. */
export function mergeItem(item: ImportItem, c: MergeContext): MergedItem | Refusal {
  try {
    return mergeKnown(item, c)
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    const params = { reference: error.reference }
    return refuse('invalid_input', `${error.message} in the register`, { key: 'importUnknownKey', params })
  }
}

const isArchivedProduct = (kind: ImportItem['kind'], { before }: Pick<MergeContext, 'before'>): boolean =>
  kind === 'product' && before?.data['archived'] === true

/** Throws `UnknownKey`. */
function mergeKnown(item: ImportItem, c: MergeContext): MergedItem | Refusal {
  const { kind } = item
  const { rest, approvals } = splitApprovals(item.data)
  const fields = fieldsOf(rest)
  const foreign = [...fields.keys()].find((place) => !mayWrite(kind, tokensOf(place)))
  if (foreign !== undefined)
    return wrongValues([{ path: foreign, expected: 'a place that an import may write', key: 'pathInvalid' }])
  const stored = c.before?.data ?? {}
  const last = splitMemory(c.last)
  const schema = entitySchemas[kind]
  const issuesAt = (data: Json) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? [] : issuesOf(parsed.error).map(({ path }) => path)
  }
  const archived = archivedLists(c.before?.data)
  const isArchived = isArchivedProduct(kind, c)
  const { data, set, kept, frozen, remember } = mergeFields({
    kind,
    before: stored,
    fields,
    last: last.values,
    resolve: (value) => resolved(value, c.references),
    isFrozen: ([root, list = '']) => isArchived || (root === 'listData' && archived.has(list)),
    issuesAt,
  })
  data['importKey'] = `${c.source}:${item.key}`
  if (kind === 'product') stampRows(stored, data, set, c.account, c.now)
  const parsed = schema.safeParse(data)
  // What another version stored keeps no item out, and stays.
  const checked = parsed.success ? parsed.data : checkedData<Json>(kind, data, { before: stored })
  if (isRefusal(checked)) return wrongValues(toldIssuesOf(parsed.error!))
  const dropped = droppedIssues({ data, set }, checked)
  if (dropped.length > 0) return wrongValues(dropped)
  return {
    item,
    data: withUnknownKeys(checked, data),
    set,
    kept,
    frozen,
    approvals,
    lastApprovals: last.approvals,
    references: c.references,
    remember,
  }
}

/** A list that staff have archived takes no changes, as by hand. */
function archivedLists(data: Json | undefined): ReadonlySet<string> {
  const lists = isObject(data?.['listData']) ? Object.entries(data['listData']) : []
  return new Set(lists.filter(([, list]) => isObject(list) && list['_archived'] === true).map(([id]) => id))
}

export interface FinishContext {
  source: string
  id: string
  before: Entity | undefined
  account: string
  /** Who gives the approvals; absent where approvals are not taken. */
  migrator?: Actor | undefined
  now: string
  today: string
  reference: ApprovalReference &
    Judged['reference'] & {
      fields: ReadonlyMap<string, Entity<FieldDefinition>>
      options: ReadonlyMap<string, Entity<{ title?: Localized }>>
    }
  derived: DerivedOf
  /** Generations of products that are derived from the product. */
  below: number
  /** Lists of which who gives the approvals changed evaluated data by hand since their last release. */
  ownChanges?: ReadonlyMap<string, OwnChange> | undefined
}
export interface ImportDecision {
  data: Json
  events?: TimelineEvent[]
  memory: Memory
  /** What was not taken of an item that was, and why. */
  notes: Note[]
  /** Where it would contradict itself, or what is settled: it is refused then, behind what it names wrongly. */
  contrary: Issue[]
}

/** Everything that follows from the register's changes. */
export function finishItem(merged: MergedItem, c: FinishContext): ImportDecision | Refusal {
  const { item, approvals, lastApprovals } = merged
  // What staff had before the register is theirs; that it differs is no news.
  const isTakenOver = c.before !== undefined && c.before.data['importKey'] === undefined
  const notes = [
    ...withoutNews(isTakenOver ? [] : merged.kept, 'importKept'),
    ...withoutNews(merged.frozen, isArchivedProduct(item.kind, c) ? 'importProductFrozen' : 'importFrozen'),
  ]
  const contrary: Issue[] = []
  const state = { entityclass: item.kind, data: merged.data }
  if (isDataOf('company', state)) {
    const was = isOfClass('company', c.before) ? c.before.data : undefined
    // Whose main contact was there before the register is for staff to say.
    contrary.push(...(isTakenOver ? [] : contradictingCompany(was, state.data)))
  }
  if (!isDataOf('product', state))
    return { data: merged.data, memory: merged.remember(merged.data), notes, contrary }

  const before = isOfClass('product', c.before) ? c.before : undefined
  const { account, now, today, id, derived, below } = c
  const { lists, standards, fields, categories } = c.reference
  const wrong = fieldIssues(state.data, merged.set, before?.data, fieldsByPath(fields))
  if (wrong.length > 0) return wrongValues(wrong)
  const finished = finishProduct(state.data, {
    id,
    before,
    account,
    now,
    lists,
    fields,
    categories,
    derived,
    below,
  })
  if (isRefusal(finished)) return finished
  const shares = shareIssues(before?.data, finished, c.reference)
  if (shares.length > 0) return wrongValues(shares)
  contrary.push(...contradictingIssues(before?.data, finished, c))
  const values = merged.remember(finished)
  if (!c.migrator) {
    const memory = joined(values, lastApprovals)
    notes.push(...withoutApprovals(approvals, c.reference))
    return { data: finished, events: timelineEvents(before?.data, finished), memory, notes, contrary }
  }
  const migration = {
    approvals,
    last: lastApprovals,
    actor: c.migrator,
    now,
    today,
    reference: c.reference,
    derived,
    ownChanges: c.ownChanges,
  }
  const { data, given, refused, memory } = migrateApprovals(finished, migration)
  for (const one of refused) notes.push(withoutApproval(one, { lists, standards }))
  const hint = { approvals: { standards, today }, migrated: { source: c.source, approvals: given } }
  return {
    data,
    events: timelineEvents(before?.data, data, hint),
    memory: joined(values, memory),
    notes,
    contrary,
  }
}

/** Shares with too many decimals are refused as by hand, but for those that were stored before the rule. */
function shareIssues(
  before: ProductData | undefined,
  after: ProductData,
  { fields, options }: Pick<FinishContext['reference'], 'fields' | 'options'>,
): ProductIssue[] {
  const titleOf = (unit: string) => options.get(unit)?.data.title
  return Object.entries(after.listData)
    .flatMap(([list, data]) => percentIssues(list, data, fieldsByPath(fields), titleOf))
    .filter(({ path }) => !sameValue(valueAt(before, path), valueAt(after, path)))
}

/** What the import makes contradict something is refused as by hand; what is missing is not. */
function contradictingIssues(
  before: ProductData | undefined,
  after: ProductData,
  c: Pick<FinishContext, 'derived' | 'reference'>,
): ProductIssue[] {
  const was = before ?? { ...after, listData: {} }
  const touched = Object.entries(after.listData).filter(([id, list]) => !sameValue(list, was.listData[id]))
  return contradictions(
    { before: { data: was }, derived: c.derived, reference: c.reference },
    after,
    touched.map(([id]) => id),
  )
}
function contradictingCompany(before: CompanyData | undefined, after: CompanyData): Issue[] {
  const found = companyIssues(after).filter(({ key }) => !leftToStaff.has(key))
  const old = new Set(before && found.length > 0 ? companyIssues(before).map(({ path }) => path) : [])
  return found.filter(({ path }) => !old.has(path) || !sameValue(valueAt(before, path), valueAt(after, path)))
}
/** What staff may complete, or correct: how a VAT number is written contradicts nothing. */
const leftToStaff: ReadonlySet<string | undefined> = new Set<CompanyRule>([
  'companyName',
  'companyNoMainContact',
  'companyLaterContactFree',
  'companyContactWithoutList',
  'companyAddressWithoutCountry',
  'companyTaxIdMissing',
  'companyTaxId',
  'companyTaxIdCh',
])

const joined = (a: Memory, b: Memory): Memory => ({
  hashes: { ...a.hashes, ...b.hashes },
  written: { ...a.written, ...b.written },
})

export const approvalsOf = (item: ImportItem): readonly RegisterApproval[] =>
  item.kind === 'product' && isObject(item.data) ? splitApprovals(item.data).approvals : []
