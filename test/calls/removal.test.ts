/** Deleting and erasing: refused while anything names the entity, whatever the index knows, with what and how many. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newJob } from '../../functions/domain/job/job.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { create as createCompany } from '../../shared/calls/bml/company/create.ts'
import { deleteCompany } from '../../shared/calls/bml/company/delete.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { ErrorDetails } from '../../shared/errors.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { makeDraft } from './invoice.world.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const t = (text: string) => ({ de_DE: text })
const make = (entityclass: string, data: Record<string, unknown>) =>
  h.as('admin').call(create, { entityclass, data })
/** By the call of its class. */
async function remove(id: string, user: 'admin' | 'national' = 'admin'): Promise<unknown> {
  const company = await h.ports.entities.get('company', id)
  return company ? h.as(user).call(deleteCompany, { id, rev: company.rev }) : h.as(user).call(disable, { id })
}
const erase = (id: string) => h.as('admin').call(deleteEntity, { id })
const refusalOf = (promise: Promise<unknown>): Promise<{ status: number; details: ErrorDetails }> =>
  promise.then(
    () => expect.fail('it was not refused'),
    (error) => error,
  )
const merge = async (id: string, patch: Record<string, unknown>) => {
  const { rev } = (await h.ports.entities.get(id))!
  return h.as('admin').call(updatefrompatch, { id, rev, mode: 'merge', patch })
}
const stored = (id: string) => h.ports.entities.get(id)

it('a job is erased once it is over', async () => {
  const who = { id: h.ports.ids.next(), by: ids.account.admin, now: h.clock.now() }
  const job = newJob(who, { kind: 'flag', total: 1, config: {}, result: {} })
  const begun = await h.ports.entities.put(job, { expectRev: 0 })
  expect(await refusalOf(erase(job.id))).toMatchObject({ status: 422, details: { key: 'jobRunning' } })
  const over = { ...begun, rev: 2, data: { ...begun.data, status: 'complete' as const } }
  await h.ports.entities.put(over, { expectRev: 1 })
  await erase(job.id)
})

it('a job that was stopped is erased once nothing of it can be at work any more', async () => {
  const who = { id: h.ports.ids.next(), by: ids.account.admin, now: h.clock.now() }
  await h.ports.entities.put(newJob(who, { kind: 'flag', total: 1, config: {}, result: {} }), {
    expectRev: 0,
  })
  await h.as('admin').call(abort, { id: who.id })
  expect(await refusalOf(erase(who.id))).toMatchObject({
    status: 422,
    details: { key: 'jobEnding', params: { hours: 2 } },
  })
  h.clock.advance(2 * 3600)
  await erase(who.id)
  expect(await stored(who.id)).toBeUndefined()
})

describe('an entry that something names', () => {
  it('is neither deleted nor erased; what names it is told, without the index', async () => {
    const country = await make('country', { title: t('Neuland'), isoCode: 'XN' })
    const region = await make('region', { title: t('Nordneuland'), country: country.id })
    for (const attempt of [remove, erase]) {
      expect(await refusalOf(attempt(country.id))).toMatchObject({
        status: 422,
        details: {
          key: 'stillNamedBy',
          params: { count: '1', names: 'Nordneuland' },
          namedBy: {
            count: 1,
            isMore: false,
            classes: { region: 1 },
            list: [{ id: region.id, entityclass: 'region', title: 'Nordneuland' }],
          },
        },
      })
      expect(await stored(country.id)).toMatchObject({ rev: 1, disabled: false })
    }
    // A deleted one still names it: it might come back. So it may go, but not for ever.
    await remove(region.id)
    await remove(country.id)
    expect(await refusalOf(erase(country.id))).toMatchObject({
      details: { namedBy: { classes: { region: 1 } } },
    })
    await erase(region.id)
    await erase(country.id)
    expect(await stored(country.id)).toBeUndefined()
  })
  it('may be a company, an institution, a parent product, a category or a component', async () => {
    const named = [
      ids.company.nordhain,
      ids.institution.aare,
      ids.category.compost,
      ids.standard.eu,
      ids.component.horn,
    ]
    for (const id of named) {
      const before = await stored(id)
      expect([id, (await refusalOf(erase(id))).details.key]).toEqual([id, 'stillNamedBy'])
      expect([id, (await refusalOf(remove(id))).details.key]).toEqual([id, 'stillNamedBy'])
      expect(await stored(id)).toEqual(before)
    }
    const [parent, child] = [
      await h.as('admin').call(createProduct, {}),
      await h.as('admin').call(createProduct, {}),
    ]
    const { entities } = h.ports
    const now = (await stored(child.id))!
    await entities.put({ ...now, data: { ...now.data, derivedProductId: parent.id } }, { expectRev: 1 })
    expect((await refusalOf(remove(parent.id))).details.namedBy).toMatchObject({ classes: { product: 1 } })
    await remove(child.id)
    await remove(parent.id)
  })
  it('may be an institution, for the invoices that it has sent: also when nothing else of it is left', async () => {
    const own = await make('institution', { title: t('Billing body'), internalName: 'billing' })
    const invoice = await makeDraft(h, {
      institution: own.id,
      number: 'billing-2026-000001',
      sendDate: '2026-03-10T09:00:00.000Z',
      indexData: { invoiceNumber: 'billing-2026-000001' },
    })
    for (const attempt of [remove, erase])
      expect(await refusalOf(attempt(own.id))).toMatchObject({
        status: 422,
        details: {
          key: 'stillNamedBy',
          params: { count: '1', names: 'billing-2026-000001' },
          namedBy: { count: 1, isMore: false, classes: { invoice: 1 }, list: [{ id: invoice }] },
        },
      })
    expect(await stored(own.id)).toMatchObject({ rev: 1, disabled: false })
  })
  it('shows 20 of many, and counts all', async () => {
    const label = await make('country', { title: t('Vielland'), isoCode: 'XV' })
    for (let n = 0; n < 23; n++) await make('region', { title: t(`Region ${n}`), country: label.id })
    const { namedBy } = (await refusalOf(remove(label.id))).details
    expect(namedBy).toMatchObject({ count: 23, classes: { region: 23 } })
    expect(namedBy!.list).toHaveLength(20)
  })
  it('names to an editor only what they may see, and counts the rest', async () => {
    // A company of the national institution, on a product of theirs and on one of another institution.
    const { belmont } = ids.company
    const { neem, basalt } = ids.product
    const { entities } = h.ports
    const before = (await stored(basalt))!
    const data = structuredClone(before.data) as unknown as ProductData
    data.listData[ids.list.base]!._companies = { r1: { company: belmont, role: 'distributor' } }
    await entities.put({ ...before, rev: before.rev + 1, data }, { expectRev: before.rev })

    const told = async (user: 'admin' | 'national') => {
      const { status, details } = await refusalOf(remove(belmont, user))
      const { list, ...counted } = details.namedBy!
      return { status, counted, seen: list.map(({ id }) => id).sort(), names: details.params!['names'] }
    }
    const counted = { count: 2, isMore: false, classes: { product: 2 } }
    expect(await told('admin')).toMatchObject({ status: 422, counted, seen: [basalt, neem].sort() })
    expect(await told('national')).toEqual({ status: 422, counted, seen: [neem], names: 'Neem Vert' })
    expect(await stored(belmont)).toMatchObject({ disabled: false })
  })
})

describe('a tree', () => {
  it('is deleted with all below it, unless something that stays names a part of it; then nothing is', async () => {
    const top = await make('category', {
      title: t('Oben'),
      parent: fixedIds.mainCategory.fertilisers,
      mainCategoryKey: 'fertilisers',
    })
    const below = await make('category', {
      title: t('Unten'),
      parent: top.id,
      mainCategoryKey: 'fertilisers',
    })
    const text = await make('categorytext', { title: t('Hinweis'), description: t('…'), category: below.id })
    expect(await refusalOf(remove(top.id))).toMatchObject({
      details: { namedBy: { classes: { categorytext: 1 } } },
    })
    for (const { id } of [top, below]) expect(await stored(id)).toMatchObject({ disabled: false, rev: 1 })
    await remove(text.id)
    await remove(top.id)
    for (const { id } of [top, below]) expect(await stored(id)).toMatchObject({ disabled: true, rev: 2 })
  })
})

describe('what is deleted', () => {
  it('is not named by what begins to name it in the same moment', async () => {
    const company = await h.as('admin').call(createCompany, { name: 'Begehrt' })
    const product = await h.as('admin').call(createProduct, {})
    const row = { company: company.id, role: 'manufacturer' }
    const path = `/listData/${ids.list.base}/_companies/r1`
    // Nothing names it when the deletion is decided; a product does before it is written.
    const { entities } = h.ports
    const original = entities.put
    entities.put = async (entity, options) => {
      entities.put = original
      await h
        .as('admin')
        .call(save, { id: product.id, rev: product.rev, patch: [{ op: 'add', path, value: row }] })
      return original(entity, options)
    }
    expect(await refusalOf(remove(company.id))).toMatchObject({
      status: 422,
      details: { key: 'stillNamedBy', namedBy: { classes: { product: 1 } } },
    })
    expect(await stored(company.id)).toMatchObject({ rev: 1, disabled: false })
  })
  it('cannot be named anew, in the same moment either', async () => {
    const company = await h.as('admin').call(createCompany, { name: 'Kurzlebig' })
    const product = await h.as('admin').call(createProduct, {})
    const row = { company: company.id, role: 'manufacturer' }
    const path = `/listData/${ids.list.base}/_companies/r1`
    const name = () =>
      h.as('admin').call(save, { id: product.id, rev: product.rev, patch: [{ op: 'add', path, value: row }] })
    // The product is decided upon while the company is still there; it goes before the product is written.
    const { entities } = h.ports
    const original = entities.put
    entities.put = async (entity, options) => {
      entities.put = original
      await remove(company.id)
      return original(entity, options)
    }
    expect(await refusalOf(name())).toMatchObject({ status: 422, details: { key: 'namesDeleted' } })
    expect(await stored(product.id)).toMatchObject({ rev: 1 })
    expect(await stored(company.id)).toMatchObject({ disabled: true })
    const country = await make('country', { title: t('Kurzland'), isoCode: 'XK' })
    const region = await make('region', { title: t('Kurzlebig'), country: country.id })
    await remove(region.id)
    expect(
      await refusalOf(merge(ids.company.nordhain, { addresses: { a1: { region: region.id } } })),
    ).toMatchObject({ status: 422, details: { key: 'namesDeleted' } })
  })
})
