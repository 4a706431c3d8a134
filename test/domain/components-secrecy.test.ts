/**
 * Random work on a product's components, in the base list and in another one: nobody sees a component of the base list who does
 * not see it there, and a list's own components are never lost or hidden by what happens to the base list.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideAddList } from '../../functions/domain/product/add-list.ts'
import { decideArchiveList } from '../../functions/domain/product/archive.ts'
import type { Product, ProductReference, WriteContext } from '../../functions/domain/product/context.ts'
import { decideMoveList } from '../../functions/domain/product/move-list.ts'
import { decideResponsibility } from '../../functions/domain/product/responsibility.ts'
import { decideRevert } from '../../functions/domain/product/revert.ts'
import { decideSave } from '../../functions/domain/product/save.ts'
import { type Secrecy, secrecyLevels } from '../../shared/constants.ts'
import { category, institution } from '../../shared/model/administration.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import type { ComponentRow, ProductData } from '../../shared/model/product.ts'
import { redactProduct } from '../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal } from '../../shared/rules/refusal.ts'
import { resolveLists, responsibleInstitution } from '../../shared/rules/resolution.ts'
import { visibleTo } from '../../shared/rules/secrecy.ts'
import {
  base,
  core,
  fieldsOf,
  fr,
  idOf,
  lists,
  national,
  other,
  productOf,
  text,
  viewers,
} from './product-samples.ts'

const none = () => undefined
const at = '2026-01-01T08:00:00.000Z'
const entity = <T>(id: string, entityclass: string, data: T, rev = 1): Entity<T> => ({
  id,
  entityclass,
  attributeset: 'default',
  rev,
  created: at,
  createdBy: '',
  updated: at,
  updatedBy: '',
  disabled: false,
  data,
})
const mapOf = <T>(entityclass: string, ...all: (readonly [string, T])[]) =>
  new Map(all.map(([id, data]) => [id, entity(id, entityclass, data)]))
const compost = idOf('compost')
const component = idOf('component')
const reference: ProductReference = {
  lists,
  fields: fieldsOf(['basis-f1', 'public']),
  standards: new Map(),
  categories: mapOf('category', [compost, category.parse({ title: {}, mainCategoryKey: 'fertilisers' })]),
  institutions: mapOf(
    'institution',
    ...[core, national, other].map((id) => [id, institution.parse({ title: {} })] as const),
  ),
  components: mapOf('component', [component, { disabled: false }]),
  options: new Map(),
  checklists: new Map(),
  restrictions: new Map(),
  permits: new Map(),
  hobbyUses: new Map(),
}

const id = fc.constantFrom('k1', 'k2')
const part = fc.constantFrom('base' as const, 'base' as const, 'additional' as const)
const level = fc.constantFrom(...secrecyLevels)
/** In the product that has the French list, or in the other one. */
const away = fc.constantFrom(false, false, false, true)
/** One of the rows that are there. */
const nth = fc.nat({ max: 3 })
const by = fc.constantFrom('A' as const, 'N' as const)
const of = <T extends string>(name: T) => ({ do: fc.constant(name) })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...of('addBase'), away, part, id, level }) },
  { weight: 4, arbitrary: fc.record({ ...of('levelOfBase'), away, nth, level }) },
  { weight: 4, arbitrary: fc.record({ ...of('removeBase'), away, nth }) },
  { weight: 2, arbitrary: fc.record({ ...of('levelOfCopy'), nth, level }) },
  { weight: 2, arbitrary: fc.record({ ...of('labelCopy'), nth }) },
  { weight: 3, arbitrary: fc.record({ ...of('addOwn'), part, id, level, by }) },
  { weight: 1, arbitrary: fc.record({ ...of('archive'), archived: fc.constantFrom(true, false, false) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...of('give'),
      away,
      list: fc.constantFrom(base, fr),
      to: fc.constantFrom(core, national, other),
    }),
  },
  { weight: 1, arbitrary: fc.record(of('move')) },
  { weight: 2, arbitrary: fc.record({ ...of('revert'), away, back: fc.integer({ min: 1, max: 3 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Found = [list: string, row: ComponentRow]

/** Two products, one of which has the French list, and what is known of each component by its amount, which no step changes. */
class World {
  readonly revisions: ProductData[][]
  /** Components of a base list: where it is, and its level there, the last one when it is gone. */
  readonly ofBase = new Map<number, { which: number; level: Secrecy }>()
  /** The French list's own, with their level. */
  readonly own = new Map<number, Secrecy>()
  /** Components of a base list that the French list has kept as its own: they were no secret. */
  readonly kept = new Set<number>()
  private next = 1
  constructor() {
    const first = () =>
      productOf({
        [base]: { _responsible: { institution: core }, _category: compost, 'basis-f1': text('Name') },
      })
    this.revisions = [[first()], [first()]]
    this.write(0, decideAddList(this.context(0), fr))
    this.write(0, decideResponsibility(this.context(0), fr, national, undefined))
  }
  now = (at: number): ProductData => this.revisions[at]!.at(-1)!
  /** The product that has the French list. */
  get holder(): number {
    return this.now(0).listData[fr] ? 0 : 1
  }
  context(which: number, by: 'A' | 'N' = 'A'): WriteContext {
    const before = entity(
      idOf(`p${which}`),
      'product',
      this.now(which),
      this.revisions[which]!.length,
    ) as Product
    return { before, actor: viewers[by], now: at, today: '2026-01-01', reference, derived: none }
  }
  private write(which: number, decision: { data: ProductData } | Refusal): boolean {
    if (isRefusal(decision)) return false
    this.revisions[which]!.push(decision.data)
    return true
  }
  rowsIn = (data: ProductData | undefined): Found[] =>
    Object.entries(data?.listData ?? {}).flatMap(([list, { _components }]) =>
      Object.values(_components).flatMap((rows) => Object.values(rows).map((row): Found => [list, row])),
    )
  private save = (which: number, patch: JsonPatch, by: 'A' | 'N' = 'A') =>
    this.write(which, decideSave(this.context(which, by), patch))
  private row(secrecy: Secrecy): ComponentRow & { amount: number } {
    return { component, secrecy, amount: this.next++ }
  }

  /** The pointer of one of the components of the list, and what it holds. */
  private nth(which: number, list: string, nth: number) {
    const found = Object.entries(this.now(which).listData[list]?._components ?? {}).flatMap(([part, rows]) =>
      Object.entries(rows).map(([id, row]) => ({ path: this.place(list, part, id), amount: row.amount! })),
    )
    return found.length > 0 ? found[nth % found.length] : undefined
  }
  private place = (list: string, part: string, id: string) => `/listData/${list}/_components/${part}/${id}`

  take(step: Step): void {
    const { holder } = this
    const which = 'away' in step && step.away ? 1 - holder : holder
    switch (step.do) {
      case 'addBase': {
        const value = this.row(step.level)
        // A page gives a new id to each row; the French list may have it already.
        const isUsed = this.revisions[which]!.some(
          ({ listData }) => listData[base]?._components[step.part][step.id],
        )
        const id = isUsed ? `k${step.id}${value.amount}` : step.id
        if (this.save(which, [{ op: 'add', path: this.place(base, step.part, id), value }]))
          this.ofBase.set(value.amount, { which, level: step.level })
        return
      }
      case 'levelOfBase': {
        const found = this.nth(which, base, step.nth)
        if (found) this.save(which, [{ op: 'replace', path: `${found.path}/secrecy`, value: step.level }])
        return
      }
      case 'removeBase': {
        const found = this.nth(which, base, step.nth)
        if (found) this.save(which, [{ op: 'remove', path: found.path }])
        return
      }
      case 'levelOfCopy': {
        const found = this.nth(holder, fr, step.nth)
        if (
          !found ||
          !this.save(holder, [{ op: 'replace', path: `${found.path}/secrecy`, value: step.level }])
        )
          return
        if (this.own.has(found.amount)) this.own.set(found.amount, step.level)
        return
      }
      case 'labelCopy': {
        const found = this.nth(holder, fr, step.nth)
        if (found) this.save(holder, [{ op: 'add', path: `${found.path}/printlabel`, value: true }])
        return
      }
      case 'addOwn': {
        const value = this.row(step.level)
        const seen = this.seen(holder, this.now(holder), step.by)
        if (seen?.listData[fr]?._components[step.part][step.id]) return
        if (this.save(holder, [{ op: 'add', path: this.place(fr, step.part, step.id), value }], step.by))
          this.own.set(value.amount, step.level)
        return
      }
      case 'archive':
        this.write(holder, decideArchiveList(this.context(holder), fr, step.archived))
        return
      case 'give':
        this.write(which, decideResponsibility(this.context(which), step.list, step.to, undefined))
        return
      case 'move': {
        const moved = decideMoveList(this.context(holder), this.context(1 - holder), fr)
        if (isRefusal(moved)) throw new Error(JSON.stringify(moved))
        this.write(holder, moved.source)
        this.write(1 - holder, moved.target)
        return
      }
      case 'revert': {
        const rev = Math.max(1, this.revisions[which]!.length - step.back)
        const then = { rev, data: this.revisions[which]![rev - 1]! }
        this.write(which, decideRevert(this.context(which), then))
      }
    }
  }

  /** What is true of the components of base lists after a step. */
  settle(): void {
    for (const [amount, known] of this.ofBase) {
      const isIt = ([, row]: Found) => row.amount === amount
      const there = this.rowsIn(this.now(known.which)).find((found) => found[0] === base && isIt(found))
      if (there) this.ofBase.set(amount, { ...known, level: there[1].secrecy })
      const isHeld = this.rowsIn(this.now(this.holder)).some((found) => found[0] === fr && isIt(found))
      if (!isHeld || (there && known.which === this.holder) || this.kept.has(amount)) continue
      expect(['base-data-responsible', 'core-partners'], 'kept').not.toContain(known.level)
      this.kept.add(amount)
    }
  }
  seen = (which: number, data: ProductData, viewer: keyof typeof viewers): ProductData | undefined =>
    redactProduct(data, resolveLists(data, none), viewers[viewer], reference, {
      current: this.now(which),
      parents: none,
    })?.data
  /** Nobody is shown a component of a base list who does not see it there today. */
  checkSecrets(which: number, data: ProductData): void {
    for (const viewer of ['C', 'N', 'P'] as const)
      for (const [, { amount }] of this.rowsIn(this.seen(which, data, viewer))) {
        const known = this.ofBase.get(amount!)
        if (!known || this.kept.has(amount!)) continue
        const responsible = responsibleInstitution(this.now(known.which), base)
        const isOwn = viewers[viewer].institutions.some((i) => i.id === responsible)
        expect(visibleTo(known.level, viewers[viewer], isOwn), `${viewer} sees ${amount}`).toBe(true)
      }
  }
  /** The list's own components are there, and shown by the list's own level. */
  checkOwn(): void {
    const data = this.now(this.holder)
    const amounts = (of: ProductData | undefined) =>
      this.rowsIn(of).flatMap(([list, { amount }]) => (list === fr ? amount! : []))
    expect(amounts(data)).toEqual(expect.arrayContaining([...this.own.keys()]))
    const isOwn = responsibleInstitution(data, fr) === national
    const seen = this.seen(this.holder, data, 'N')
    if (!seen?.listData[fr]) return
    for (const [amount, secrecy] of this.own)
      expect(amounts(seen).includes(amount), `own ${amount}`).toBe(visibleTo(secrecy, viewers.N, isOwn))
  }
}

test('components of the base list stay as secret as they are there, and the list’s own stay its own', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 25 }), (steps) => {
      const world = new World()
      const isReverting = steps.some((one) => one.do === 'revert')
      for (const one of steps) {
        world.take(one)
        world.settle()
        for (const which of [0, 1]) world.checkSecrets(which, world.now(which))
        // A revert takes away what was added since.
        if (!isReverting) world.checkOwn()
      }
      for (const which of [0, 1])
        for (const data of world.revisions[which]!.slice(0, -1)) world.checkSecrets(which, data)
    }),
    { numRuns: 600 },
  )
})
