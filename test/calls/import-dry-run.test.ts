/** A dry run answers as the run does: the same counts, and the same reasons for the same things. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const source = 'dry'
const base = fixedIds.list.base
let h: Harness
let takenNumber: number
beforeAll(async () => {
  h = await startHarness()
  const { list } = await h.ports.entities.listByClass('company', { limit: 50 })
  const numbers = list.map(({ data }) => (data as unknown as CompanyData).baseData.customerNumber)
  takenNumber = numbers.find((number) => number !== undefined) as number
})
afterAll(() => h.close())

async function take(items: ImportItem[], dryrun: boolean) {
  const { jobId } = await h.as('admin').call(run, { source, items, approvals: 'migrate', dryrun })
  await h.worked()
  const { status, result, errors } = await h.as('admin').call(checkstatus, { id: jobId })
  expect(status).toBe('complete')
  const reasons = errors.map(({ unit, message }) => `${unit}: ${message}`)
  return { result, reasons: reasons.sort() }
}
async function bothWays(items: ImportItem[]) {
  const dry = await take(items, true)
  expect(await take(items, false)).toEqual(dry)
  return dry
}

const inMain = { mainCategoryKey: 'fertilisers', parent: fixedIds.mainCategory.fertilisers }
const category = (key: string, data: object): ImportItem => ({
  kind: 'category',
  key,
  data: { title: { de_DE: key }, ...data },
})
const product = (key: string, parent?: string, more: object = {}): ImportItem => ({
  kind: 'product',
  key,
  data: {
    ...(parent && { derivedProductId: { $key: `product:${parent}` } }),
    listData: {
      [base]: {
        _responsible: { institution: ids.institution.aare },
        'basis-f1': { textValue: key },
        ...more,
      },
    },
  },
})

it('takes a chain of products, as long as one may be and in no circle', async () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, i) =>
      product(`chain-${length}-${i}`, i ? `chain-${length}-${i - 1}` : undefined),
    )
  expect((await bothWays(chain(3))).result).toMatchObject({ created: 3, rejected: 0 })
  expect((await bothWays(chain(8))).reasons).toEqual([
    'product chain-8-6: A chain of derived products has at most 5 steps.',
    'product chain-8-7: there is no product:chain-8-6 in the register',
  ])
  const circle = [product('chain-3-1', 'chain-3-0'), product('chain-3-0', 'chain-3-2')]
  expect((await bothWays(circle)).reasons).toEqual([
    'product chain-3-0: The products would derive from each other.',
  ])
})
it('does not count as brought what it has rejected', async () => {
  const items = [
    category('misplaced', { ...inMain, mainCategoryKey: 'animal-feed' }),
    category('below', { ...inMain, parent: { $key: 'category:misplaced' } }),
    product('in-misplaced', undefined, { _category: { $key: 'category:below' } }),
    product('below-misplaced', 'in-misplaced'),
  ]
  expect((await bothWays(items)).reasons).toEqual([
    'category below: there is no category:misplaced in the register',
    'category misplaced: Main categories do not match!',
    'product below-misplaced: there is no product:in-misplaced in the register',
    'product in-misplaced: there is no category:below in the register',
  ])
})

const size = 4
const seldom = fc.nat(5).map((n) => n === 0)
const place = fc.option(fc.nat(size - 1), { nil: undefined })
const request = fc.record({
  categories: fc.array(
    fc.record({
      below: place,
      main: fc.constantFrom('fertilisers', 'fertilisers', 'animal-feed'),
      order: fc.nat(3),
    }),
    { maxLength: size },
  ),
  companies: fc.array(fc.record({ isTaken: seldom, name: fc.constantFrom('', 'Nord', 'Ost') }), {
    maxLength: 2,
  }),
  products: fc.array(
    fc.record({
      parent: place,
      category: place,
      company: fc.option(fc.nat(2), { nil: undefined }),
      list: fc.constantFrom(base, base, base, ids.nothing),
      approval: fc.option(fc.constantFrom('2030-05-31T04:00:00.000Z', 'never'), { nil: undefined }),
    }),
    { maxLength: size },
  ),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never
/** With `isOrdered` nothing refers to what comes after it, so there are no circles. */
function itemsOf(of: Request, world: number, isOrdered: boolean): ImportItem[] {
  const key = (name: string, i: number) => `${world}-${name}${i}`
  const allowed = (at: number | undefined, i: number) =>
    at === undefined || (isOrdered && at >= i) ? undefined : at
  return [
    ...of.categories.map(({ below, main, order }, i) => {
      const parent = allowed(below, i)
      const above = parent === undefined ? inMain.parent : { $key: `category:${key('c', parent)}` }
      return category(key('c', i), { mainCategoryKey: main, parent: above, order })
    }),
    ...of.companies.map(
      ({ isTaken, name }, i): ImportItem => ({
        kind: 'company',
        key: key('f', i),
        data: {
          baseData: { name, ...(isTaken && { customerNumber: takenNumber }) },
          contactPersons: { 'dry:main': { isMain: true } },
        },
      }),
    ),
    ...of.products.map((one, i) => {
      const parent = allowed(one.parent, i)
      const row = one.approval && { active: true, end: one.approval }
      const made = product(key('p', i), parent === undefined ? undefined : key('p', parent), {
        ...(one.category !== undefined && { _category: { $key: `category:${key('c', one.category)}` } }),
        ...(one.company !== undefined && {
          _companies: { x: { company: { $key: `company:${key('f', one.company)}` }, role: 'distributor' } },
        }),
        ...(row && { _approval: { [ids.standard.fr]: row } }),
      })
      if (one.list !== base) Object.assign(made.data['listData'] as object, { [one.list]: {} })
      return made
    }),
  ]
}
it('rejects, takes and notes what the run does, whatever is asked', async () => {
  let world = 0
  await fc.assert(
    fc.asyncProperty(request, request, async (first, second) => {
      world += 1
      for (const items of [itemsOf(first, world, false), itemsOf(second, world, true)])
        if (items.length > 0) await bothWays(items)
    }),
    { numRuns: 8 },
  )
}, 120_000)
