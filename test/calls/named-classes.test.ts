/** What an entity names must be there, and of the class that it is named as; what it named before stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { misnamed } from '../../scripts/ops/names.ts'
import { countryId } from '../../scripts/seed/people.ts'
import { create as createCompany } from '../../shared/calls/bml/company/create.ts'
import { save as saveCompany } from '../../shared/calls/bml/company/save.ts'
import { create as createProduct } from '../../shared/calls/bml/product/create.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'
import { at, set } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const { base } = ids.list
const title = { de_DE: 'Neu' }
const nothing = ids.nothing
const otherClass = ids.company.belmont

describe('entries of administration, accounts and searches', () => {
  const cases: [string, Record<string, unknown>, (id: string) => Record<string, unknown>, string][] = [
    [
      'savedsearch',
      { title: 'x', tree: { type: 'nop' } },
      (id) => ({ visibleForInstitutions: [id] }),
      '/visibleForInstitutions/0',
    ],
    ['institution', { title }, (id) => ({ users: [ids.account.core, id] }), '/users/1'],
    ['list', { title }, (id) => ({ biostandards: [ids.standard.ch, id] }), '/biostandards/1'],
    ['list', { title }, (id) => ({ institutes: [id] }), '/institutes/0'],
    ['restrictiontext', { text: title }, (id) => ({ standards: [id] }), '/standards/0'],
    [
      'categorytext',
      { title, description: title, category: ids.category.compost },
      (id) => ({ list: id }),
      '/list',
    ],
  ]
  it.each(cases)(
    'of class %s name nothing that is not there, or is of another class',
    async (entityclass, data, named, path) => {
      const { id, rev } = await h.as('admin').call(create, { entityclass, data })
      for (const wrong of [nothing, otherClass]) {
        const refused = { status: 400, details: { issues: [{ path, key: 'idNotFound' }] } }
        const whole = { ...data, ...named(wrong) }
        await expect(h.as('admin').call(create, { entityclass, data: whole })).rejects.toMatchObject(refused)
        const change = { id, rev, mode: 'merge' as const, patch: named(wrong) }
        await expect(h.as('admin').call(updatefrompatch, change)).rejects.toMatchObject(refused)
        await expect(h.as('admin').call(updatefrompatch, { ...change, dryrun: true })).rejects.toMatchObject(
          refused,
        )
      }
    },
  )
  it('an account is linked to a company, and to nothing else', async () => {
    const account = (companyLink: string) =>
      h.as('admin').call(create, { entityclass: 'account', data: { companyLink } })
    for (const wrong of [nothing, ids.account.core])
      await expect(account(wrong)).rejects.toMatchObject({ details: { issues: [{ path: '/companyLink' }] } })
    expect((await account(otherClass)).rev).toBe(1)
  })
  it('do not name themselves where another class belongs', async () => {
    const { id, rev } = await h
      .as('admin')
      .call(create, { entityclass: 'restrictiontext', data: { text: title } })
    const change = { id, rev, mode: 'merge' as const, patch: { standards: [id] } }
    await expect(h.as('admin').call(updatefrompatch, change)).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/standards/0', key: 'idNotFound' }] },
    })
  })
  it('keep what they named before', async () => {
    const { id } = await h.as('admin').call(create, { entityclass: 'restrictiontext', data: { text: title } })
    const stored = (await h.ports.entities.get(id))!
    await h.ports.entities.put(
      { ...stored, rev: 2, data: { ...stored.data, standards: [nothing] } },
      { expectRev: 1 },
    )
    const change = { id, rev: 2, mode: 'merge' as const, patch: { active: false } }
    expect((await h.as('admin').call(updatefrompatch, change)).rev).toBe(3)
  })
})

describe('a product', () => {
  const row = { component: '', secrecy: 'public' as const }
  const note = { text: 'x', read: false, at: '2001-01-01T00:00:00.000Z', by: ids.account.core }
  it.each([
    ['label of a note', '_notes/n', (id: string) => ({ ...note, label: id }), '_notes/n/label'],
    ['risk label', '_risklabels', (id: string) => [id], '_risklabels'],
    [
      'unit of a component',
      '_components/base/c',
      (unit: string) => ({ ...row, unit }),
      '_components/base/c/unit',
    ],
    [
      'category of a component',
      '_components/base/c',
      (category: string) => ({ ...row, category }),
      '_components/base/c/category',
    ],
  ])('takes no %s that is not there, or is of another class', async (_, place, value, path) => {
    const { id, rev } = await h
      .as('core')
      .call(createProduct, { patch: [set(base, '_category', ids.category.compost)] })
    for (const wrong of [nothing, otherClass]) {
      const given = value(wrong)
      const patch = [
        set(
          base,
          place,
          'component' in given ? { ...given, component: Object.values(ids.component)[0] } : given,
        ),
      ]
      const refused = await h
        .as('core')
        .call(save, { id, rev, patch })
        .then(
          () => undefined,
          (error) => error,
        )
      expect(refused?.details.issues).toMatchObject([{ path: at(base, path) }])
    }
  })
})

it('a special item of an invoice is for an institution, also by an administrator; one that was there stays', async () => {
  const path = at(base, '_invoiceSpecialItems/s/institution')
  const { id, rev } = await h
    .as('core')
    .call(createProduct, { patch: [set(base, '_category', ids.category.compost)] })
  const item = (institution: string) => ({ institution, year: 2026, text: 'x', amount: 1 })
  const named = (institution: string) => [set(base, '_invoiceSpecialItems', { s: item(institution) })]
  for (const wrong of [nothing, otherClass])
    for (const [user, key] of [
      ['admin', 'institutionUnknown'],
      ['core', 'foreignInstitution'],
    ] as const) {
      const refused = await failureOf(h.as(user).call(save, { id, rev, patch: named(wrong) }))
      expect(refused.details.issues).toMatchObject([{ path, key }])
    }
  await h.as('admin').call(save, { id, rev, patch: named(ids.institution.france) })
  // As an older version took it.
  const { data, ...stored } = (await h.ports.entities.get('product', id))!
  const list = { ...data.listData[base]!, _invoiceSpecialItems: { s: item(nothing) } }
  const otherwise = { ...stored, rev: 3, data: { ...data, listData: { ...data.listData, [base]: list } } }
  await h.ports.entities.put(otherwise, { expectRev: 2 })
  const more = [set(base, '_invoiceSpecialItems/t', item(nothing))]
  expect((await h.as('admin').call(save, { id, rev: 3, patch: more })).rev).toBe(4)
})

it('a company names nothing that is not there, or is something else; what it named before stays', async () => {
  const whole = (region: string) => ({
    entityclass: 'company',
    data: {
      baseData: { name: 'Falsch benannt' },
      addresses: { a: { type: 'main', country: countryId('CH'), region } },
      contactPersons: { p: { isMain: true, lastName: 'x' } },
    },
  })
  const path = '/addresses/a/region'
  const refused = { status: 400, details: { issues: [{ path, key: 'idNotFound' }] } }
  for (const wrong of [nothing, otherClass]) {
    await expect(h.as('admin').call(create, whole(wrong))).rejects.toMatchObject(refused)
    const { id, rev } = await h.as('admin').call(createCompany, { name: 'Leer' })
    const patch = [
      { op: 'add' as const, path: '/baseData/legalType', value: wrong },
      { op: 'add' as const, path: '/addresses/a', value: whole(wrong).data.addresses.a },
      { op: 'add' as const, path: '/contactPersons/p', value: whole(wrong).data.contactPersons.p },
    ]
    await expect(h.as('admin').call(saveCompany, { id, rev, patch })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/baseData/legalType' }, { path }] },
    })
  }
})

it('what a list names as one thing is not taken as another: a company is no label', async () => {
  const company = ids.company.belmont
  const row = { company, role: 'manufacturer' as const }
  const { id, rev } = await h.as('admin').call(createProduct, {
    patch: [set(base, '_category', ids.category.compost), set(base, '_companies/m', row)],
  })
  const note = {
    text: 'x',
    read: false,
    at: '2001-01-01T00:00:00.000Z',
    by: ids.account.admin,
    label: company,
  }
  const patch = [set(base, '_notes/n', note)]
  const refused = await failureOf(h.as('admin').call(save, { id, rev, patch }))
  expect(refused.details.issues).toMatchObject([
    { path: `/listData/${base}/_notes/n/label`, key: 'optionUnknown' },
  ])
})

it('what was stored before the rule is listed for operators: where it stands, what it is; nothing else is', async () => {
  const lines = async () => {
    const found: string[] = []
    for await (const line of misnamed(h.ports.entities)) if (line.includes(otherClass)) found.push(line)
    return found
  }
  expect(await lines()).toEqual([])
  const { id } = await h
    .as('core')
    .call(createProduct, { patch: [set(base, '_category', ids.category.compost)] })
  const stored = (await h.ports.entities.get('product', id))!
  const list = { ...stored.data.listData[base]!, _risklabels: [otherClass, nothing] }
  await h.ports.entities.put(
    { ...stored, rev: stored.rev + 1, data: { ...stored.data, listData: { [base]: list } } },
    { expectRev: stored.rev },
  )
  expect(await lines()).toEqual([
    expect.stringMatching(
      new RegExp(`^product ${id} .*: /listData/${base}/_risklabels/0 names the company ${otherClass}$`),
    ),
  ])
})
