/** Archiving, deleting and restoring products and their lists, through the runtime. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { archive } from '../../shared/calls/bml/product/archive.ts'
import { archivelist } from '../../shared/calls/bml/product/archivelist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { resetnationalpartner } from '../../shared/calls/bml/product/resetnationalpartner.ts'
import { restore } from '../../shared/calls/bml/product/restore.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { unarchivelist } from '../../shared/calls/bml/product/unarchivelist.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { type CallFailure, type Harness, ids, refusal, startHarness } from './harness.ts'
import { dataOf, listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, fr } = ids.list
async function newProduct(...lists: string[]): Promise<string> {
  const { id, rev } = await h.as('core').call(create, {})
  await h.as('core').call(save, {
    id,
    rev,
    patch: [set(base, 'basis-f1', text('Fresh')), set(base, '_category', ids.category.compost)],
  })
  for (const list of lists) await h.as('admin').call(addlist, { id, rev: await h.revOf(id), list })
  return id
}
const kindsOf = async (id: string) =>
  (await h.as('core').call(gettimeline, { id })).list.map(({ kind, list }) => [kind, list])

type Change = typeof archive | typeof deleteproduct | typeof resetnationalpartner
const change = async (contract: Change, id: string, user: DemoUser = 'core') =>
  h.as(user).call(contract, { id, rev: await h.revOf(id) })

describe('archiving a list', () => {
  const put = async (
    contract: typeof archivelist | typeof unarchivelist,
    id: string,
    list: string,
    user: DemoUser = 'core',
  ) => h.as(user).call(contract, { id, rev: await h.revOf(id), list })

  test('keeps all of it, seen but changed by nobody, until it is taken out again', async () => {
    const id = await newProduct(ch)
    const before = listIn(await h.as('core').call(load, { id }), ch)
    const archived = await put(archivelist, id, ch)
    expect(listIn(archived, ch)).toEqual({ ...before, _archived: true })
    expect(archived.may[ch]).not.toContain('product:edit')
    for (const user of ['core', 'admin'] as const)
      expect(
        await refusal(
          h.as(user).call(save, { id, rev: await h.revOf(id), patch: [set(ch, 'basis-f5', text('x'))] }),
        ),
      ).toMatchObject({ status: 403 })
    const responsible = { list: ch, institution: ids.institution.rhine }
    expect(
      await refusal(h.as('admin').call(setresponsibility, { id, rev: await h.revOf(id), ...responsible })),
    ).toMatchObject({ status: 403 })
    expect(archived.may[ch]).not.toContain('product:set-responsibility')
    expect(await refusal(put(archivelist, id, ch))).toMatchObject({ key: 'noChange' })

    const back = await put(unarchivelist, id, ch)
    expect(listIn(back, ch)).toEqual(before)
    expect(back.may[ch]).toContain('product:edit')
    expect((await kindsOf(id)).slice(0, 2)).toEqual([
      ['unarchived', ch],
      ['archived', ch],
    ])
  })
  test('never the base list, nor one that is not there or not known', async () => {
    const id = await newProduct()
    expect(await refusal(put(archivelist, id, base))).toMatchObject({ status: 422, key: 'baseListArchive' })
    expect(await refusal(put(archivelist, id, ch))).toMatchObject({ key: 'listMissing' })
    expect(await refusal(put(unarchivelist, id, ids.nothing))).toMatchObject({ key: 'listMissing' })
  })
  test('is for admins and core partners who are responsible for the base list', async () => {
    // France is responsible for all of it, but is no core partner: refused before anything is read.
    expect(await refusal(put(archivelist, ids.product.neem, fr, 'national'))).toMatchObject({ status: 403 })
    expect(await refusal(put(archivelist, ids.product.neem, fr, 'core'))).toMatchObject({ status: 403 })
    expect(await refusal(put(archivelist, ids.product.compost, ch, 'national'))).toMatchObject({
      status: 403,
    })
    expect(listIn(await put(archivelist, ids.product.neem, fr, 'admin'), fr)._archived).toBe(true)
    expect(listIn(await put(unarchivelist, ids.product.neem, fr, 'admin'), fr)._archived).toBe(false)
  })
  test('while somebody edits the list: their save is told of the change, and then refused', async () => {
    const id = await newProduct(ch)
    const rev = await h.revOf(id)
    await put(archivelist, id, ch)
    const edit = { id, patch: [set(ch, 'basis-f5', text('mine'))] }
    expect(await refusal(h.as('core2').call(save, { ...edit, rev }))).toMatchObject({ status: 409 })
    expect(await refusal(h.as('core2').call(save, { ...edit, rev: await h.revOf(id) }))).toMatchObject({
      status: 403,
    })
    expect(await refusal(h.as('core').call(unarchivelist, { id, rev, list: ch }))).toMatchObject({
      status: 409,
    })
  })
})

describe('archiving a product', () => {
  test('leaves it as it is for everybody, until it is restored', async () => {
    const id = await newProduct(ch)
    const before = dataOf(await h.as('core').call(load, { id }))
    const archived = await change(archive, id)
    expect(dataOf(archived)).toEqual({ ...before, archived: true })
    expect(archived.may[ch]).toEqual(expect.not.arrayContaining(['product:edit', 'product:approve']))

    const rev = await h.revOf(id)
    const admin = h.as('admin')
    const patch = [set(base, 'basis-f5', text('x'))]
    for (const run of [
      admin.call(save, { id, rev, patch }),
      admin.call(updatefrompatch, { id, rev, patch }),
      admin.call(addlist, { id, rev, list: fr }),
      admin.call(archivelist, { id, rev, list: ch }),
      admin.call(revert, { id, rev, toRev: 1 }),
      admin.call(setresponsibility, { id, rev, list: base, institution: ids.institution.rhine }),
      admin.call(approvals, { id, rev, list: base, standard: ids.standard.eu, action: 'initiate' }),
      admin.call(archive, { id, rev }),
    ].map(refusal))
      expect(await run).toMatchObject({ status: 422, key: 'productArchived' })

    const back = await h.as('core').call(restore, { id, rev })
    expect(dataOf(back)).toEqual(before)
    expect(await refusal(h.as('core').call(restore, { id }))).toMatchObject({ key: 'noChange' })
    expect((await kindsOf(id)).slice(0, 2)).toEqual([
      ['unarchived', undefined],
      ['archived', undefined],
    ])
  })
  test('is found by the search as archived', async () => {
    const id = await newProduct()
    await change(archive, id)
    await h.indexed()
    const found = await h.as('core').call(search, {
      attributeFilter: {
        $and: [
          { field: 'id', comparison: 'eq', value: id },
          { field: 'archived', comparison: 'eq', value: true },
        ],
      },
    })
    expect(found.list.map((one) => one.id)).toEqual([id])
  })
  test('needs the right, the newest revision, and a product that one knows of', async () => {
    expect(await refusal(change(archive, ids.product.basalt))).toMatchObject({ status: 403 })
    expect(await refusal(change(archive, ids.product.neem, 'national'))).toMatchObject({ status: 403 })
    expect(await refusal(change(archive, ids.product.basalt, 'national'))).toMatchObject({ status: 403 })
    const id = await newProduct()
    expect(await refusal(h.as('core').call(archive, { id, rev: 1 }))).toMatchObject({ status: 409 })
    expect(await refusal(h.as('core').call(archive, { id: ids.nothing, rev: 1 }))).toMatchObject({
      status: 404,
    })
  })
})

describe('deleting a product', () => {
  test('and restoring it: the product as it was, told in its timeline', async () => {
    const id = await newProduct(ch)
    const before = dataOf(await h.as('core').call(load, { id }))
    const deleted = await change(deleteproduct, id)
    expect(deleted).toMatchObject({ id, disabled: true })
    expect(await refusal(change(deleteproduct, id))).toMatchObject({ status: 422, key: 'noChange' })
    expect(
      await refusal(
        h.as('core').call(save, { id, rev: deleted.rev, patch: [set(base, 'basis-f5', text('x'))] }),
      ),
    ).toEqual({ status: 422, key: 'productDeleted', message: 'Product was deleted' })
    const back = await h.as('core').call(restore, { id, rev: deleted.rev })
    expect(back.disabled).toBe(false)
    expect(dataOf(back)).toEqual(before)
    expect((await kindsOf(id)).slice(0, 2)).toEqual([
      ['restored', undefined],
      ['deleted', undefined],
    ])
  })
  test('that is archived comes back archived, and then is restored from the archive', async () => {
    const id = await newProduct()
    await change(archive, id)
    await change(deleteproduct, id)
    expect(dataOf(await h.as('core').call(restore, { id })).archived).toBe(true)
    expect(dataOf(await h.as('core').call(restore, { id }))).not.toHaveProperty('archived')
  })
  test('is refused while another derives from it, with its name where one may see it', async () => {
    const [parent, child] = [await newProduct(), await newProduct()]
    const entity = (await h.ports.entities.get(child))!
    await h.ports.entities.put(
      { ...entity, data: { ...entity.data, derivedProductId: parent } },
      { expectRev: entity.rev },
    )
    const failed = await change(deleteproduct, parent).catch((e: CallFailure) => e)
    expect(failed).toMatchObject({
      status: 422,
      details: { key: 'stillNamedBy', namedBy: { count: 1, list: [{ id: child, title: 'Fresh' }] } },
    })
    await change(deleteproduct, child)
    expect(await change(deleteproduct, parent)).toMatchObject({ disabled: true })
    // The child would name a deleted product.
    expect(await refusal(h.as('core').call(restore, { id: child }))).toMatchObject({ key: 'namesDeleted' })
  })
  test('needs the right, the newest revision, and a product that one knows of', async () => {
    expect(await refusal(change(deleteproduct, ids.product.basalt))).toMatchObject({ status: 403 })
    expect(await refusal(change(deleteproduct, ids.product.neem, 'national'))).toMatchObject({ status: 403 })
    const id = await newProduct()
    expect(await refusal(h.as('core').call(deleteproduct, { id, rev: 1 }))).toMatchObject({ status: 409 })
    for (const other of [ids.nothing, ids.company.nordhain])
      expect(await refusal(h.as('core').call(deleteproduct, { id: other, rev: 1 }))).toMatchObject({
        status: 404,
        key: 'productNotFound',
      })
  })
  test('the same request twice, by its key, deletes once and answers the same', async () => {
    const id = await newProduct()
    const ask = { id, rev: await h.revOf(id) }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await h.as('core').call(deleteproduct, ask, key)
    expect(await h.as('core').call(deleteproduct, ask, key)).toEqual(first)
    expect(await h.revOf(id)).toBe(first.rev)
  })
})

describe('the mark of a national partner', () => {
  test('is taken off by core partners and admins; that it began as one stays', async () => {
    const { id } = await h.as('national').call(create, {})
    expect(await refusal(change(resetnationalpartner, id, 'national'))).toMatchObject({ status: 403 })
    const reset = await change(resetnationalpartner, id, 'admin')
    expect(dataOf(reset)).toMatchObject({ isNationalPartner: false, isNationalPartnerInitial: true })
    expect(await refusal(change(resetnationalpartner, id, 'admin'))).toMatchObject({ key: 'noChange' })
    const timeline = await h.as('admin').call(gettimeline, { id })
    expect(timeline.list[0]).toMatchObject({ kind: 'nationalPartnerReset' })
  })
})
