/** What an import may not do to the work of staff (decisions §11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueKey } from '../../functions/domain/entity/unique-values.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { activatelist } from '../../shared/calls/bml/product/activatelist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import type { ListData } from '../../shared/model/product.ts'
import { ids } from './harness.ts'
import { importedApprovals } from './import-staff.approvals.suite.ts'
import {
  approved,
  base,
  fr,
  french,
  type Json,
  messages,
  national,
  openStaffWorld,
  product,
  type StaffWorld,
  source,
} from './import-staff.world.ts'
import { importedAsSaved } from './import-staff.written.suite.ts'

let w: StaffWorld
beforeAll(async () => {
  w = await openStaffWorld()
})
afterAll(() => w.h.close())

describe('shares of a register', () => {
  const share = (amount: number) => ({
    _components: {
      base: { c1: { component: ids.component.horn, secrecy: 'public', amount } },
      additional: {},
    },
  })
  it('have up to three decimals, as by hand: more is the reason why the item is rejected', async () => {
    expect((await w.take([product('shares', { base: share(12.345) })])).result).toMatchObject({ created: 1 })
    for (const dryrun of [true, false]) {
      const job = await w.take([product('shares', { base: share(12.3456) })], { dryrun })
      expect(job.result).toMatchObject({ rejected: 1 })
      expect(messages(job)).toEqual([
        `/listData/${base}/_components/base/c1/amount: A percentage has at most 3 decimals.`,
      ])
    }
    expect((await w.listOf('shares', base))._components.base['c1']?.amount).toBe(12.345)
  })
  it('that were stored with more before do not keep the rest of the item out', async () => {
    const id = await w.h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:shares`))
    const stored = (await w.h.ports.entities.get(id!))!
    const data = structuredClone(stored.data) as { listData: Record<string, ListData> }
    data.listData[base]!._components.base['c1']!.amount = 0.12345
    await w.h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
    const item = product('shares', { base: { ...share(12.345), _remark: { de_DE: 'Neu' } } })
    expect((await w.take([item])).result).toMatchObject({ changed: 1 })
  })
})

importedApprovals(() => w)
importedAsSaved(() => w)

describe('components under ids that the base list has too', () => {
  it('are the list’s own where the register brings them, and stay when the base list loses its row', async () => {
    const row = (component: string, amount: number) => ({
      component,
      secrecy: 'base-data-responsible',
      amount,
    })
    const { horn, secret } = ids.component
    const rows = { 1: row(horn, 5), 2: row(horn, 6) }
    const edition = (inBase: Json) =>
      product('ordinals', {
        base: {
          _responsible: { institution: ids.institution.rhine },
          _components: { base: inBase, additional: {} },
        },
        [fr]: national({
          _responsible: { institution: ids.institution.france },
          _components: { base: rows, additional: {} },
        }),
      })
    const shown = async (user: 'national' | 'core') => {
      const { id } = await w.get('ordinals')
      const view = await w.h.as(user).call(load, { id })
      return (view.data['listData'] as Record<string, ListData>)[fr]?._components.base
    }
    for (const inBase of [{ 1: row(secret, 1), 3: row(secret, 3) }, {}, {}]) {
      expect((await w.take([edition(inBase)])).errors).toEqual([])
      expect(await shown('national')).toEqual(rows)
      expect(await shown('core')).toEqual({})
      expect(Object.keys((await w.listOf('ordinals'))._components.base)).toEqual(
        '3' in inBase ? ['1', '2', '3'] : ['1', '2'],
      )
    }
    const own = { ...edition({}) }
    own.data = structuredClone(own.data)
    Object.assign((own.data['listData'] as Record<string, Json>)[fr]!, { _fromBase: { base: { 1: true } } })
    expect(messages(await w.take([own]))[0]).toContain('_fromBase')
  })
})

describe('the work of staff', () => {
  it('stays whatever an item leaves out or empties', async () => {
    await w.migrate(product('staff', { [fr]: national() }))
    const before = await w.get('staff')
    const at = `/listData/${fr}`
    const own = { company: ids.company.nordhain, role: 'manufacturer' }
    const component = { component: ids.component.horn, secrecy: 'public' }
    const saved = await w.h.as('admin').call(save, {
      id: before.id,
      rev: before.rev,
      patch: [
        { op: 'add', path: `${at}/_companies/own`, value: own },
        {
          op: 'add',
          path: `${at}/_notes/n1`,
          value: { text: 'Look again', read: false, at: w.h.clock.now(), by: ids.account.admin },
        },
        { op: 'add', path: `${at}/_components/additional/own`, value: component },
        {
          op: 'add',
          path: `${at}/_invoiceSpecialItems`,
          value: { own: { institution: ids.institution.france, year: 2026, text: 'Extra', amount: 10 } },
        },
      ],
    })
    // Who brought or changed the data does not release them.
    const account = (await w.h.ports.entities.get('account', ids.account.national))!
    const staticData = { ...account.data.staticData!, hasApprovalRight: true }
    await w.h.ports.entities.put(
      { ...account, data: { ...account.data, staticData } },
      { expectRev: account.rev },
    )
    w.h.clock.advance(61)
    await w.h.as('national').call(approvals, {
      id: saved.id,
      rev: saved.rev,
      list: fr,
      standard: french,
      action: 'grantyear',
    })
    const { data: mineNow } = await w.h.as('admin').call(load, { id: saved.id })
    const mine = mineNow['listData'] as Record<string, ListData>
    const empty = { _approval: {}, _companies: {}, _notes: {}, _documents: {}, _invoiceSpecialItems: {} }
    const components = { _components: { base: {}, additional: {} } }
    for (const list of [{ ...empty, ...components }, {}, undefined]) {
      const job = await w.migrate(product('staff', { base: { ...empty, _companies: {} }, [fr]: list }))
      expect(job.errors).toEqual([])
      expect(job.failed).toBe(0)
    }
    const { _companies: companies, ...rest } = await w.listOf('staff')
    expect(companies).toEqual({ own })
    const { _approval, _notes, _components, _invoiceSpecialItems } = mine[fr]!
    expect(rest).toMatchObject({ _approval, _notes, _components, _invoiceSpecialItems })
  })
  it('says what of the register was not taken because of it', async () => {
    const named = (name: string) => product('name', { base: { 'basis-f1': { textValue: name } } })
    await w.migrate(named('A'))
    const { id, rev } = await w.get('name')
    const path = `/listData/${base}/basis-f1`
    await w.h
      .as('admin')
      .call(save, { id, rev, patch: [{ op: 'replace', path, value: { textValue: 'Ours' } }] })
    const job = await w.migrate(named('B'))
    expect(messages(job)).toEqual([`taken without new values of ${path}: somebody has changed them by hand`])
    expect(job).toMatchObject({ failed: 0, errors: [{ isPartly: true }] })
    expect((await w.listOf('name', base))['basis-f1']).toEqual({ textValue: 'Ours' })
    expect((await w.migrate(named('B'))).errors).toEqual([])
  })
  it('an archived list takes no changes', async () => {
    await w.migrate(product('archived', { [fr]: national() }))
    const { id } = await w.get('archived')
    const before = (await w.h.ports.entities.get(id))!
    const data = structuredClone(before.data) as { listData: Record<string, ListData> }
    data.listData[fr]!._archived = true
    await w.h.ports.entities.put({ ...before, data }, { expectRev: before.rev })
    const job = await w.migrate(product('archived', { [fr]: national({ _active: false, ...approved }) }))
    expect(messages(job)).toEqual([
      `taken without new values of /listData/${fr}/_active: the list is archived`,
      'taken without the approval French organic in France: You may not do this.',
    ])
    expect((await w.h.ports.entities.get(id))!.data).toEqual(data)
  })
  it('an item that names a company that is not there is rejected', async () => {
    const lost = { 'tiny:1': { company: ids.nothing, role: 'distributor' } }
    const job = await w.migrate(product('lost', { base: { _companies: lost } }))
    expect(job).toMatchObject({ failed: 1 })
    expect(messages(job)[0]).toContain(`/listData/${base}/_companies/tiny:1/company`)
  })
  it('an item that names a company which staff deleted is rejected, and nothing else of its unit', async () => {
    const firm: ImportItem = { kind: 'company', key: 'gone', data: { baseData: { name: 'Gone AG' } } }
    await w.migrate(firm)
    const key = uniqueKey('company', '/importKey', `${source}:gone`)
    const company = (await w.h.ports.entities.get((await w.h.ports.entities.findUnique(key))!))!
    await w.h.ports.entities.put({ ...company, disabled: true }, { expectRev: company.rev })
    const named = { 'tiny:1': { company: { $key: 'company:gone' }, role: 'distributor' } }
    const job = await w.migrate(product('names', { base: { _companies: named } }), product('beside', {}))
    expect(job).toMatchObject({ status: 'complete', failed: 1, result: { created: 1, rejected: 1 } })
    expect(job.errors.map((e) => e.unit)).toEqual(['line 7, product names'])
  })
  it('an item of any class that names something deleted is rejected alone, and the dry run says so', async () => {
    const kinds = ['category', 'component', 'selectoption'] as const
    const data = {
      category: { title: { de_DE: 'Weg' }, mainCategoryKey: 'plant-protection-agents' },
      component: { title: { de_DE: 'Weg' } },
      selectoption: { title: { de_DE: 'Weg' }, type: 'company.type' },
    }
    const start = await w.migrate(...kinds.map((kind) => ({ kind, key: 'away', data: data[kind] })))
    expect(start.errors).toEqual([])
    for (const kind of kinds) {
      const id = await w.h.ports.entities.findUnique(uniqueKey(kind, '/importKey', `${source}:away`))
      const entity = (await w.h.ports.entities.get(id!))!
      await w.h.ports.entities.put({ ...entity, disabled: true }, { expectRev: entity.rev })
    }
    const $key = (kind: string) => ({ $key: `${kind}:away` })
    const items: ImportItem[] = [
      product('in-category', { base: { _category: $key('category') } }),
      product('of-component', {
        base: { _components: { base: { 'tiny:1': { component: $key('component'), secrecy: 'public' } } } },
      }),
      { kind: 'company', key: 'firm', data: { baseData: { name: 'Firm', legalType: $key('selectoption') } } },
      { kind: 'component', key: 'below', data: { title: { de_DE: 'Darunter' }, parent: $key('component') } },
      product('lives', {}),
    ]
    for (const dryrun of [true, false]) {
      const job = await w.take(items, { dryrun })
      expect(job).toMatchObject({ status: 'complete', failed: 4, result: { created: 1, rejected: 4 } })
      expect(messages(job).sort()).toEqual([
        'An entry that is named here was deleted: category Weg',
        'An entry that is named here was deleted: component Weg',
        'An entry that is named here was deleted: component Weg',
        'An entry that is named here was deleted: selectoption Weg',
      ])
    }
  })
  it('an item that names something erased is rejected by the dry run as by the run', async () => {
    const made = await w.h.as('admin').call(create, {
      entityclass: 'component',
      attributeset: 'default',
      data: { title: { de_DE: 'Getilgt' } },
    })
    await w.h.ports.entities.erase(made.id, 'super', w.h.ports.clock.now())
    const row = { 'tiny:1': { component: made.id, secrecy: 'public' } }
    const item = product('of-erased', { base: { _components: { base: row } } })
    for (const dryrun of [true, false]) {
      const job = await w.take([item], { dryrun })
      expect(job).toMatchObject({ failed: 1, result: { rejected: 1 } })
      expect(messages(job)).toEqual([`An entry that is named here was deleted: ${made.id}`])
    }
  })
  it('an item names nothing that is not there or is something else than belongs there; what it is rejected for says where', async () => {
    const wrongs: Record<string, unknown>[] = [ids.nothing, ids.company.belmont].flatMap((id) => [
      { _risklabels: [id] },
      { _category: id },
      { _responsible: { institution: id } },
      { _responsible: { institution: ids.institution.aare, accountId: id } },
      { _components: { base: { 'tiny:1': { component: id, secrecy: 'public' } } } },
      {
        _components: {
          base: { 'tiny:1': { component: Object.values(ids.component)[0], secrecy: 'public', unit: id } },
        },
      },
      { _checklist: { [id]: {} } },
      { _permits: { 'tiny:1': { permit: id, number: '1' } } },
      { _display: { standards: { [id]: { order: 1 } } } },
      { _notes: { 'tiny:1': { text: 'x', read: false, label: id } } },
      { _documents: { 'tiny:1': { fileId: id, fileName: 'x', uploadTime: '2026-01-01T04:00:00.000Z' } } },
      { 'basis-f90': { selectValue: id } },
    ])
    const field = {
      type: 'select',
      path: 'basis-f90',
      displayKey: 'main',
      title: { de_DE: 'Wahl' },
      optionSource: 'unit',
    }
    await w.h.as('admin').call(create, { entityclass: 'fielddefinition', data: field })
    const items: ImportItem[] = [
      ...wrongs.map((root, n) => product(`wrong-${n}`, { base: root as never })),
      product('parent', { base: {} }),
      ...[ids.nothing, ids.institution.aare].map((region, n): ImportItem => {
        const addresses = { a: { type: 'main', country: ids.company.belmont, region } }
        return {
          kind: 'company',
          key: `firm-${n}`,
          data: { baseData: { name: `Firm ${n}`, owner: region, legalType: region }, addresses },
        }
      }),
    ]
    for (const dryrun of [true, false]) {
      const job = await w.take(items, { dryrun })
      expect(job).toMatchObject({ failed: wrongs.length + 2, result: { created: 1 } })
      for (const message of messages(job)) expect(message).toMatch(/: id not found$/)
      const first = job.errors.find(({ unit }) => unit.endsWith('wrong-0'))
      expect(first?.text).toMatchObject({
        params: {
          places: [
            {
              params: { path: { place: `/listData/${base}/_risklabels/0` }, problem: { key: 'idNotFound' } },
            },
          ],
        },
      })
    }
  })
  it('an item may drop an object that it had', async () => {
    await w.migrate(product('object', { [fr]: national() }))
    const job = await w.migrate(product('object', { base: { _responsible: undefined }, [fr]: national() }))
    expect(job).toMatchObject({ failed: 0, errors: [], result: { changed: 1 } })
    expect(await w.listOf('object', base)).not.toHaveProperty('_responsible')
  })
  it('notes of a register are signed by who brings them; what only the server writes is refused', async () => {
    const note = { text: 'from the old system', read: true, at: '2019-01-01T04:00:00.000Z' }
    await w.migrate(product('notes', { base: { _notes: { 'tiny:n': { ...note, by: ids.account.core } } } }))
    expect((await w.listOf('notes', base))._notes['tiny:n']).toEqual({ ...note, by: ids.account.admin })
    for (const wrong of [{ activatedBy: ids.account.core }, { _nameHistory: {} }, { _archived: true }]) {
      const job = await w.migrate(product('wrong', { base: wrong }))
      expect(job).toMatchObject({ failed: 1, result: { rejected: 1 } })
      expect(messages(job)[0]).toContain(`/listData/${base}/${Object.keys(wrong)[0]}`)
    }
  })
  it('a note that the next edition says otherwise is one that nobody has read, the same one stays as it was', async () => {
    const at = '2019-01-01T04:00:00.000Z'
    const told = (text: string, more: object = {}) =>
      w.migrate(
        product('said', {
          base: { _notes: { 'tiny:n': { text, read: false, at, by: ids.account.core, ...more } } },
        }),
      )
    const noteNow = async () => (await w.listOf('said', base))._notes['tiny:n']!
    await told('as it was', { changed: at })
    expect(await noteNow()).not.toHaveProperty('changed')
    await told('otherwise')
    const { changed } = await noteNow()
    expect(await noteNow()).toMatchObject({ text: 'otherwise', at, changed: expect.any(String) })
    w.h.clock.advance(60)
    await told('otherwise', { read: true })
    expect(await noteNow()).toMatchObject({ read: true, changed })
  })
  it('a list that staff activated again after it was gone stays active', async () => {
    const gone = async () => {
      const { jobId } = await w.h.as('admin').call(run, { source, items: [], retire: { list: fr, keep: [] } })
      await w.h.worked()
      return (await w.h.as('admin').call(checkstatus, { id: jobId })).result
    }
    const item = product('back', { [fr]: national() })
    await w.migrate(item)
    await w.h.indexed()
    await gone()
    const { id, rev, data } = await w.get('back')
    expect(data.listData[fr]).toMatchObject({ _active: false })
    await w.h.as('admin').call(activatelist, { id, rev, list: fr, active: true })
    await w.h.indexed()
    expect(await gone()).toMatchObject({ deactivated: 0 })
    expect(await w.listOf('back')).toMatchObject({ _active: true })
  })
})
