/** What an import may not do to the work of staff, and how it brings approvals (decisions §11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueKey } from '../../functions/domain/entity/unique-values.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { activatelist } from '../../shared/calls/bml/product/activatelist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ListData, ProductView } from '../../shared/model/product.ts'
import { type Harness, ids, startHarness } from './harness.ts'

const source = 'tiny'
const base = fixedIds.list.base
const { fr, ch } = ids.list
const { eu, fr: french, ch: swiss } = ids.standard

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await take([
    {
      kind: 'category',
      key: 'fungi',
      data: {
        title: { de_DE: 'Pilze' },
        mainCategoryKey: 'plant-protection-agents',
        parent: fixedIds.mainCategory['plant-protection-agents'],
      },
    },
  ])
})
afterAll(() => h.close())

type Json = Record<string, unknown>
const distributor = { [`${source}:1`]: { company: ids.company.belmont, role: 'distributor' } }
const product = (key: string, lists: { base?: Json; [list: string]: Json | undefined }): ImportItem => {
  const { base: root, ...others } = lists
  return {
    kind: 'product',
    key,
    line: 7,
    data: {
      listData: {
        [base]: {
          _responsible: { institution: ids.institution.france },
          _active: true,
          _category: { $key: 'category:fungi' },
          'basis-f1': { textValue: key },
          _companies: distributor,
          ...root,
        },
        ...others,
      },
    },
  }
}
const national = (more: Json = {}) => ({ _active: true, _companies: distributor, ...more })

async function take(items: ImportItem[], more: { approvals?: 'migrate'; dryrun?: boolean } = {}) {
  const { jobId } = await h.as('admin').call(run, { source, items, ...more })
  await h.worked()
  const job = await h.as('admin').call(checkstatus, { id: jobId })
  // Every reason can be said in the reader's language.
  expect(job.errors.filter(({ text, unitText }) => !text || !unitText)).toEqual([])
  return job
}
const migrate = (...items: ImportItem[]) => take(items, { approvals: 'migrate' })
const get = async (key: string) => {
  const id = await h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:${key}`))
  return (await h.as('admin').call(load, { id: id ?? key })) as ProductView
}
const listOf = async (key: string, list = fr) => (await get(key)).data.listData[list] as ListData
const messages = (job: Awaited<ReturnType<typeof take>>) => job.errors.map((e) => e.message)

const approved = { _approval: { [french]: { active: true } } }

describe('shares of a register', () => {
  const share = (amount: number) => ({
    _components: {
      base: { c1: { component: ids.component.horn, secrecy: 'public', amount } },
      additional: {},
    },
  })
  it('have up to three decimals, as by hand: more is the reason why the item is rejected', async () => {
    expect((await take([product('shares', { base: share(12.345) })])).result).toMatchObject({ created: 1 })
    for (const dryrun of [true, false]) {
      const job = await take([product('shares', { base: share(12.3456) })], { dryrun })
      expect(job.result).toMatchObject({ rejected: 1 })
      expect(messages(job)).toEqual([
        `/listData/${base}/_components/base/c1/amount: A percentage has at most 3 decimals.`,
      ])
    }
    expect((await listOf('shares', base))._components.base['c1']?.amount).toBe(12.345)
  })
  it('that were stored with more before do not keep the rest of the item out', async () => {
    const id = await h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:shares`))
    const stored = (await h.ports.entities.get(id!))!
    const data = structuredClone(stored.data) as { listData: Record<string, ListData> }
    data.listData[base]!._components.base['c1']!.amount = 0.12345
    await h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
    const item = product('shares', { base: { ...share(12.345), _remark: { de_DE: 'Neu' } } })
    expect((await take([item])).result).toMatchObject({ changed: 1 })
  })
})

describe('approvals of a register', () => {
  it('are a reason in the report, unless they are to be migrated; the rest of the item is taken', async () => {
    for (const counts of [{ created: 1 }, { unchanged: 1 }]) {
      const job = await take([product('ignored', { [fr]: national(approved) })])
      expect(job).toMatchObject({ failed: 0, result: counts })
      expect(job.errors).toMatchObject([
        {
          unit: 'line 7, product ignored',
          message:
            'taken without its approvals (French organic in France): approvals were not to be migrated',
        },
      ])
    }
    expect((await listOf('ignored'))._approval).toEqual({})
    expect(messages(await migrate(product('ignored', { [fr]: national(approved) })))).toEqual([])
    expect((await listOf('ignored'))._approval).toHaveProperty(french)
  })
  it('need the approval right beside the one to import', async () => {
    const admin = await h.ports.entities.get(ids.account.admin)
    const { staticData } = admin!.data as { staticData: Json }
    const put = (hasApprovalRight: boolean, before: Entity) =>
      h.ports.entities.put(
        { ...before, data: { ...before.data, staticData: { ...staticData, hasApprovalRight } } },
        { expectRev: before.rev },
      )
    const without = await put(false, admin!)
    h.clock.advance(61)
    const input = { source, items: [], approvals: 'migrate' as const }
    await expect(h.as('admin').call(run, input)).rejects.toMatchObject({ status: 403 })
    await put(true, without)
    h.clock.advance(61)
    await expect(h.as('admin').call(run, input)).resolves.toBeDefined()
  })
  it('are given by the rules of approvals by hand', async () => {
    const row = { active: true }
    const job = await migrate(
      product('nobody', { [fr]: national({ ...approved, _companies: {} }) }),
      product('base', { base: { _approval: { [eu]: row } } }),
      product('depends', { [ch]: national({ _approval: { [swiss]: row } }) }),
      product('elsewhere', { [ch]: national(approved) }),
      product('inactive', { [fr]: national({ _approval: { [french]: { active: false } } }) }),
      product('dates', {
        [fr]: national({
          _approval: {
            [french]: { active: true, begin: '2026-02-01T04:00:00.000Z', end: '2026-01-01T04:00:00.000Z' },
          },
        }),
      }),
      product('initiated', {
        [fr]: national({ _approval: { [french]: { active: true, tmp_begin: '2026-01-01T04:00:00.000Z' } } }),
      }),
      product('approver', {
        [fr]: national({
          _approval: { [french]: { active: true, finalApprovalAccountId: ids.account.core } },
        }),
      }),
    )
    expect(job).toMatchObject({ failed: 0, result: { created: 8 } })
    const reasons = Object.fromEntries(job.errors.map((e) => [e.unit.split(' ').at(-1), e.message]))
    const without = (name: string) => `taken without the approval ${name}: `
    expect(reasons).toEqual({
      nobody: `${without('French organic in France')}Choose a distributor first.`,
      base: `${without('EU organic in Base data')}A base approval needs two people; an import cannot give it.`,
      depends: `${without('Swiss organic in Switzerland')}The approval that this standard depends on is missing.`,
      elsewhere: `${without('French organic in Switzerland')}The standard is not available in this list.`,
      inactive: `${without('French organic in France')}The approval is not active.`,
      dates: `${without('French organic in France')}Should not be later than end date`,
      initiated: `${without('French organic in France')}/tmp_begin this key is not known here`,
      approver: `${without('French organic in France')}/finalApprovalAccountId this key is not known here`,
    })
    for (const key of Object.keys(reasons))
      for (const list of Object.values((await get(key)).data.listData)) expect(list._approval).toEqual({})
  })
  it('carry no restriction text that is refused by hand', async () => {
    const text = async (key: string, more: Json) => {
      const data = { text: { de_DE: key, en_GB: key }, ...more }
      return (await h.as('admin').call(create, { entityclass: 'restrictiontext', data })).id
    }
    const texts = {
      inactive: await text('inactive', { active: false }),
      standard: await text('standard', { standards: [swiss] }),
      category: await text('category', { categories: [ids.category.oils] }),
      nothing: ids.nothing,
      fits: await text('fits', { categories: [fixedIds.mainCategory['plant-protection-agents']] }),
    }
    h.clock.advance(61)
    const job = await migrate(
      ...Object.entries(texts).map(([key, restrictionTextId]) =>
        product(`text-${key}`, {
          [fr]: national({ _approval: { [french]: { active: true, restrictionTextId } } }),
        }),
      ),
    )
    const without = 'taken without the approval French organic in France: /restrictionTextId '
    const unfit = `${without}Choose a restriction text for this standard and category.`
    expect(messages(job)).toEqual([unfit, unfit, unfit, `${without}expected the id of a restriction text`])
    expect((await listOf('text-category'))._approval).toEqual({})
    expect((await listOf('text-fits'))._approval[french]?.restrictionTextId).toBe(texts.fits)
  })
  it('tell in the timeline where they come from, and who brought them', async () => {
    const said = (more: Json) =>
      product('told', { [fr]: national({ _approval: { [french]: { active: true, ...more } } }) })
    await migrate(said({}))
    await migrate(said({ end: '2027-05-31T04:00:00.000Z', comment: 'extended' }))
    const { id } = await get('told')
    expect((await listOf('told'))._approval[french]).toMatchObject({
      begin: `${h.clock.now().slice(0, 10)}T04:00:00.000Z`,
      end: '2027-05-31T04:00:00.000Z',
      comment: 'extended',
      finalApprovalAccountId: ids.account.admin,
    })
    const { list } = await h.as('core').call(gettimeline, { id, limit: 10 })
    const event = { kind: 'approvalMigrated', list: fr, standard: french, from: source }
    expect(list).toMatchObject([
      { ...event, rev: 2, byName: 'Johanna Brandl' },
      { kind: 'created' },
      { ...event, rev: 1 },
    ])
  })
  it('never touch a row on which somebody has decided by hand', async () => {
    const said = (end: string) => product('hand', { [fr]: national({ _approval: { [french]: { end } } }) })
    await migrate(said('2027-05-31T04:00:00.000Z'))
    const before = await get('hand')
    await h.as('admin').call(approvals, {
      id: before.id,
      rev: before.rev,
      list: fr,
      standard: french,
      action: 'deactivate',
    })
    const byHand = (await listOf('hand'))._approval[french]
    expect(messages(await migrate(said('2028-05-31T04:00:00.000Z')))).toEqual([
      'taken without the approval French organic in France: somebody has decided on it by hand',
    ])
    expect(messages(await migrate(product('hand', { [fr]: national() })))).toEqual([])
    expect((await listOf('hand'))._approval[french]).toEqual(byHand)
  })
  it('are deactivated where the register drops them, and active when they come back', async () => {
    const withOne = product('drops', { [fr]: national(approved) })
    await migrate(withOne)
    await migrate(product('drops', { [fr]: national() }))
    expect((await listOf('drops'))._approval[french]).toMatchObject({ active: false })
    await migrate(withOne)
    expect((await listOf('drops'))._approval[french]).toMatchObject({ active: true })
    expect((await migrate(withOne)).result).toMatchObject({ unchanged: 1 })
  })
})

describe('the work of staff', () => {
  it('stays whatever an item leaves out or empties', async () => {
    await migrate(product('staff', { [fr]: national() }))
    const before = await get('staff')
    const at = `/listData/${fr}`
    const own = { company: ids.company.nordhain, role: 'manufacturer' }
    const component = { component: ids.component.horn, secrecy: 'public' }
    const saved = await h.as('admin').call(save, {
      id: before.id,
      rev: before.rev,
      patch: [
        { op: 'add', path: `${at}/_companies/own`, value: own },
        {
          op: 'add',
          path: `${at}/_notes/n1`,
          value: { text: 'Look again', read: false, at: h.clock.now(), by: ids.account.admin },
        },
        { op: 'add', path: `${at}/_components/additional/own`, value: component },
        {
          op: 'add',
          path: `${at}/_invoiceSpecialItems`,
          value: { own: { institution: ids.institution.france, year: 2026, text: 'Extra', amount: 10 } },
        },
      ],
    })
    const approved = await h.as('admin').call(approvals, {
      id: saved.id,
      rev: saved.rev,
      list: fr,
      standard: french,
      action: 'grantyear',
    })
    const mine = approved.data['listData'] as Record<string, ListData>
    const empty = { _approval: {}, _companies: {}, _notes: {}, _documents: {}, _invoiceSpecialItems: {} }
    const components = { _components: { base: {}, additional: {} } }
    for (const list of [{ ...empty, ...components }, {}, undefined]) {
      const job = await migrate(product('staff', { base: { ...empty, _companies: {} }, [fr]: list }))
      expect(job.errors).toEqual([])
      expect(job.failed).toBe(0)
    }
    const { _companies: companies, ...rest } = await listOf('staff')
    expect(companies).toEqual({ own })
    const { _approval, _notes, _components, _invoiceSpecialItems } = mine[fr]!
    expect(rest).toMatchObject({ _approval, _notes, _components, _invoiceSpecialItems })
  })
  it('says what of the register was not taken because of it', async () => {
    const named = (name: string) => product('name', { base: { 'basis-f1': { textValue: name } } })
    await migrate(named('A'))
    const { id, rev } = await get('name')
    const path = `/listData/${base}/basis-f1`
    await h
      .as('admin')
      .call(save, { id, rev, patch: [{ op: 'replace', path, value: { textValue: 'Ours' } }] })
    const job = await migrate(named('B'))
    expect(messages(job)).toEqual([`taken without new values of ${path}: somebody has changed them by hand`])
    expect(job.failed).toBe(0)
    expect((await listOf('name', base))['basis-f1']).toEqual({ textValue: 'Ours' })
    expect((await migrate(named('B'))).errors).toEqual([])
  })
  it('an archived list takes no changes', async () => {
    await migrate(product('archived', { [fr]: national() }))
    const { id } = await get('archived')
    const before = (await h.ports.entities.get(id))!
    const data = structuredClone(before.data) as { listData: Record<string, ListData> }
    data.listData[fr]!._archived = true
    await h.ports.entities.put({ ...before, data }, { expectRev: before.rev })
    const job = await migrate(product('archived', { [fr]: national({ _active: false, ...approved }) }))
    expect(messages(job)).toEqual([
      `taken without new values of /listData/${fr}/_active: the list is archived`,
      'taken without the approval French organic in France: You may not do this.',
    ])
    expect((await h.ports.entities.get(id))!.data).toEqual(data)
  })
  it('an item that names a company that is not there is rejected', async () => {
    const lost = { 'tiny:1': { company: ids.nothing, role: 'distributor' } }
    const job = await migrate(product('lost', { base: { _companies: lost } }))
    expect(job).toMatchObject({ failed: 1 })
    expect(messages(job)[0]).toContain(`/listData/${base}/_companies/tiny:1/company`)
  })
  it('an item that names a company which staff deleted is rejected, and nothing else of its unit', async () => {
    const firm: ImportItem = { kind: 'company', key: 'gone', data: { baseData: { name: 'Gone AG' } } }
    await migrate(firm)
    const key = uniqueKey('company', '/importKey', `${source}:gone`)
    const company = (await h.ports.entities.get((await h.ports.entities.findUnique(key))!))!
    await h.ports.entities.put({ ...company, disabled: true }, { expectRev: company.rev })
    const named = { 'tiny:1': { company: { $key: 'company:gone' }, role: 'distributor' } }
    const job = await migrate(product('names', { base: { _companies: named } }), product('beside', {}))
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
    const start = await migrate(...kinds.map((kind) => ({ kind, key: 'away', data: data[kind] })))
    expect(start.errors).toEqual([])
    for (const kind of kinds) {
      const id = await h.ports.entities.findUnique(uniqueKey(kind, '/importKey', `${source}:away`))
      const entity = (await h.ports.entities.get(id!))!
      await h.ports.entities.put({ ...entity, disabled: true }, { expectRev: entity.rev })
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
      const job = await take(items, { dryrun })
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
    const made = await h.as('admin').call(create, {
      entityclass: 'component',
      attributeset: 'default',
      data: { title: { de_DE: 'Getilgt' } },
    })
    await h.ports.entities.erase(made.id, 'super', h.ports.clock.now())
    const row = { 'tiny:1': { component: made.id, secrecy: 'public' } }
    const item = product('of-erased', { base: { _components: { base: row } } })
    for (const dryrun of [true, false]) {
      const job = await take([item], { dryrun })
      expect(job).toMatchObject({ failed: 1, result: { rejected: 1 } })
      expect(messages(job)).toEqual([`An entry that is named here was deleted: ${made.id}`])
    }
  })
  it('an item may drop an object that it had', async () => {
    await migrate(product('object', { [fr]: national() }))
    const job = await migrate(product('object', { base: { _responsible: undefined }, [fr]: national() }))
    expect(job).toMatchObject({ failed: 0, errors: [], result: { changed: 1 } })
    expect(await listOf('object', base)).not.toHaveProperty('_responsible')
  })
  it('notes of a register are signed by who brings them; what only the server writes is refused', async () => {
    const note = { text: 'from the old system', read: true, at: '2019-01-01T04:00:00.000Z' }
    await migrate(product('notes', { base: { _notes: { 'tiny:n': { ...note, by: ids.account.core } } } }))
    expect((await listOf('notes', base))._notes['tiny:n']).toEqual({ ...note, by: ids.account.admin })
    for (const wrong of [{ activatedBy: ids.account.core }, { _nameHistory: {} }, { _archived: true }]) {
      const job = await migrate(product('wrong', { base: wrong }))
      expect(job).toMatchObject({ failed: 1, result: { rejected: 1 } })
      expect(messages(job)[0]).toContain(`/listData/${base}/${Object.keys(wrong)[0]}`)
    }
  })
  it('a list that staff activated again after it was gone stays active', async () => {
    const gone = async () => {
      const { jobId } = await h.as('admin').call(run, { source, items: [], retire: { list: fr, keep: [] } })
      await h.worked()
      return (await h.as('admin').call(checkstatus, { id: jobId })).result
    }
    const item = product('back', { [fr]: national() })
    await migrate(item)
    await h.indexed()
    await gone()
    const { id, rev, data } = await get('back')
    expect(data.listData[fr]).toMatchObject({ _active: false })
    await h.as('admin').call(activatelist, { id, rev, list: fr, active: true })
    await h.indexed()
    expect(await gone()).toMatchObject({ deactivated: 0 })
    expect(await listOf('back')).toMatchObject({ _active: true })
  })
})
