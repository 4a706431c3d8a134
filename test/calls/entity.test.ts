import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countryId } from '../../scripts/seed/people.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { deleteEntity } from '../../shared/calls/eav/entity/delete.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { list as classes } from '../../shared/calls/eav/entityclass/list.ts'
import { load as reference } from '../../shared/calls/eav/reference/load.ts'
import { fixedIds } from '../../shared/constants.ts'
import { entityClassNames } from '../../shared/model/entity-classes.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
const t = (text: string) => ({ de_DE: text })
const admin = () => h.as('admin')
const make = (entityclass: string, data: Record<string, unknown>) =>
  admin().call(create, { entityclass, data })
const field = (path: string, more: Record<string, unknown> = {}) => ({
  type: 'checkbox',
  path,
  displayKey: 'main',
  title: t(path),
  ...more,
})

describe('eav/entity/create', () => {
  it('creates administration data with the defaults of its class', async () => {
    const made = await make('region', { title: t('Wallis'), country: countryId('CH') })
    expect(made).toMatchObject({ rev: 1, entityclass: 'region', disabled: false, data: { active: true } })
    expect(await h.as('national').call(get, { id: made.id })).toEqual(made)
    // Who made it is told to staff only.
    const told = { ...made, createdBy: '', updatedBy: '' }
    expect(await h.as('registered').call(get, { id: made.id })).toEqual(told)
  })
  it('is for admins; category texts are for editors too', async () => {
    const label = { entityclass: 'label', data: { title: t('x'), color: '#123456' } }
    await expect(h.as('core').call(create, label)).rejects.toMatchObject({ status: 403 })
    const text = {
      entityclass: 'categorytext',
      data: { title: t('x'), description: t('y'), category: ids.category.compost },
    }
    expect((await h.as('national').call(create, text)).rev).toBe(1)
    await expect(h.as('registered').call(create, text)).rejects.toMatchObject({ status: 403 })
    await expect(make('batchjob', {})).rejects.toMatchObject({ status: 403 })
  })
  it('names the places of wrong data and unknown classes', async () => {
    await expect(make('country', { title: t('x'), isoCode: 'DEU' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/data/isoCode', expected: 'expected an ISO code of 2 letters' }] },
    })
    await expect(make('nothing', {})).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/entityclass' }] },
    })
    await expect(make('country', { title: t('x'), isoCode: 'CH' })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    })
  })
  it('takes each field path once, and only paths', async () => {
    await expect(make('fielddefinition', field('Basis'))).rejects.toMatchObject({
      status: 422,
      message: 'Path is invalid.',
    })
    await expect(make('fielddefinition', field('basis-f1'))).rejects.toMatchObject({
      status: 409,
      message: 'Path already exists for another field.',
    })
    const column = field('other-x', { displayType: 'table', displayKey: 'packaging-table' })
    await expect(make('fielddefinition', column)).rejects.toMatchObject({ message: 'Path is invalid.' })
    const fits = { ...column, path: 'packaging-table-x' }
    expect((await make('fielddefinition', fits)).rev).toBe(1)
  })
  it('says in the words of the error catalogue what a field definition gets wrong', async () => {
    const wrong = async (path: string, more: Record<string, unknown>) => {
      const error = await make('fielddefinition', field(path, more)).catch((e: unknown) => e)
      return (error as { details: { issues: unknown[] } }).details.issues
    }
    const option = (group: string) => ({ id: 'a', title: t('A'), group })
    expect(await wrong('words-f1', { type: 'colour' })).toEqual([
      { path: '/data/type', expected: 'Field type not found', key: 'fieldTypeUnknown' },
    ])
    expect(await wrong('words-f1', { optionSource: 'nowhere' })).toEqual([
      { path: '/data/optionSource', expected: 'invalid option source', key: 'optionSourceInvalid' },
    ])
    const groups = [{ id: 'g', title: t('G') }]
    expect(await wrong('words-f1', { groups, options: [option('h')] })).toEqual([
      { path: '/options/0/group', expected: 'invalid group designation', key: 'groupInvalid' },
    ])
    expect((await make('fielddefinition', field('words-f1', { groups, options: [option('g')] }))).rev).toBe(1)
  })
  it('refuses a language that is not supported', async () => {
    await expect(make('list', { title: t('x'), languages: ['xx_XX'] })).rejects.toMatchObject({
      details: {
        issues: [{ path: '/data/languages/0', expected: 'invalid language', key: 'languageInvalid' }],
      },
    })
  })
  it('says of a related entry that does not exist that its id is not found', async () => {
    const nowhere = '00000000-0000-0000-0000-000000000000'
    const component = { title: t('x'), parent: nowhere }
    await expect(make('component', component)).rejects.toMatchObject({
      details: { issues: [{ path: '/parent', expected: 'id not found', key: 'idNotFound' }] },
    })
    await expect(make('biostandard', { name: t('x'), dependency: nowhere })).rejects.toMatchObject({
      details: { issues: [{ path: '/dependency', expected: 'id not found', key: 'idNotFound' }] },
    })
  })
  it('allows one base standard', async () => {
    await expect(make('biostandard', { name: t('x'), baseApproval: true })).rejects.toMatchObject({
      status: 422,
      message: 'Another basic test already exists.',
    })
    expect((await make('biostandard', { name: t('x') })).rev).toBe(1)
  })
  it('reads numbers as staff type them', async () => {
    const parent = fixedIds.mainCategory.fertilisers
    const made = await make('category', {
      title: t('x'),
      mainCategoryKey: 'fertilisers',
      parent,
      number: '3,5',
    })
    expect(made.data['number']).toBe(3.5)
    const option = await make('selectoption', { type: 'unit', title: t('x'), order: 'third' })
    expect(option.data['order']).toBe(0)
  })
  it('leaves making admins to super admins', async () => {
    // The admin of the demonstration is a super admin; this one is not.
    const plain = await make('account', {
      registrationName: 'plain',
      ssoUsers: ['plain-sub'],
      staticData: { fullname: 'Plain', isAdmin: true },
    })
    expect(plain.rev).toBe(1)
    const account = await h.ports.entities.get(ids.account.admin)
    const staticData = { fullname: 'Johanna Brandl', isAdmin: true, isSuperAdmin: false }
    await h.ports.entities.put(
      { ...account!, data: { ...account!.data, staticData } },
      { expectRev: account!.rev },
    )
    h.clock.advance(60)
    const denied = [
      () => make('account', { staticData: { fullname: 'x', isAdmin: true } }),
      () => admin().call(disable, { id: plain.id }),
      () =>
        admin().call(updatefrompatch, {
          id: plain.id,
          rev: 1,
          patch: [{ op: 'replace', path: '/ssoUsers', value: ['mine'] }],
        }),
      () => admin().call(deleteEntity, { id: plain.id }),
    ]
    for (const call of denied) await expect(call()).rejects.toMatchObject({ status: 403 })
    expect((await make('account', { staticData: { fullname: 'Editor' } })).rev).toBe(1)
    await h.ports.entities.put({ ...account!, rev: 2 }, { expectRev: account!.rev + 1 })
    h.clock.advance(60)
  })
})

describe('eav/entity/updatefrompatch', () => {
  it('patches, merges, keeps the changeset, and refuses what changes nothing', async () => {
    const { id } = await make('label', { title: t('Alt'), color: '#111111' })
    const patch = await admin().call(updatefrompatch, {
      id,
      rev: 1,
      patch: [{ op: 'replace', path: '/color', value: '#222222' }],
      changeset: { label: 'Colour', paths: ['/color'] },
    })
    expect(patch).toMatchObject({ rev: 2, data: { color: '#222222' } })
    const merge = await admin().call(updatefrompatch, {
      id,
      rev: 2,
      mode: 'merge',
      patch: { title: { en_GB: 'Old' }, isWarning: true },
    })
    expect(merge.data).toMatchObject({ title: { de_DE: 'Alt', en_GB: 'Old' }, isWarning: true })
    const same = { id, rev: 3, mode: 'merge' as const, patch: { isWarning: true } }
    await expect(admin().call(updatefrompatch, same)).rejects.toMatchObject({
      status: 422,
      message: 'no change after applying the patch',
    })
    const stale = { id, rev: 1, mode: 'merge' as const, patch: { isWarning: false } }
    await expect(admin().call(updatefrompatch, stale)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('409001'),
    })
    const steps = await admin().call(history, { id })
    expect(steps.count).toBe(3)
    expect(steps.list.map((s) => s.rev)).toEqual([3, 2, 1])
    expect(steps.list[1]).toMatchObject({ updatedByName: 'Johanna Brandl', changeset: { label: 'Colour' } })
  })
  it('writes nothing in a dry run, also not where the value is taken', async () => {
    const { id } = await make('country', { title: t('Malta'), isoCode: 'MT' })
    const dry = (isoCode: string) =>
      admin().call(updatefrompatch, { id, rev: 1, mode: 'merge', patch: { isoCode }, dryrun: true })
    expect(await dry('MX')).toMatchObject({ rev: 1, data: { isoCode: 'MX' } })
    await expect(dry('CH')).rejects.toMatchObject({ code: 'duplicate', details: { path: '/isoCode' } })
    expect((await admin().call(get, { id })).data['isoCode']).toBe('MT')
  })
  it('refuses an entry below itself', async () => {
    const top = await make('component', { title: t('a') })
    const below = await make('component', { title: t('b'), parent: top.id })
    const circle = { id: top.id, rev: 1, mode: 'merge' as const, patch: { parent: below.id } }
    await expect(admin().call(updatefrompatch, circle)).rejects.toMatchObject({
      status: 422,
      details: { key: 'parentCycle' },
    })
  })
  it('applies the rules of products and companies', async () => {
    const list = `/listData/${ids.list.base}`
    const product = (user: 'admin' | 'core' | 'national', path: string, value: unknown) =>
      h.as(user).call(updatefrompatch, {
        id: ids.product.compost,
        rev: 1,
        patch: [{ op: 'replace', path, value }],
        dryrun: true,
      })
    const approval = `${list}/_approval/${ids.standard.eu}/active`
    for (const user of ['admin', 'core'] as const)
      await expect(product(user, approval, false)).rejects.toMatchObject({ status: 422 })
    await expect(product('core', `${list}/basis-f1`, { textValue: '' })).rejects.toMatchObject({
      status: 422,
    })
    await expect(product('national', `${list}/basis-f1`, { textValue: 'Mine' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const renamed = await h.as('core').call(updatefrompatch, {
      id: ids.product.compost,
      rev: 1,
      mode: 'merge',
      patch: { listData: { [ids.list.base]: { 'basis-f1': { textValue: 'Gold' } } } },
      dryrun: true,
    })
    expect(renamed.rev).toBe(1)
    expect(await h.as('core').call(get, { id: ids.product.compost })).toMatchObject({ rev: 1 })
    await expect(
      h.as('core').call(updatefrompatch, {
        id: ids.company.nordhain,
        rev: 1,
        mode: 'merge',
        patch: { contactPersons: { p1: { isMain: false } } },
      }),
    ).rejects.toMatchObject({ status: 422, details: { issues: [{ key: 'companyNoMainContact' }, {}] } })
  })
})

describe('products and companies by the generic calls', () => {
  it('are created like by their own calls', async () => {
    const data = {
      listData: {
        [ids.list.base]: { 'basis-f1': { textValue: 'Generic' }, _category: ids.category.compost },
      },
    }
    const made = await h.as('core').call(create, { entityclass: 'product', data })
    const base = (made.data['listData'] as Record<string, unknown>)[ids.list.base]
    expect(base).toMatchObject({ _active: false, _responsible: { institution: ids.institution.aare } })
    const approved = { listData: { [ids.list.base]: { ...data.listData[ids.list.base], _active: true } } }
    await expect(h.as('core').call(create, { entityclass: 'product', data: approved })).rejects.toMatchObject(
      { status: 422 },
    )
    await expect(
      h.as('core').call(create, { entityclass: 'company', data: { baseData: { name: 'A', notice: 'b' } } }),
    ).rejects.toMatchObject({ details: { key: 'companyNoMainContact' } })
    await expect(h.as('company').call(create, { entityclass: 'product', data: {} })).rejects.toMatchObject({
      status: 403,
    })
  })
  it('show what their own calls show', async () => {
    const seen = await h.as('national').call(get, { id: ids.company.nordhain })
    expect(Object.keys(seen.data['addresses'] as object)).toEqual(['a1'])
    await expect(h.as('national').call(get, { id: ids.product.compost })).rejects.toMatchObject({
      status: 404,
    })
    const core = await h.as('core', ids.account.coreRhine).call(get, { id: ids.product.compost })
    const base = (core.data['listData'] as Record<string, { _components: { base: object } }>)[ids.list.base]!
    expect(Object.keys(base._components.base)).toEqual(['c1'])
    await expect(h.as('registered').call(history, { id: ids.product.compost })).rejects.toMatchObject({
      status: 404,
    })
  })
  it('say of what is hidden just what they say of an id of nothing', async () => {
    const { call } = h.as('national')
    const asked = [
      (id: string) => call(get, { id }),
      (id: string) => call(history, { id }),
      (id: string) => call(revert, { id, rev: 1, toRev: 1 }),
      (id: string) => call(disable, { id, rev: 1 }),
      (id: string) => call(deleteEntity, { id }),
      (id: string) => call(updatefrompatch, { id, rev: 1, mode: 'merge', patch: {} }),
    ]
    for (const ask of asked) {
      const told = async (id: string) => {
        const { status, code, message, details } = await failureOf(ask(id))
        return JSON.stringify({ status, code, message, details }).replaceAll(id, 'id')
      }
      expect(await told(ids.product.compost)).toBe(await told(ids.nothing))
    }
  })
  it('show an older revision of a product as its own call does, with linked values by the rights of today', async () => {
    const { entities, clock } = h.ports
    const { base } = ids.list
    const store = async (id: string, list: Record<string, unknown>, more: Record<string, unknown> = {}) => {
      const now = await entities.get(id)
      const stamp = { updated: clock.now(), updatedBy: ids.account.admin }
      const empty = { _linked: {}, _companies: {}, _components: { base: {}, additional: {} }, _approval: {} }
      const known = (now?.data['listData'] as Record<string, object> | undefined)?.[base] ?? empty
      const data = {
        ...(now?.data ?? { archived: false, isNationalPartner: false, invoiceFlags: {} }),
        ...more,
        listData: { [base]: { _documents: {}, _nameHistory: {}, ...known, ...list } },
      }
      const rev = (now?.rev ?? 0) + 1
      const head = { id, entityclass: 'product', attributeset: 'default', disabled: false, rev, data }
      await entities.put(
        { created: stamp.updated, createdBy: stamp.updatedBy, ...now, ...stamp, ...head },
        { expectRev: rev - 1 },
      )
      h.clock.advance(1)
    }
    const [parent, child] = [crypto.randomUUID(), crypto.randomUUID()]
    const { aare, rhine } = ids.institution
    await store(parent, {
      _responsible: { institution: rhine },
      'composition-f1': { textValue: 'Secret of the Rhine' },
    })
    const linked = { 'composition-f1': 'derived' }
    await store(
      child,
      { _responsible: { institution: rhine }, _linked: linked },
      { derivedProductId: parent },
    )
    await store(child, { 'basis-f5': { textValue: '1' } })
    await store(parent, { _responsible: { institution: aare } })

    const linksSeen = async (user: 'admin' | 'core2' | 'core', account?: string) => {
      const seen = await h.as(user, account).call(get, { id: child, rev: 1 })
      const loaded = await h.as(user, account).call(load, { id: child, rev: 1 })
      expect(seen.data).toEqual(loaded.data)
      return (loaded.data as ProductData).listData[base]!._linked
    }
    // Who is responsible for the parent today is told what it stored before, and who was then is not any more.
    expect(await linksSeen('core2')).toEqual(linked)
    expect(await linksSeen('core', ids.account.coreRhine)).toEqual({})
    expect(await linksSeen('admin')).toEqual(linked)
  })
  it('are deleted by those who may', async () => {
    await expect(h.as('national').call(disable, { id: ids.product.neem })).rejects.toMatchObject({
      status: 403,
    })
    await expect(h.as('core').call(disable, { id: ids.product.basalt })).rejects.toMatchObject({
      status: 403,
    })
    const made = await h.as('core').call(create, { entityclass: 'product', data: {} })
    await h.as('core').call(disable, { id: made.id })
    expect(await h.as('core').call(get, { id: made.id })).toMatchObject({ disabled: true, rev: 2 })
  })
})

describe('eav/entity/disable and delete', () => {
  it('deletes what is below an entry first, and can be undone from the history', async () => {
    const top = await make('hobbygarden', { title: t('a'), kind: 'plant' })
    const middle = await make('hobbygarden', { title: t('b'), kind: 'plant', parent: top.id })
    const leaf = await make('hobbygarden', { title: t('c'), kind: 'plant', parent: middle.id })
    await expect(admin().call(disable, { id: top.id, rev: 7 })).rejects.toMatchObject({ status: 409 })
    expect(await admin().call(disable, { id: top.id, rev: 1 })).toEqual({ id: top.id })
    for (const { id } of [top, middle, leaf])
      expect(await admin().call(get, { id })).toMatchObject({ disabled: true, rev: 2 })
    expect(await admin().call(get, { id: leaf.id, rev: 1 })).toMatchObject({ disabled: false })
  })
  it('keeps what Inputlist itself relies on', async () => {
    for (const id of [fixedIds.list.base, fixedIds.mainCategory.fertilisers, fixedIds.account.system]) {
      await expect(admin().call(disable, { id })).rejects.toMatchObject({ details: { key: 'entryIsFixed' } })
      await expect(admin().call(deleteEntity, { id })).rejects.toMatchObject({ status: 422 })
    }
  })
  it('erases for super admins, with all revisions', async () => {
    const { id } = await make('label', { title: t('weg'), color: '#111111' })
    await expect(h.as('core').call(deleteEntity, { id })).rejects.toMatchObject({ status: 403 })
    expect(await admin().call(deleteEntity, { id })).toEqual({ id })
    await expect(admin().call(get, { id })).rejects.toMatchObject({ status: 404 })
    await expect(admin().call(get, { id, rev: 1 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('reference data', () => {
  it('comes whole, without what only administrators see', async () => {
    const load = async (user: 'admin' | 'registered') =>
      (await h.as(user).call(reference, { classes: ['institution', 'list', 'fielddefinition'] })).classes
    const seen = await load('registered')
    expect(seen['list']!.length).toBe(4)
    expect(seen['fielddefinition']!.some((f) => f.data['path'] === 'basis-f1')).toBe(true)
    expect(seen['institution']![0]!.data).not.toHaveProperty('users')
    expect((await load('admin'))['institution']![0]!.data).toHaveProperty('vatPercent')
  })
  it('is never accounts or products', async () => {
    for (const name of ['account', 'product', 'nothing'])
      await expect(admin().call(reference, { classes: ['list', name] })).rejects.toMatchObject({
        status: 400,
        details: { issues: [{ path: '/classes/1' }] },
      })
  })
  it('is described by a schema for each class', async () => {
    const { list } = await h.as('core').call(classes, {})
    expect(list.map((c) => c.name)).toEqual(entityClassNames)
    const country = list.find((c) => c.name === 'country')!
    expect(country.schema).toMatchObject({ properties: { isoCode: { pattern: '^[A-Z]{2}$' } } })
  })
})

describe('accounts', () => {
  it('are known to administrators and their owner only', async () => {
    expect((await h.as('core').call(get, { id: ids.account.core })).data).toHaveProperty('staticData')
    await expect(h.as('core2').call(get, { id: ids.account.core })).rejects.toMatchObject({ status: 404 })
    expect((await admin().call(get, { id: ids.account.core })).data).toHaveProperty('ssoUsers')
  })
})
