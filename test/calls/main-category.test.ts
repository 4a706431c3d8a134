/** A product, its parent and its children stay in one main category, whatever changes one of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parentTurns } from '../../functions/services/entity/turns.ts'
import { ImportRun } from '../../functions/services/import/run.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { restore } from '../../shared/calls/bml/product/restore.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { restore as restoreEntity } from '../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { fixedIds } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import type { Entity, JsonPatch } from '../../shared/model/entity.ts'
import { listData, type ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { at, set } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { compost, oils, fertilisers } = ids.category
const differ = { status: 422, key: 'mainCategoriesDiffer', message: 'Main categories do not match!' }
const source = 'families'

/** `category`: undefined where it is read from the parent, null where there is none. */
async function stored(category: string | undefined | null, parent?: string, more: Partial<ProductData> = {}) {
  const id = crypto.randomUUID()
  const now = h.clock.now()
  const own =
    category === undefined ? { _linked: { _category: 'derived' } } : category && { _category: category }
  const data = {
    isNationalPartner: false,
    isNationalPartnerInitial: false,
    invoiceFlags: {},
    ...(parent && { derivedProductId: parent }),
    importKey: `${source}:${id}`,
    ...more,
    listData: {
      [base]: listData.parse({
        _responsible: { institution: ids.institution.aare },
        'basis-f1': { textValue: 'Name' },
        ...own,
      }),
      ...more.listData,
    },
  }
  await h.ports.entities.put(
    {
      id,
      entityclass: 'product',
      attributeset: 'default',
      rev: 1,
      created: now,
      createdBy: ids.account.admin,
      updated: now,
      updatedBy: ids.account.admin,
      disabled: false,
      data: data as unknown as Entity['data'],
    },
    { expectRev: 0, unique: [`product#/importKey#${source}:${id}`] },
  )
  return id
}
const patch = async (id: string, operations: JsonPatch) =>
  h.as('admin').call(save, { id, rev: await h.revOf(id), patch: operations })
const choose = (id: string, category: string) => patch(id, [set(base, '_category', category)])
const take = (id: string, category: string, put = h.ports.entities.put) =>
  new ImportRun(
    { ...h.ports, entities: { ...h.ports.entities, put } },
    { jobId: ids.nothing, source, account: ids.account.admin },
  ).take({ kind: 'product', key: id, data: { listData: { [base]: { _category: category } } } })
const update = async (id: string, category: string, dryrun: boolean) =>
  h.as('admin').call(updatefrompatch, {
    id,
    rev: await h.revOf(id),
    mode: 'merge',
    patch: { listData: { [base]: { _category: category } } },
    dryrun,
  })
const rejected = {
  outcome: 'rejected',
  notes: [{ message: expect.stringContaining('Main categories do not match!') }],
}
/** Every way in which the category of a product is changed by itself. */
const refusedEveryWay = async (id: string, category: string) => {
  const { rev, data } = (await h.ports.entities.get(id))!
  // The register has brought the present one: what staff chose, it would leave alone.
  await take(id, (data as unknown as ProductData).listData[base]!._category!)
  expect(await refusal(choose(id, category))).toEqual(differ)
  for (const dryrun of [true, false]) expect(await refusal(update(id, category, dryrun))).toEqual(differ)
  expect(await take(id, category)).toMatchObject(rejected)
  expect(await h.revOf(id)).toBe(rev)
}

test('the category of a child, and that of its parent, stay in it: by save, generic call and import', async () => {
  const parent = await stored(compost)
  const child = await stored(compost, parent)
  await refusedEveryWay(child, oils)
  await refusedEveryWay(parent, oils)
  // Another category of the same main category is none of the other's business.
  await choose(parent, fertilisers)
  expect(await take(child, fertilisers)).toMatchObject({ outcome: 'changed' })
})

test('a category that moves at the moment when a child chooses it: one of the two is refused', async () => {
  const parent = await stored(compost)
  for (let n = 0; n < 12; n++) {
    const child = await stored(compost, parent)
    const { id: category } = await h.as('admin').call(createEntity, {
      entityclass: 'category',
      data: {
        title: { de_DE: `Zieht um ${n}` },
        parent: fixedIds.mainCategory.fertilisers,
        mainCategoryKey: 'fertilisers',
      },
    })
    const away: JsonPatch = [
      { op: 'replace', path: '/parent', value: fixedIds.mainCategory['animal-feed'] },
      { op: 'replace', path: '/mainCategoryKey', value: 'animal-feed' },
    ]
    const both = [
      choose(child, category),
      h.as('admin').call(updatefrompatch, { id: category, rev: 1, patch: away }),
    ]
    if (n % 2) both.reverse()
    const done = (await Promise.allSettled(both)).map(({ status }) => status)
    const [chosen, moved] = n % 2 ? done.reverse() : done
    expect([chosen, moved]).toContain('rejected')
  }
})

test('a parent that others read their category from takes them along, unless something below them differs', async () => {
  const parent = await stored(compost)
  const reader = await stored(undefined, parent)
  await stored(undefined, reader)
  await choose(parent, oils)
  await choose(parent, compost)
  const ownGrandchild = await stored(compost, reader)
  await refusedEveryWay(parent, oils)
  await h.as('admin').call(setderived, { id: ownGrandchild, rev: 1, parent: null })
  await choose(parent, oils)
  await choose(parent, compost)
  // A list of a product that follows has a category of its own.
  await stored(undefined, reader, { listData: { [ch]: listData.parse({ _category: compost }) } })
  await refusedEveryWay(parent, oils)
})

test('a new parent of a product that reads its category fits what is below the product', async () => {
  const [first, second] = [await stored(compost), await stored(oils)]
  const reader = await stored(undefined, first)
  const child = await stored(compost, reader)
  const move = async () =>
    h.as('admin').call(setderived, { id: reader, rev: await h.revOf(reader), parent: second })
  expect(await refusal(move())).toEqual(differ)
  await h.as('admin').call(setderived, { id: child, rev: 1, parent: null })
  await move()
})

test('a source of its own is judged like a category', async () => {
  const parent = await stored(compost)
  const reader = await stored(undefined, parent)
  const own = (category: string): JsonPatch => [
    { op: 'remove', path: at(base, '_linked/_category') },
    set(base, '_category', category),
  ]
  expect(await refusal(patch(reader, own(oils)))).toEqual(differ)
  await patch(reader, own(compost))
})

test('a family without categories gets one', async () => {
  const parent = await stored(null)
  const child = await stored(null, parent)
  await choose(child, compost)
  await refusedEveryWay(parent, oils)
  await choose(parent, compost)
})

test('a revert brings no category of another main category back', async () => {
  const child = await stored(oils)
  await choose(child, compost)
  const parent = await stored(compost)
  await h.as('admin').call(setderived, { id: child, rev: 2, parent })
  expect(await refusal(h.as('admin').call(revert, { id: child, rev: 3, toRev: 1 }))).toEqual(differ)
  const other = await stored(oils)
  await choose(other, compost)
  await stored(compost, other)
  expect(await refusal(h.as('admin').call(revert, { id: other, rev: 2, toRev: 1 }))).toEqual(differ)
})

test('a child that was deleted meanwhile stays so until it fits', async () => {
  const parent = await stored(compost)
  const child = await stored(compost, parent)
  await h.as('admin').call(deleteproduct, { id: child, rev: 1 })
  await choose(parent, oils)
  expect(await refusal(h.as('admin').call(restore, { id: child, rev: 2 }))).toEqual(differ)
  expect(await refusal(h.as('admin').call(restoreEntity, { id: child, rev: 2 }))).toEqual(differ)
  await choose(parent, compost)
  expect(await h.as('admin').call(restore, { id: child, rev: 2 })).toMatchObject({ disabled: false })
})

/** Does something just before the next product is written, when all is decided. */
function beforeWrite(meanwhile: () => Promise<unknown>) {
  const { entities } = h.ports
  const original = entities.put
  entities.put = async (entity, options) => {
    entities.put = original
    await meanwhile()
    return original(entity, options)
  }
}

test('of two changes at once, each of which would be right alone, one is refused', async () => {
  // The child gets a category of its own while the parent takes it along.
  const parent = await stored(compost)
  const reader = await stored(undefined, parent)
  beforeWrite(() =>
    patch(reader, [{ op: 'remove', path: at(base, '_linked/_category') }, set(base, '_category', compost)]),
  )
  expect(await refusal(choose(parent, oils))).toEqual(differ)

  // A product becomes the parent of another while its category changes.
  const [first, second] = [await stored(compost), await stored(compost)]
  beforeWrite(() => h.as('admin').call(setderived, { id: second, rev: 1, parent: first }))
  expect(await refusal(choose(first, oils))).toEqual(differ)

  // A deleted child comes back while the parent changes.
  const above = await stored(compost)
  const deleted = await stored(compost, above)
  await h.as('admin').call(deleteproduct, { id: deleted, rev: 1 })
  beforeWrite(() => choose(above, oils))
  expect(await refusal(h.as('admin').call(restore, { id: deleted, rev: 2 }))).toEqual(differ)

  // An import changes the parent while the child changes.
  const top = await stored(compost)
  const own = await stored(undefined, top)
  await take(top, compost)
  let isFirst = true
  const put: typeof h.ports.entities.put = async (entity, options) => {
    if (isFirst) {
      isFirst = false
      await patch(own, [
        { op: 'remove', path: at(base, '_linked/_category') },
        set(base, '_category', compost),
      ])
    }
    return h.ports.entities.put(entity, options)
  }
  expect(await take(top, oils, put)).toMatchObject(rejected)
})

test('who loses the turn decides again, for as long as the product has the revision that was seen', async () => {
  const { entities } = h.ports
  const [parent, child, other] = [await stored(compost), await stored(compost), await stored(compost)]
  const original = entities.put
  let turns = 5
  entities.put = async (entity, options) => {
    if (options.turn && turns-- > 0) {
      const now = (await entities.get(other))!
      const turn = { counter: parentTurns, at: await entities.counter(parentTurns) }
      await original(now, { expectRev: now.rev, turn })
    }
    return original(entity, options)
  }
  try {
    expect(await h.as('admin').call(setderived, { id: child, rev: 1, parent })).toMatchObject({ rev: 2 })
    expect(turns).toBeLessThan(0)
  } finally {
    entities.put = original
  }
  // The product itself was changed meanwhile.
  beforeWrite(async () => {
    await choose(child, fertilisers)
    const now = (await entities.get(other))!
    const turn = { counter: parentTurns, at: await entities.counter(parentTurns) }
    await original(now, { expectRev: now.rev, turn })
  })
  expect(await refusal(h.as('admin').call(setderived, { id: child, rev: 2, parent: null }))).toMatchObject({
    status: 409,
  })
})

test('an import that is throttled waits for the queue, and does not decide again at once', async () => {
  const parent = await stored(compost)
  const child = await stored(compost)
  let writes = 0
  const put = async () => {
    writes++
    throw new CallError('too_many_requests', 'Too many requests at once.')
  }
  const run = new ImportRun(
    { ...h.ports, entities: { ...h.ports.entities, put } },
    { jobId: ids.nothing, source, account: ids.account.admin },
  )
  const derivedProductId = { $key: `product:${parent}` }
  await expect(run.take({ kind: 'product', key: child, data: { derivedProductId } })).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  expect(writes).toBe(1)
})
