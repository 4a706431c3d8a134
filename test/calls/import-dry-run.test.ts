/** A dry run answers as the run does: the same counts, and the same reasons for the same things. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ImportRun } from '../../functions/services/import/run.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { archive } from '../../shared/calls/bml/product/archive.ts'
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
it('counts a chain with what is below the product already, and keeps it in one main category', async () => {
  const [young, old] = [
    ['y0', 'y1', 'y2', 'y3'],
    ['o0', 'o1'],
  ]
  const chain = (keys: string[]) => keys.map((key, i) => product(key, i ? keys[i - 1] : undefined))
  expect((await bothWays([...chain(young), ...chain(old)])).result).toMatchObject({ created: 6, rejected: 0 })
  // y0 has three generations below it, and two above now: one more is too much.
  expect((await bothWays([product('y0', 'o1')])).result).toMatchObject({ changed: 1 })
  expect((await bothWays([product('last', 'y3')])).reasons).toEqual([
    'product last: A chain of derived products has at most 5 steps.',
  ])
  expect((await bothWays([product('o0', 'another'), product('another')])).reasons).toEqual([
    'product o0: A chain of derived products has at most 5 steps.',
  ])
  expect((await bothWays([product('o0', 'y3')])).reasons).toEqual([
    'product o0: The products would derive from each other.',
  ])
  const items = [
    category('feed', { mainCategoryKey: 'animal-feed', parent: fixedIds.mainCategory['animal-feed'] }),
    category('soil', inMain),
    product('of-feed', undefined, { _category: { $key: 'category:feed' } }),
    product('of-soil', 'of-feed', { _category: { $key: 'category:soil' } }),
    product('of-none', 'of-feed'),
    product('linked', 'of-feed', { _linked: { _category: 'derived' } }),
  ]
  expect((await bothWays(items)).reasons).toEqual([
    'product of-none: Main categories do not match!',
    'product of-soil: Main categories do not match!',
  ])
})
it('gives no product a parent that is archived', async () => {
  await take([product('shelved')], false)
  const id = (await h.ports.entities.findUnique(`product#/importKey#${source}:shelved`))!
  await h.as('admin').call(archive, { id, rev: await h.revOf(id) })
  expect((await bothWays([product('of-shelved', 'shelved')])).reasons).toEqual([
    'product of-shelved: The product is archived. Take it out of the archive first.',
  ])
})
it('gives no product a parent that is archived while the item is written', async () => {
  await take([product('about-to-go'), product('left-alone')], false)
  const { entities } = h.ports
  const id = (await entities.findUnique(`product#/importKey#${source}:about-to-go`))!
  let archived = 0
  const put: typeof entities.put = async (entity, options) => {
    if (archived++ === 0) await h.as('admin').call(archive, { id, rev: await h.revOf(id) })
    return entities.put(entity, options)
  }
  const ports = { ...h.ports, entities: { ...entities, put } }
  const one = new ImportRun(ports, { jobId: ids.nothing, source, account: ids.account.admin })
  expect(await one.take(product('left-alone', 'about-to-go'))).toMatchObject({
    outcome: 'rejected',
    notes: [{ message: expect.stringContaining('The product is archived.') }],
  })
  expect(archived).toBe(1)
})
it('takes parents one after the other with those who give them by hand', async () => {
  const chains = [
    ['a0', 'a1', 'a2', 'a3'],
    ['b0', 'b1'],
    ['c0', 'c1'],
  ]
  const chain = (keys: string[]) => keys.map((key, i) => product(key, i ? keys[i - 1] : undefined))
  await take(chains.flatMap(chain), false)
  const jobs = [product('a0', 'b1'), product('c0', 'a3')].map(async (item) => {
    const { jobId } = await h.as('admin').call(run, { source, items: [item] })
    return jobId
  })
  const started = await Promise.all(jobs)
  await h.worked()
  const results = await Promise.all(started.map((id) => h.as('admin').call(checkstatus, { id })))
  expect(results.map(({ result }) => [result['changed'], result['rejected']]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
  // A person who takes the turn between the reading and the writing of an item: it is judged again, and written.
  const { entities } = h.ports
  let others = 3
  const put: typeof entities.put = async (entity, options) => {
    if (options.turn && others-- > 0) {
      const id = (await entities.findUnique(`product#/importKey#${source}:a0`))!
      const other = (await entities.get(id))!
      const turn = { counter: options.turn.counter, at: await entities.counter(options.turn.counter) }
      await entities.put(other, { expectRev: other.rev, turn })
    }
    return entities.put(entity, options)
  }
  const ports = { ...h.ports, entities: { ...entities, put } }
  const one = new ImportRun(ports, { jobId: ids.nothing, source, account: ids.account.admin })
  expect(await one.take(product('meanwhile', 'b1'))).toMatchObject({ outcome: 'created' })
  expect(others).toBeLessThan(1)
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
