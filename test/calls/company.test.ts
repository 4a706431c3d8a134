import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countryId } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/company/create.ts'
import { deleteCompany } from '../../shared/calls/bml/company/delete.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { revert } from '../../shared/calls/bml/company/revert.ts'
import { save } from '../../shared/calls/bml/company/save.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { companyData } from '../../shared/model/company.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const { nordhain, belmont } = ids.company

describe('a deleted company', () => {
  it('is changed and taken back to an older revision once it is restored, not before', async () => {
    const core = h.as('core')
    const { id } = await core.call(create, { name: 'Altbach AG' })
    const patch = [
      { op: 'add' as const, path: '/contactPersons/p1', value: { isMain: true, lastName: 'Frei' } },
      { op: 'replace' as const, path: '/baseData/name', value: 'Altbach GmbH' },
    ]
    await core.call(deleteCompany, { id, rev: 1 })
    const refused = { status: 422, details: { key: 'companyDeleted' } }
    await expect(core.call(save, { id, rev: 2, patch })).rejects.toMatchObject(refused)
    await expect(core.call(revert, { id, rev: 2, toRev: 1 })).rejects.toMatchObject(refused)
    await core.call(restore, { id, rev: 2 })
    expect((await core.call(save, { id, rev: 3, patch })).data.baseData.name).toBe('Altbach GmbH')
  })
})

describe('bml/company/load', () => {
  it('hides owner-only rows from everyone but the owner, admins and the company itself', async () => {
    const rows = async (user: 'admin' | 'core' | 'national' | 'company') =>
      Object.keys((await h.as(user).call(load, { id: nordhain })).data.addresses)
    expect(await rows('core')).toEqual(['a1', 'a2'])
    expect(await rows('admin')).toEqual(['a1', 'a2'])
    expect(await rows('company')).toEqual(['a1', 'a2'])
    expect(await rows('national')).toEqual(['a1'])
  })
  it('answers an unknown id like the id of a company that the viewer may not know of', async () => {
    const unknown = h.as('company').call(load, { id: ids.nothing })
    const foreign = h.as('company').call(load, { id: belmont })
    await expect(unknown).rejects.toMatchObject({ status: 404, message: `entity not found: ${ids.nothing}` })
    await expect(foreign).rejects.toMatchObject({ status: 404, message: `entity not found: ${belmont}` })
    await expect(h.as('core').call(load, { id: ids.product.compost })).rejects.toMatchObject({ status: 404 })
    await expect(h.as('registered').call(load, { id: belmont })).rejects.toMatchObject({ code: 'forbidden' })
  })
  it('tells in its history who may not see every row only that addresses or contacts were changed', async () => {
    const core = h.as('core')
    const made = await core.call(create, { name: 'Verlaufshof AG' })
    const changeset = {
      label: 'Kürzel, Eva Geheim: Telefon',
      paths: ['/baseData/companyAbbreviation', '/contactPersons/p1', '/contactPersons/p2/phone'],
    }
    await core.call(save, {
      id: made.id,
      rev: 1,
      patch: [
        { op: 'add', path: '/baseData/companyAbbreviation', value: 'VH' },
        { op: 'add', path: '/contactPersons/p1', value: { isMain: true, lastName: 'Frei' } },
      ],
      changeset,
    })
    const told = async (user: 'core' | 'national') =>
      (await h.as(user).call(history, { id: made.id })).list.find(({ rev }) => rev === 2)?.changeset
    expect(await told('core')).toEqual(changeset)
    expect(await told('national')).toEqual({
      label: '',
      paths: ['/baseData/companyAbbreviation', '/contactPersons'],
    })
  })
  it('judges an older revision by the company of today', async () => {
    const core = h.as('core')
    const made = await core.call(create, { name: 'Wechselhof AG' })
    const filled = await core.call(save, {
      id: made.id,
      rev: 1,
      patch: [
        { op: 'add', path: '/contactPersons/p1', value: { isMain: true, lastName: 'Frei' } },
        { op: 'add', path: '/addresses/a1', value: { type: 'main', country: countryId('CH') } },
      ],
    })
    await core.call(save, {
      id: made.id,
      rev: filled.rev,
      patch: [{ op: 'replace', path: '/addresses/a1/visibleToOwnerOnly', value: true }],
    })
    const seen = await h.as('national').call(load, { id: made.id, rev: filled.rev })
    expect(seen.rev).toBe(filled.rev)
    expect(seen.data.addresses).toEqual({})
    await expect(core.call(load, { id: made.id, rev: 99 })).rejects.toMatchObject({ status: 404 })
  })
  it('tells of an older revision nothing that is the owner’s only today under another row id', async () => {
    const core = h.as('core')
    const made = await core.call(create, { name: 'Umzugshof AG' })
    const address = { type: 'main', country: countryId('CH'), city: 'Geheimwil' }
    const open = { isMain: false, lists: [ids.list.base], _order: 1, lastName: 'Geheim', address: 'a1' }
    const older = await core.call(save, {
      id: made.id,
      rev: 1,
      patch: [
        { op: 'add', path: '/contactPersons/p1', value: { isMain: true, lastName: 'Frei', address: 'a1' } },
        { op: 'add', path: '/contactPersons/p2', value: open },
        { op: 'add', path: '/addresses/a1', value: address },
        { op: 'add', path: '/addresses/a9', value: { ...address, city: 'Offenwil' } },
      ],
    })
    await core.call(save, {
      id: made.id,
      rev: older.rev,
      patch: [
        { op: 'remove', path: '/addresses/a1' },
        { op: 'remove', path: '/contactPersons/p2' },
        { op: 'add', path: '/addresses/a2', value: { ...address, visibleToOwnerOnly: true } },
        {
          op: 'add',
          path: '/contactPersons/p3',
          value: { ...open, address: 'a2', visibleToOwnerOnly: true },
        },
        { op: 'replace', path: '/contactPersons/p1/address', value: 'a2' },
      ],
    })
    const then = { id: made.id, rev: older.rev }
    for (const seen of [
      (await h.as('national').call(load, then)).data,
      (await h.as('national').call(get, then)).data,
    ]) {
      expect(JSON.stringify(seen)).not.toContain('Geheim')
      expect(Object.keys(seen['addresses'] as object)).toEqual(['a9'])
      expect(seen).toMatchObject({ contactPersons: { p1: { lastName: 'Frei' } } })
    }
    // Its owner sees it as it was.
    expect((await core.call(load, then)).data).toEqual(older.data)
  })
})

describe('bml/company/create', () => {
  it('gives the new company to the first institution of its creator', async () => {
    const made = await h.as('national').call(create, { name: '  Ferme Neuve  ' })
    expect(made.data.baseData).toMatchObject({ name: 'Ferme Neuve', owner: ids.institution.france })
    expect(made.may).toContain('company:edit')
  })
  it('answers a repeated request with the same company', async () => {
    const headers = { 'Idempotency-Key': 'twice' }
    const first = await h.as('core').call(create, { name: 'Einmal AG' }, headers)
    const second = await h.as('core').call(create, { name: 'Einmal AG' }, headers)
    expect(second.id).toBe(first.id)
  })
})

describe('bml/company/save', () => {
  it('refuses a phone number of another country, by whichever call, but none that was there already', async () => {
    const core = h.as('core')
    const { id } = await core.call(create, { name: 'Rufnummer AG' })
    const address = { type: 'main', country: countryId('CH'), phone: '0664 1234567' }
    const contact = { op: 'add' as const, path: '/contactPersons/p1', value: { isMain: true } }
    const foreign = [contact, { op: 'add' as const, path: '/addresses/a1', value: address }]
    const refused = {
      status: 422,
      details: { issues: [{ path: '/addresses/a1/phone', key: 'companyPhoneElsewhere' }] },
    }
    await expect(core.call(save, { id, rev: 1, patch: foreign })).rejects.toMatchObject(refused)
    await expect(core.call(updatefrompatch, { id, rev: 1, patch: foreign })).rejects.toMatchObject(refused)
    // Stored before numbers were checked.
    const entity = (await h.ports.entities.get('company', id))!
    const data = { ...entity.data, addresses: { a1: { ...address, type: 'main' as const } } }
    await h.ports.entities.put({ ...entity, rev: 2, data: companyData.parse(data) }, { expectRev: 1 })
    const saved = await core.call(save, { id, rev: 2, patch: [contact] })
    expect(saved.data.addresses['a1']?.phone).toBe('0664 1234567')
    const typed = [{ op: 'replace' as const, path: '/addresses/a1/phone', value: '0664 7654321' }]
    await expect(core.call(save, { id, rev: 3, patch: typed })).rejects.toMatchObject(refused)
    const mended = [{ op: 'replace' as const, path: '/addresses/a1/phone', value: '+43 664 7654321' }]
    await core.call(save, { id, rev: 3, patch: mended })
    // Whoever goes back to an older revision does not touch its number either.
    await core.call(revert, { id, rev: 4, toRev: 3 })
  })
  it('wants a VAT number of its country’s form, and one at all where staff say so', async () => {
    const core = h.as('core')
    const { id } = await core.call(create, { name: 'Steuerhof AG' })
    const rest = [
      { op: 'add' as const, path: '/contactPersons/p1', value: { isMain: true } },
      { op: 'add' as const, path: '/addresses/a1', value: { type: 'main', country: countryId('DE') } },
      { op: 'replace' as const, path: '/baseData/forceTaxId', value: true },
    ]
    const taxId = (value: string) => [...rest, { op: 'add' as const, path: '/baseData/taxId', value }]
    const refused = (key: string) => ({
      status: 422,
      details: { issues: [{ path: '/baseData/taxId', key }] },
    })
    const tried = (patch: JsonPatch) => core.call(save, { id, rev: 1, patch })
    await expect(tried(rest)).rejects.toMatchObject(refused('companyTaxIdMissing'))
    await expect(tried(taxId('DE 1234'))).rejects.toMatchObject(refused('companyTaxId'))
    expect((await tried(taxId('DE136695976'))).data.baseData.taxId).toBe('DE136695976')
  })
  it('wants the form of a VAT number from the start, also where nothing else is known yet', async () => {
    const core = h.as('core')
    const refused = (path: string, key: string) => ({ details: { key, issues: [{ path, key }] } })
    const made = (numbers: object) => core.call(create, { name: 'Formlos AG', ...numbers })
    await expect(made({ taxId: 'DE 12' })).rejects.toMatchObject(refused('/taxId', 'companyTaxId'))
    await expect(made({ taxIdCh: 'CHE-107' })).rejects.toMatchObject(refused('/taxIdCh', 'companyTaxIdCh'))
    // Of a country that nobody has said yet: judged with the address.
    const { id, rev } = await made({ taxId: '12/345/67890' })
    const patch = [
      { op: 'add' as const, path: '/contactPersons/p1', value: { isMain: true } },
      { op: 'add' as const, path: '/addresses/a1', value: { type: 'main', country: countryId('DE') } },
    ]
    await expect(core.call(save, { id, rev, patch })).rejects.toMatchObject(
      refused('/baseData/taxId', 'companyTaxId'),
    )
  })
  it('names each wrong place of an incomplete company, and takes the complete one', async () => {
    const made = await h.as('core').call(create, { name: 'Neuling AG' })
    const wrong = h.as('core').call(save, {
      id: made.id,
      rev: 1,
      patch: [{ op: 'add', path: '/addresses/a1', value: { type: 'main', phone: 'call me' } }],
    })
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      details: {
        issues: [
          { path: '/addresses/a1/country', key: 'companyAddressWithoutCountry' },
          { path: '/addresses/a1/phone', key: 'companyPhone' },
          { path: '/contactPersons', key: 'companyNoMainContact' },
        ],
      },
    })
    const saved = await h.as('core').call(save, {
      id: made.id,
      rev: 1,
      patch: [
        {
          op: 'add',
          path: '/addresses/a1',
          value: { type: 'main', country: countryId('CH'), city: ' Bern ', phone: '+41 31 300 00 00' },
        },
        { op: 'add', path: '/contactPersons/p1', value: { isMain: true, lastName: 'Amt', email: '' } },
      ],
      changeset: { label: 'Contacts' },
    })
    expect(saved.rev).toBe(2)
    expect(saved.data.addresses['a1']).toMatchObject({ city: 'Bern' })
    expect(saved.data.contactPersons['p1']).not.toHaveProperty('email')
  })
  it('lets a customer number be taken once, and zero any number of times', async () => {
    const taken = h.as('core').call(save, {
      id: nordhain,
      rev: 1,
      patch: [{ op: 'replace', path: '/baseData/customerNumber', value: 1002 }],
    })
    await expect(taken).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
      details: { path: '/baseData/customerNumber' },
    })
    for (const [user, id] of [
      ['core', nordhain],
      ['national', belmont],
    ] as const) {
      const saved = await h.as(user).call(save, {
        id,
        rev: 1,
        patch: [{ op: 'replace', path: '/baseData/customerNumber', value: 0 }],
      })
      expect(saved.data.baseData.customerNumber).toBe(0)
    }
  })
  it('refuses other owners, a stale revision, no change, and keys of the register', async () => {
    const { rev } = await h.as('core').call(load, { id: nordhain })
    const rename = [{ op: 'replace' as const, path: '/baseData/name', value: 'Nordhain' }]
    const as = (user: 'core' | 'national', patch: typeof rename, at = rev) =>
      h.as(user).call(save, { id: nordhain, rev: at, patch })
    await expect(as('national', rename)).rejects.toMatchObject({ status: 403 })
    await expect(as('core', rename, rev - 1)).rejects.toMatchObject({
      status: 409,
      details: { expectedRev: rev - 1, currentRev: rev },
    })
    const same = [{ op: 'replace' as const, path: '/baseData/name', value: 'Nordhain Biodünger GmbH' }]
    await expect(as('core', same)).rejects.toMatchObject({
      status: 422,
      message: 'no change after applying the patch',
    })
    const key = [{ op: 'replace' as const, path: '/importKey', value: 'x:1' }]
    await expect(as('core', key)).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/patch/0/path' }] },
    })
    const poison = [{ op: 'replace' as const, path: '/__proto__/x', value: 'y' }]
    await expect(as('core', poison)).rejects.toMatchObject({ status: 400 })
  })
})
