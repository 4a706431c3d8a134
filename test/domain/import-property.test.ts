/**
 * Random editions of a register and random work of staff, in any order: an import loses and changes nothing of staff's,
 * and the same edition twice writes nothing.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finishItem, isUnchanged, mergeItem } from '../../functions/domain/import/decide.ts'
import { type Memory, noMemory } from '../../functions/domain/import/merge.ts'
import { approvalContext } from '../../functions/domain/product/approval.ts'
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { Biostandard, FieldDefinition, List } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'
import { applyApproval } from '../../shared/rules/approval-actions.ts'
import type { ApprovalAction } from '../../shared/rules/approval-refusals.ts'
import { isRefusal, unwrap } from '../../shared/rules/refusal.ts'
import { isFromBase } from '../../shared/rules/secrecy.ts'
import { isObject, type Json, sameValue } from '../../shared/rules/values.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const base = fixedIds.list.base
const [national, firstStandard, nextStandard, institution, me] = [1, 2, 3, 4, 5].map(id) as [
  string,
  string,
  string,
  string,
  string,
]
const now = '2026-03-10T09:00:00.000Z'
const today = '2026-03-10'
const entity = <T>(entityclass: string, key: string, data: T): Entity<T> => ({
  id: key,
  entityclass,
  attributeset: 'default',
  rev: 1,
  created: now,
  createdBy: me,
  updated: now,
  updatedBy: me,
  disabled: false,
  data,
})
const mapOf = <T>(entityclass: string, all: [string, T][]) =>
  new Map(all.map(([key, data]) => [key, entity(entityclass, key, data)]))
const reference = {
  lists: mapOf<List>('list', [
    [base, entitySchemas.list.parse({ title: { de_DE: 'Basis' }, isBasedata: true })],
    [national, entitySchemas.list.parse({ title: { de_DE: 'Schweiz' } })],
  ]),
  standards: mapOf<Biostandard>('biostandard', [
    [firstStandard, entitySchemas.biostandard.parse({ name: { de_DE: 'Erster' } })],
    [
      nextStandard,
      entitySchemas.biostandard.parse({ name: { de_DE: 'Zweiter' }, dependency: firstStandard }),
    ],
  ]),
  restrictions: new Map(),
  fields: mapOf<FieldDefinition>(
    'fielddefinition',
    (['textfield', 'multitext'] as const).map((type, n) => [
      id(50 + n),
      entitySchemas.fielddefinition.parse({ type, path: `basis-f${n + 1}`, displayKey: 'main', title: {} }),
    ]),
  ),
  options: new Map(),
  categories: new Map(),
  permits: new Map(),
  hobbyUses: new Map(),
  checklists: new Map(),
}
const actor = (account: string): Actor => ({
  account,
  sub: account,
  fullname: '',
  role: 'admin',
  isSuperAdmin: false,
  flags: { approval: true, responsible: true, companies: true },
  institutions: [],
})
const importer = actor(me)
const colleague = actor(id(6))
const companies = ['a', 'b', 'c']
const references = new Map(companies.map((key, i) => [`company:${key}`, id(10 + i)]))

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
const text = fc.constantFrom('A', 'B', 'C')
const day = fc.constantFrom('2026-05-31T04:00:00.000Z', '2027-05-31T04:00:00.000Z')
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const rowsOf = <T>(row: fc.Arbitrary<T>) => fc.dictionary(fc.constantFrom('reg:1', 'reg:2', 'own'), row)
/** Of components, a register names those of the base list and those of another list by ids of their own; it has no basis to link to. */
const saidList = (componentIds: string[], links: string[]) =>
  fc
    .record({
      _active: maybe(fc.boolean()),
      _responsible: maybe(fc.constant({ institution })),
      'basis-f1': maybe(text.map((textValue) => ({ textValue }))),
      'basis-f2': maybe(text.map((de_DE) => ({ textValue: { de_DE } }))),
      _linked: maybe(fc.subarray(links).map((keys) => Object.fromEntries(keys.map((key) => [key, 'basis'])))),
      _risklabels: maybe(fc.subarray([id(20), id(21)])),
      _companies: maybe(
        rowsOf(
          fc.record({
            company: fc.constantFrom(...companies).map((key) => ({ $key: `company:${key}` })),
            role: fc.constantFrom('distributor', 'manufacturer'),
            amount: maybe(fc.nat(2)),
            _order: maybe(fc.nat(2)),
          }),
        ),
      ),
      _components: maybe(
        fc.record({
          base: maybe(
            fc.dictionary(
              fc.constantFrom(...componentIds),
              fc.record({
                component: fc.constantFrom(id(30), id(31)),
                secrecy: fc.constantFrom('public', 'core-partners'),
              }),
            ),
          ),
        }),
      ),
      _notes: maybe(rowsOf(fc.record({ text, read: fc.boolean() }))),
      _approval: maybe(
        fc.dictionary(
          fc.constantFrom(firstStandard, nextStandard),
          fc.record({ active: fc.constantFrom(true, true, false), end: maybe(day), comment: maybe(text) }),
        ),
      ),
    })
    .map(asJson)
const edition = fc.record({
  root: saidList(['reg:1', 'reg:2', 'own'], []),
  national: maybe(saidList(['reg:3', 'reg:4'], ['basis-f1', 'basis-f2'])),
  migrates: fc.boolean(),
})

/** Edits of staff, by place. */
const edit = fc.record({
  list: fc.constantFrom(base, national),
  change: fc.oneof(
    fc.record({ at: fc.constant(['basis-f1']), value: maybe(text.map((t) => ({ textValue: t }))) }),
    fc.record({ at: fc.constant(['_active']), value: fc.boolean() }),
    fc.record({ at: fc.constant(['_archived']), value: fc.boolean() }),
    fc.record({ at: fc.constant(['_risklabels']), value: fc.constant([id(22)]) }),
    fc.record({ at: fc.constant(['_linked', 'basis-f2']), value: fc.constantFrom('derived', undefined) }),
    fc.record({
      at: fc.tuple(fc.constant('_companies'), fc.constantFrom('reg:1', 'own', 'staff')),
      value: maybe(fc.constant({ company: id(40), role: 'packer', amount: 7 })),
    }),
    fc.record({ at: fc.constant(['_companies', 'reg:2', 'amount']), value: fc.constant(9) }),
    fc.record({ at: fc.constant(['_responsible', 'accountId']), value: fc.constant(id(41)) }),
    fc.record({
      at: fc.tuple(fc.constant('_components'), fc.constant('base'), fc.constantFrom('reg:1', 'staff')),
      value: maybe(fc.constant({ component: id(42), secrecy: 'public', amount: 3 })),
    }),
    fc.record({
      at: fc.tuple(fc.constant('_notes'), fc.constantFrom('reg:1', 'staff')),
      value: maybe(fc.constant({ text: 'Ours', read: true, at: now, by: id(6) })),
    }),
    fc.record({ at: fc.constant(['_remark']), value: fc.constant({ de_DE: 'Bemerkung' }) }),
  ),
})
const decision = fc.record({
  list: fc.constantFrom(base, national),
  standard: fc.constantFrom(firstStandard, nextStandard),
  action: fc.constantFrom<ApprovalAction>(
    'confirm',
    'deactivate',
    'activate',
    'reset',
    'annotate',
    'setdates',
  ),
})
type Step =
  | { edition: { root: unknown; national: unknown; migrates: boolean } }
  | { edit: { list: string; change: { at: readonly string[]; value: unknown } } }
  | { decision: { list: string; standard: string; action: ApprovalAction } }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ edition }) },
  { weight: 4, arbitrary: fc.record({ edit }) },
  { weight: 2, arbitrary: fc.record({ decision }) },
)

/** Values by place; an empty object has none, a field's value and a list are one. */
function valuesOf(data: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  const isWhole = !isObject(data) || Object.keys(data).some((key) => key.endsWith('Value'))
  if (isWhole) found.set(at, data)
  else for (const [key, value] of Object.entries(data)) valuesOf(value, `${at}/${key}`, found)
  return found
}
/** What the server keeps itself, and the order of rows, are nobody's decision. */
const isDecision = (place: string) => !/_order$|_nameHistory|activatedOn|activatedBy|importKey/.test(place)
const stated = (list: ListData | undefined) =>
  new Map([...valuesOf(list)].filter(([place]) => isDecision(place)))
/**
 * Places of copies of secret base components that the base list has lost: they go with it, from archived lists too. Of other
 * copies the mark that they are some goes: an archived list keeps them as its own.
 */
function goneWithBase(
  before: ProductData | undefined,
  after: ProductData | undefined,
): (place: string) => boolean {
  const rows = (of: ProductData | undefined, list: string) => of?.listData[list]?._components.base ?? {}
  const isLost = (list: string, row: string) =>
    before !== undefined &&
    isFromBase(before, list, 'base', row) &&
    rows(before, base)[row] !== undefined &&
    rows(after, base)[row] === undefined
  const isSecret = (list: string, row: string) =>
    [base, list].some((one) => rows(before, one)[row]?.secrecy === 'core-partners')
  return (place) => {
    const [, list, key, row] =
      /^\/listData\/([^/]+)\/(_components|_fromBase)\/base\/([^/]+)/.exec(place) ?? []
    if (list === undefined || list === base || !isLost(list, row!)) return false
    return key === '_fromBase' || isSecret(list, row!)
  }
}
const isApproval = (place: string) => place.includes('/_approval/')
const rowOfApproval = (place: string) => place.split('/').slice(0, 5).join('/')

class World {
  data: ProductData | undefined
  memory: Memory = noMemory
  /** What staff decided, by place. */
  readonly staffs = new Map<string, unknown>()
  /** What the register said last. */
  private said: ReadonlyMap<string, unknown> = new Map()
  /** Approvals on which somebody has decided by hand. */
  readonly byHand = new Set<string>()

  take(item: ImportItem, migrates: boolean): boolean {
    const before = this.data && entity('product', id(0), this.data as unknown as Json)
    if (before && isUnchanged(item, this.memory, migrates)) return false
    const c = { source: 'reg', before, account: me, now }
    const merged = mergeItem(item, { ...c, references, last: this.memory })
    if (isRefusal(merged)) throw new Error(merged.message)
    const migrator = migrates ? importer : undefined
    const finished = unwrap(
      finishItem(merged, { ...c, id: id(0), migrator, reference, derived: () => undefined, below: 0, today }),
    )
    const isWritten = !sameValue(before?.data, finished.data)
    // As the store gives it out again.
    this.data = asJson(finished.data) as ProductData
    this.memory = finished.memory
    return isWritten
  }
  edit(list: string, at: readonly string[], value: unknown): void {
    const before = this.data?.listData[list]
    if (!this.data || !before) return
    const draft = structuredClone(this.data)
    let parent = draft.listData[list] as unknown as Json
    for (const key of at.slice(0, -1)) {
      if (!isObject(parent[key])) return
      parent = parent[key]
    }
    const last = at.at(-1)!
    if (value === undefined) delete parent[last]
    else parent[last] = value
    // A value and a link exclude each other, as in a save.
    if (at[0] === 'basis-f1') delete draft.listData[list]!._linked['basis-f1']
    if (at[0] === '_linked' && value !== undefined) delete draft.listData[list]!['basis-f2']
    const parsed = entitySchemas.product.safeParse(draft)
    if (!parsed.success) return
    this.store(parsed.data)
  }
  decide(list: string, standard: string, action: ApprovalAction): void {
    const before = this.data?.listData[list]
    if (!this.data || !before) return
    const context = approvalContext(
      { actor: colleague, now, today, reference, derived: () => undefined },
      this.data,
      list,
      standard,
    )
    const row = applyApproval(action, context, { comment: 'by hand', end: '2026-12-31T04:00:00.000Z' })
    if (isRefusal(row)) return
    const draft = structuredClone(this.data)
    draft.listData[list]!._approval[standard] = row
    this.byHand.add(`/listData/${list}/_approval/${standard}`)
    this.store(draft)
  }
  /** Takes what staff made of it, and notes what of it is theirs. */
  private store(after: ProductData): void {
    const [was, is] = [valuesOf(this.data), valuesOf(after)]
    for (const [place, value] of is) if (!sameValue(was.get(place), value)) this.staffs.set(place, value)
    for (const place of was.keys()) if (!is.has(place)) this.staffs.delete(place)
    this.data = after
    this.agree()
  }
  /** What the register says too is not staff's alone: the register may change it again. */
  private agree(): void {
    for (const [place, value] of this.staffs)
      if (!isApproval(place) && sameValue(this.said.get(place), value)) this.staffs.delete(place)
  }
  /** Checks that nothing of staff's is lost. */
  checkStaffs(said: ReadonlyMap<string, unknown>, isGone: (place: string) => boolean): void {
    const is = valuesOf(this.data)
    for (const place of this.staffs.keys()) if (isGone(place)) this.staffs.delete(place)
    for (const [place, value] of this.staffs)
      if (isDecision(place)) expect({ place, value: is.get(place) }).toEqual({ place, value })
    this.said = said
    this.agree()
  }
}

it('keeps what staff decided, and writes the same edition once', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
      const world = new World()
      for (const one of steps) {
        if ('edit' in one) world.edit(one.edit.list, one.edit.change.at, one.edit.change.value)
        else if ('decision' in one)
          world.decide(one.decision.list, one.decision.standard, one.decision.action)
        else {
          const { root, national: other, migrates } = one.edition
          const listData = { [base]: root, ...(other !== undefined && { [national]: other }) }
          const item = { kind: 'product', key: 'p', data: { listData } } as ImportItem
          const archived = Object.entries(world.data?.listData ?? {}).filter(([, list]) => list._archived)
          const hands = [...valuesOf(world.data)].filter(([place]) => world.byHand.has(rowOfApproval(place)))
          const before = world.data
          world.take(item, migrates)
          const isGone = goneWithBase(before, world.data)
          world.checkStaffs(valuesOf({ listData }), isGone)
          const now = valuesOf(world.data)
          for (const [place, value] of hands) expect(now.get(place)).toEqual(value)
          for (const [list, was] of archived) {
            const kept = [...stated(was)].filter(([place]) => !isGone(`/listData/${list}${place}`))
            expect([...stated(world.data?.listData[list])].sort()).toEqual(kept.sort())
          }
          expect(entitySchemas.product.safeParse(world.data).success).toBe(true)
          expect(world.take(item, migrates)).toBe(false)
        }
      }
    }),
    { numRuns: 150 },
  )
})
