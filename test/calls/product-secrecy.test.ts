/** What reaches each class of viewer, by every call that shows a product, and what a patch can find out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { aggregatesearch } from '../../shared/calls/bml/product/aggregatesearch.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { catalogue } from '../../shared/catalogue.ts'
import type { Contract } from '../../shared/contract.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type CallFailure, failureOf, type Harness, ids, startHarness } from './harness.ts'
import { listIn, set } from './product-data.ts'

let h: Harness
const { base, ch, fr } = ids.list
const id = ids.product.neem
const secrets = {
  'base-data-responsible': 'SECRET-RESPONSIBLE',
  'core-partners': 'SECRET-CORE',
  'national-partners': 'SECRET-NATIONAL',
} as const
const patch = async (
  operations: JsonPatch,
  user: DemoUser = 'admin',
  changeset?: { label: string; paths: string[] },
) => h.as(user).call(save, { id, rev: await h.revOf(id), patch: operations, changeset })
async function refusal(run: Promise<unknown>) {
  const { status, message, details } = await failureOf(run)
  return { status, message, details }
}

/**
 * The national partner is responsible for the product at first; everything secret is written; then the core partner
 * `rhine` becomes responsible at base level, `france` stays responsible for its list, and a list `ch` joins.
 */
let fullRev = 0
beforeAll(async () => {
  h = await startHarness()
  const rows = Object.fromEntries(
    Object.keys(secrets).map((secrecy) => [
      secrecy,
      { component: ids.component.secret, secrecy, amount: 31.416 },
    ]),
  )
  const component = (secrecy: string) => set(base, `_components/base/row-${secrecy}`, rows[secrecy])
  await patch([
    set(base, 'composition-f1', { textValue: secrets['base-data-responsible'] }),
    set(base, 'composition-f2', { booleanValue: true }),
    set(base, 'specific-f2', { numberValue: 8 }),
    set(base, 'basis-f2', { textValue: { de_DE: secrets['national-partners'] } }),
    set(base, '_companies/r2', { company: ids.company.nordhain, role: 'recipe-holder' }),
    set(base, '_notes/n1', {
      text: 'NOTE-INTERNAL',
      read: false,
      at: '2026-01-01T00:00:00.000Z',
      by: ids.account.admin,
    }),
    ...Object.keys(rows).map(component),
    set(fr, '_linked/composition-f1', 'basis'),
    set(fr, '_linked/composition-f2', 'basis'),
  ])
  fullRev = await h.revOf(id)
  const give = async (list: string, institution: string) =>
    h.as('admin').call(setresponsibility, { id, rev: await h.revOf(id), list, institution })
  await give(base, ids.institution.rhine)
  await give(fr, ids.institution.france)
  const entity = (await h.ports.entities.get(id))!
  const data = structuredClone(entity.data) as { listData: Record<string, Record<string, unknown>> }
  data.listData[ch] = { ...data.listData[fr], 'basis-f1': { textValue: 'LIST-CH' }, _responsible: undefined }
  await h.ports.entities.put(
    { ...entity, data, updated: h.clock.now() },
    { expectRev: entity.rev, events: [{ kind: 'listAdded', list: ch }] },
  )
  await patch([set(ch, 'basis-f5', { textValue: 'LIST-CH' })], 'admin', {
    label: 'LABEL-CH',
    paths: [`/listData/${ch}/basis-f5`],
  })
})
afterAll(() => h.close())

/** Fields and component rows of the base list that each may see. `core` is of another core partner. */
const sees: [DemoUser, string[], string[], string[]][] = [
  [
    'admin',
    ['composition-f1', 'composition-f2', 'specific-f2'],
    ['row-base-data-responsible', 'row-core-partners', 'row-national-partners'],
    [base, fr, ch],
  ],
  ['core', ['composition-f2', 'specific-f2'], ['row-core-partners', 'row-national-partners'], [base, fr, ch]],
  ['national', ['specific-f2'], ['row-national-partners'], [base, fr]],
  ['company', [], [], [base, fr, ch]],
]

describe.each(sees)('%s', (user, fields, rows, lists) => {
  const check = (view: { data: Record<string, unknown>; resolved: object }, isOld = false) => {
    const list = listIn(view, base)!
    const secretFields = ['composition-f1', 'composition-f2', 'specific-f2']
    expect(secretFields.filter((key) => key in list)).toEqual(fields)
    expect(Object.keys(list._components.base).sort()).toEqual([...rows].sort())
    expect(Object.keys(view.data['listData'] as object).sort()).toEqual(
      lists.filter((l) => !isOld || l !== ch).sort(),
    )
    const all = JSON.stringify(view)
    if (!fields.includes('composition-f1')) expect(all).not.toContain(secrets['base-data-responsible'])
    if (!lists.includes(ch)) expect(all).not.toContain('LIST-CH')
    if (user === 'company') expect(all).not.toContain('NOTE-INTERNAL')
  }
  test('load', async () => check(await h.as(user).call(load, { id })))
  test('an older revision, by the rights of today', async () =>
    check(await h.as(user).call(load, { id, rev: fullRev }), true))
  test('the links of other lists', async () => {
    const view = await h.as(user).call(load, { id })
    const linked = ['composition-f1', 'composition-f2'].filter((key) => fields.includes(key))
    const shown = Object.keys(listIn(view, fr)?._linked ?? {}).filter((key) => key.startsWith('composition'))
    expect(shown).toEqual(linked)
    expect(Object.keys(view.resolved[fr] ?? {}).filter((key) => key.startsWith('composition'))).toEqual(
      linked,
    )
  })
  test('the timeline', async () => {
    const { list } = await h.as(user).call(gettimeline, { id })
    const isSeen = list.some((event) => event.list === ch)
    expect(isSeen).toBe(lists.includes(ch))
    expect(list.some((event) => event.kind === 'responsibilityChanged')).toBe(user !== 'company')
  })
})

describe('others', () => {
  test('a registered user sees no product', async () => {
    expect(await refusal(h.as('registered').call(load, { id }))).toMatchObject({ status: 403 })
    expect(await refusal(h.as('registered').call(gettimeline, { id }))).toMatchObject({ status: 403 })
  })
  test('a company user sees the own company on it, and no people', async () => {
    const view = await h.as('company').call(load, { id })
    expect(Object.keys(listIn(view, base)?._companies ?? {})).toEqual(['r2'])
    expect(view.titles).toEqual({ [ids.company.nordhain]: 'Nordhain Biodünger GmbH' })
    expect(view.may[base]).toEqual([])
    const { list } = await h.as('company').call(gettimeline, { id })
    expect(list.every((event) => event.byName === '')).toBe(true)
    expect(await refusal(h.as('company').call(load, { id: ids.product.basalt }))).toMatchObject({
      status: 404,
    })
  })
})

describe('a patch finds out nothing', () => {
  const tried = async (operation: JsonPatch[number]) => {
    const { status, message } = await refusal(patch([operation], 'national'))
    return { status, message }
  }
  const op = (kind: 'test' | 'replace' | 'add', list: string, key: string, value: unknown) =>
    ({ op: kind, path: `/listData/${list}/${key}`, value }) as JsonPatch[number]

  test('hidden fields, rows and lists answer like absent ones', async () => {
    const absent = { status: 422, message: 'Path is invalid.' }
    for (const kind of ['test', 'replace', 'add'] as const) {
      const text = { textValue: secrets['base-data-responsible'] }
      expect(await tried(op(kind, fr, 'unknown-f1', text))).toEqual(absent)
      expect(await tried(op(kind, fr, 'composition-f1', text))).toEqual(absent)
      expect(await tried(op(kind, fr, 'composition-f2', { booleanValue: true }))).toEqual(absent)
      for (const list of [ch, ids.list.de])
        for (const key of ['basis-f5', 'composition-f1', 'unknown-f1'])
          expect(await tried(op(kind, list, key, { textValue: 'LIST-CH' }))).toEqual({
            status: 422,
            message: 'listdata not found',
          })
    }
    for (const row of ['row-core-partners', 'row-nobody']) {
      expect(await tried(op('replace', fr, `_components/base/${row}/amount`, 1))).toEqual(absent)
      expect(await tried({ op: 'remove', path: `/listData/${fr}/_components/base/${row}` })).toEqual(absent)
      const copy = {
        op: 'copy' as const,
        from: `/listData/${fr}/_components/base/${row}`,
        path: `/listData/${fr}/_display`,
      }
      expect(await tried(copy)).toEqual(absent)
    }
  })
  test('a linked field with a hidden value cannot be switched by who may not see it', async () => {
    expect(await tried({ op: 'remove', path: `/listData/${fr}/_linked/composition-f2` })).toEqual({
      status: 422,
      message: 'Path is invalid.',
    })
  })
  test('replacing all rows that one sees leaves the hidden ones', async () => {
    const own = { component: ids.component.horn, secrecy: 'public', amount: 1 }
    await patch([op('add', fr, '_components', { base: {}, additional: { own } })], 'national')
    const list = listIn(await h.as('admin').call(load, { id }), fr)
    expect(Object.keys(list?._components.base ?? {}).sort()).toEqual([
      'row-base-data-responsible',
      'row-core-partners',
    ])
    expect(Object.keys(list?._components.additional ?? {})).toEqual(['own'])
  })
  test('the hidden rows of the base list travel with it, unseen', async () => {
    const secret = { component: ids.component.secret, secrecy: 'core-partners', amount: 2 }
    await patch([op('add', base, '_components/base/late', secret)])
    const asNational = await h.as('national').call(load, { id })
    expect(listIn(asNational, fr)?._components.base).not.toHaveProperty('late')
    expect(listIn(await h.as('admin').call(load, { id }), fr)?._components.base).toHaveProperty('late')
  })
  test('a row under the id of a hidden one is taken like any other, and the hidden one is not lost', async () => {
    const own = { component: ids.component.horn, secrecy: 'public', amount: 7 }
    const made = async (row: string) => {
      const view = await patch([op('add', fr, `_components/base/${row}`, own)], 'national')
      const { [row]: mine, ...others } = listIn(view, fr)!._components.base
      expect(mine).toEqual(own)
      return { ids: Object.keys(others).sort(), lists: Object.keys(view.data['listData'] as object) }
    }
    const secretIn = async (list: string) => {
      const view = await h.as('admin').call(load, { id })
      return Object.entries(listIn(view, list)!._components.base)
        .filter(([, row]) => row.component === ids.component.secret)
        .map(([row, { secrecy }]) => [row, secrecy])
        .sort()
    }
    const before = { base: await secretIn(base), fr: await secretIn(fr), ch: await secretIn(ch) }
    const hidden = 'row-base-data-responsible'
    expect(before.fr.map(([row]) => row)).toContain(hidden)

    const free = await made('row-nobody-has')
    expect(await made(hidden)).toEqual({ ...free, ids: [...free.ids, 'row-nobody-has'].sort() })

    // In all lists the hidden rows are what they were; the one that gave way has another id, everywhere the same.
    const moved = `${hidden}.${await h.revOf(id)}`
    const renamed = (rows: (string | undefined)[][]) =>
      rows.map(([row, secrecy]) => [row === hidden ? moved : row, secrecy]).sort()
    expect(await secretIn(fr)).toEqual(renamed(before.fr))
    expect(await secretIn(base)).toEqual(renamed(before.base))
    expect(await secretIn(ch)).toEqual(renamed(before.ch))
    // It is as hidden as it was: now, in older revisions, and in what the history tells of its changes.
    const seenRows = async (rev?: number) =>
      Object.values(listIn(await h.as('national').call(load, { id, rev }), fr)!._components.base)
    expect((await seenRows()).every((row) => row.component === ids.component.horn)).toBe(true)
    expect(await seenRows(fullRev)).toEqual([])
  })
  test('the history names no row that is hidden', async () => {
    const row = '_components/base/row-core-partners'
    const paths = [`/listData/${base}/${row}/amount`, `/listData/${base}/basis-f5`]
    await patch(
      [op('add', base, `${row}/amount`, 3), op('add', base, 'basis-f5', { textValue: '5' })],
      'admin',
      {
        label: 'Both',
        paths,
      },
    )
    const told = async (user: DemoUser) =>
      (await h.as(user).call(history, { id, limit: 1 })).list[0]?.changeset?.paths
    expect(await told('core')).toEqual(paths)
    expect(await told('national')).toEqual([`/listData/${base}/_components/base`, paths[1]])
  })
})

/** Calls whose answer holds a product, or that are for who may view one: a new one is asked here too. */
function showsProduct(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>
    return ('may' in shape && 'resolved' in shape) || Object.values(shape).some(showsProduct)
  }
  if (schema instanceof z.ZodArray) return showsProduct(schema.element as z.ZodType)
  if (schema instanceof z.ZodOptional) return showsProduct(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodUnion && schema.options.some((option) => showsProduct(option as z.ZodType))
}
describe('every call of the catalogue that shows a product', () => {
  const isThis = { field: 'id', comparison: 'eq', value: id } as const
  const other = ids.product.compost
  type Asked = { rev: number }
  /** Those that only read come first: each is answered to administrators, with the secret where it tells values. */
  const reads: Record<string, (asked: Asked) => object> = {
    'bml/product/load': () => ({ id }),
    'bml/product/asof': () => ({ id, day: h.clock.now().slice(0, 10) }),
    'bml/product/gettimeline': () => ({ id }),
    'bml/product/getapprovals': () => ({ id }),
    'bml/product/lastchanges': () => ({ id, list: fr }),
    'bml/product/hierarchy': () => ({ id }),
    'bml/product/references': () => ({ id }),
    'bml/product/search': () => ({
      attributeFilter: isThis,
      columns: ['name', 'composition-f1', 'lists.name'],
    }),
    'bml/product/count': () => ({ attributeFilter: isThis }),
    'bml/product/listlistingconfirmations': () => ({ productId: id }),
    'bml/product/listnotes': () => ({ status: 'archive' }),
    'bml/product/notemarks': () => ({ id }),
    'bml/product/aggregatesearch': () => ({ attributeFilter: isThis, targetField: 'composition-f1' }),
    'bml/presence/update': () => ({ section: 'equipoProducts', id }),
  }
  const writes: Record<string, (asked: Asked) => object> = {
    'bml/product/create': () => ({ dryrun: true }),
    'bml/product/save': ({ rev }) => ({ id, rev, patch: [set(fr, 'basis-f5', { textValue: `at ${rev}` })] }),
    'bml/product/approvals': ({ rev }) => ({
      id,
      rev,
      list: fr,
      standard: ids.standard.fr,
      action: 'initiate',
    }),
    'bml/product/readnotes': () => ({
      id,
      notes: [{ list: base, note: 'n1', state: h.clock.now() }],
      read: true,
    }),
    'bml/product/activatelist': ({ rev }) => ({ id, rev, list: fr, active: false }),
    'bml/product/addlist': ({ rev }) => ({ id, rev, list: ids.list.de }),
    'bml/product/setresponsibility': ({ rev }) => ({
      id,
      rev,
      list: fr,
      institution: ids.institution.france,
    }),
    'bml/product/setderived': ({ rev }) => ({ id, rev, parent: other }),
    'bml/product/setflags': ({ rev }) => ({ id, rev, set: [ids.nothing], remove: [other] }),
    'bml/product/resetnationalpartner': ({ rev }) => ({ id, rev }),
    'bml/product/revert': ({ rev }) => ({ id, rev, toRev: fullRev }),
    'bml/product/archivelist': ({ rev }) => ({ id, rev, list: fr }),
    'bml/product/unarchivelist': ({ rev }) => ({ id, rev, list: fr }),
    'bml/product/movelist': ({ rev }) => ({ id, rev, list: fr, target: other }),
    'bml/product/archive': ({ rev }) => ({ id, rev }),
    'bml/product/restore': ({ rev }) => ({ id, rev }),
    'bml/product/deleteproduct': ({ rev }) => ({ id, rev }),
  }
  const asked = { ...reads, ...writes }
  const secret = secrets['base-data-responsible']
  const hidden: [DemoUser, string[]][] = [
    ['core', [secret]],
    ['national', [secret, 'LIST-CH', 'LABEL-CH']],
    ['company', [secret, 'NOTE-INTERNAL', 'LABEL-CH']],
    ['registered', [secret, 'LIST-CH', 'NOTE-INTERNAL', 'LABEL-CH']],
  ]
  const shown = Object.values<Contract>(catalogue).filter(
    ({ access, output }) => access === 'product:view' || showsProduct(output),
  )
  const answerOf = async (user: DemoUser, contract: Contract) => {
    const input = asked[contract.name]!({ rev: await h.revOf(id) })
    return h
      .as(user)
      .call(contract, input as never)
      .then(
        (answer) => ({ status: 200, said: JSON.stringify(answer) }),
        (e: CallFailure) => ({ status: e.status, said: JSON.stringify([e.message, e.details]) }),
      )
  }
  test('is known here', () => {
    expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(asked).sort())
  })
  test('answers administrators, who see the secrets', async () => {
    await h.indexed()
    const found = new Map<string, boolean>()
    for (const contract of shown.filter(({ name }) => Object.hasOwn(reads, name))) {
      const { status, said } = await answerOf('admin', contract)
      expect(status, `${contract.name} ${said}`).toBe(200)
      expect(said).not.toContain('_fromBase')
      found.set(contract.name, said.includes(secret))
    }
    expect(found.get('bml/product/load')).toBe(true)
  })
  test('groups tell no hidden value either, nor that there is one', async () => {
    await h.indexed()
    const fields = [
      'composition-f1',
      'lists.composition-f1',
      'basis-f5',
      'lists.basis-f5',
      'lists.notes.text',
      'lists.list',
    ]
    const groupsOf = async (user: DemoUser, groupBy: string) => {
      const input = { attributeFilter: isThis, targetField: 'id', groupBy }
      const { buckets } = await h.as(user).call(aggregatesearch, input)
      return buckets.flatMap(({ groups }) => groups ?? []).map(({ key }) => String(key))
    }
    for (const groupBy of fields) {
      const all = await groupsOf('admin', groupBy).catch((e: CallFailure) => e.status)
      for (const [user, hiddenTexts] of hidden) {
        const seen = await groupsOf(user, groupBy).catch((e: CallFailure) => e.status)
        if (!Array.isArray(all) || !Array.isArray(seen)) continue
        const allowed = all.filter((key) => !hiddenTexts.some((text) => key.includes(text.toLowerCase())))
        expect([user, groupBy, seen.filter((key) => !allowed.includes(key))]).toEqual([user, groupBy, []])
      }
    }
    expect((await groupsOf('admin', 'composition-f1')).join()).toMatch(/secret-responsible/i)
    expect(await groupsOf('core', 'composition-f1')).toEqual([])
    expect(await groupsOf('national', 'lists.list')).not.toContain(ch)
    expect(await groupsOf('core', 'lists.list')).toContain(ch)
    await expect(groupsOf('registered', 'composition-f1')).rejects.toMatchObject({ status: 403 })
  })
  test.each(Object.keys(asked))('%s gives no secret away, by its answer or its refusal', async (name) => {
    const contract = shown.find((one) => one.name === name)!
    for (const [user, secretsOf] of hidden) {
      const { status, said } = await answerOf(user, contract)
      expect(status, `${user} ${said}`).not.toBe(400)
      for (const text of [...secretsOf, '_fromBase']) expect(said, user).not.toContain(text)
    }
  })
})
