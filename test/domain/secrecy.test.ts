import { describe, expect, test } from 'vitest'
import { secrecyLevels } from '../../shared/constants.ts'
import { companyData } from '../../shared/model/company.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import type { ComponentRow, ProductData } from '../../shared/model/product.ts'
import { viewerClasses } from '../../shared/rules/permissions.ts'
import { productViewerScope, redactStep } from '../../shared/rules/product-viewer-scope.ts'
import { redactCompany } from '../../shared/rules/redact-company.ts'
import { redactOffers, redactProduct, seenDocuments } from '../../shared/rules/redact-product.ts'
import { type DerivedOf, derivedOffers, resolveLists } from '../../shared/rules/resolution.ts'
import { type SecrecyReference, visibleTo } from '../../shared/rules/secrecy.ts'
import {
  actorOf,
  base,
  ch,
  company,
  core,
  fieldsOf,
  fr,
  idOf,
  lists,
  national,
  other,
  productOf,
  text,
  viewers,
} from './product-samples.ts'

const none: DerivedOf = () => undefined
const reference: SecrecyReference = {
  lists,
  standards: new Map([
    [idOf('eu'), { data: { baseApproval: true } }],
    [idOf('nat'), { data: { baseApproval: false, dependency: idOf('eu') } }],
  ]),
  fields: fieldsOf(
    ['basis-f1', 'public'],
    ['open-f1', 'public'],
    ['national-f1', 'national-partners'],
    ['core-f1', 'core-partners'],
    ['secret-f1', 'base-data-responsible'],
    ['nutrients-table', 'public', { type: 'table' }],
    ['nutrients-table-shown', 'public', { displayType: 'table', displayKey: 'nutrients-table' }],
    ['nutrients-table-hidden', 'core-partners', { displayType: 'table', displayKey: 'nutrients-table' }],
  ),
}
const see = (data: ProductData, viewer: keyof typeof viewers, derived = none, current?: ProductData) =>
  redactProduct(data, resolveLists(data, derived), viewers[viewer], reference, {
    current: current ?? data,
    parents: derived,
  })

describe('secrecy levels, for each viewer class', () => {
  /** Columns: base-data-responsible, core-partners, national-partners, public. */
  test.each([
    ['A', [true, true, true, true]],
    ['C', [false, true, true, true]],
    ['N', [false, false, true, true]],
    ['R', [false, false, false, true]],
    ['P', [false, false, false, true]],
  ] as const)('%s, not responsible', (viewer, expected) => {
    expect(secrecyLevels.map((level) => visibleTo(level, viewers[viewer], false))).toEqual(expected)
  })
  test.each(viewerClasses)('%s, responsible', (viewer) => {
    const staff = viewer !== 'R' && viewer !== 'P'
    expect(secrecyLevels.map((level) => visibleTo(level, viewers[viewer], true))).toEqual([
      staff,
      staff,
      staff,
      true,
    ])
  })
})

const fields = {
  'basis-f1': text('Name'),
  'open-f1': text('o'),
  'national-f1': text('n'),
  'core-f1': text('c'),
  'secret-f1': text('s'),
  'orphan-f1': text('definition gone'),
  'nutrients-table': { tableValue: { t1: { shown: text('1'), hidden: text('2'), _order: 1 } } },
}
const row = (secrecy: string) => ({ component: idOf(secrecy), secrecy })
const components = Object.fromEntries(secrecyLevels.map((level) => [level, row(level)]))
const full = productOf(
  {
    [base]: {
      ...fields,
      _responsible: { institution: other },
      _components: { base: components, additional: components },
      _documents: Object.fromEntries(
        secrecyLevels.map((secrecy) => [
          secrecy,
          { fileId: idOf('file'), fileName: 'a.pdf', uploadTime: '2025-01-01T00:00:00Z', secrecy },
        ]),
      ),
      _companies: { r1: { company, role: 'distributor' }, r2: { company: other, role: 'manufacturer' } },
      _notes: { n1: { read: false, at: '2025-01-01T00:00:00Z', by: idOf('a'), text: 'internal' } },
      _nameHistory: { r1: { name: 'Old', from: '2025-01-01T00:00:00Z' } },
      _approval: {
        [idOf('eu')]: {
          active: true,
          comment: 'internal',
          restriction: 'outdoors',
          tmp_begin: '2025-01-01T04:00:00Z',
          approvalInitiatorAccountId: idOf('a'),
          approvalInitiatorSub: 'somebody',
          formerInitiatorSub: 'another',
        },
      },
      _invoiceSpecialItems: {
        i1: { institution: core, year: 2025, text: 'x', amount: 1 },
        i2: { institution: other, year: 2025, text: 'y', amount: 2 },
      },
    },
    [ch]: { _linked: Object.fromEntries([...Object.keys(fields), '_category'].map((key) => [key, 'basis'])) },
    [fr]: { 'open-f1': text('fr') },
  },
  { importKey: 'w-1', invoiceFlags: { flag: 1 } },
)

describe('what a viewer gets of a product', () => {
  const keys = (map: object | undefined) => Object.keys(map ?? {})
  const seenFields = (viewer: keyof typeof viewers) =>
    keys(see(full, viewer)?.data.listData[base]).filter((key) => key.endsWith('-f1'))

  test('fields by their definition; a value without definition only for those responsible', () => {
    expect(seenFields('A')).toEqual([
      'basis-f1',
      'open-f1',
      'national-f1',
      'core-f1',
      'secret-f1',
      'orphan-f1',
    ])
    expect(seenFields('C')).toEqual(['basis-f1', 'open-f1', 'national-f1', 'core-f1'])
    expect(seenFields('N')).toEqual(['basis-f1', 'open-f1', 'national-f1'])
    expect(seenFields('P')).toEqual(['basis-f1', 'open-f1'])
    expect(see(full, 'R')).toBeUndefined()
  })
  test('components and documents by their row', () => {
    const rows = (viewer: keyof typeof viewers) => {
      const list = see(full, viewer)?.data.listData[base]
      expect(keys(list?._components.additional)).toEqual(keys(list?._components.base))
      expect(keys(list?._documents)).toEqual(keys(list?._components.base))
      const documents = seenDocuments(full, viewers[viewer], reference).map((row) => row.secrecy)
      expect(documents).toEqual(keys(list?._documents))
      return keys(list?._components.base)
    }
    expect(rows('A')).toEqual([...secrecyLevels])
    expect(rows('C')).toEqual(['core-partners', 'national-partners', 'public'])
    expect(rows('N')).toEqual(['national-partners', 'public'])
    expect(rows('P')).toEqual(['public'])
  })
  test('a column of a table is as secret as its definition says', () => {
    const cells = (viewer: keyof typeof viewers) =>
      see(full, viewer)?.data.listData[base]?.['nutrients-table']
    const row = { _order: 1, shown: text('1') }
    expect(cells('C')).toEqual({ tableValue: { t1: { ...row, hidden: text('2') } } })
    expect(cells('N')).toEqual({ tableValue: { t1: row } })
  })
  test('lists: a national partner the base list and those of the own institution', () => {
    expect(keys(see(full, 'C')?.data.listData)).toEqual([base, ch, fr])
    expect(keys(see(full, 'N')?.data.listData)).toEqual([base, fr])
    expect(keys(see(full, 'N')?.resolved)).toEqual([base, fr])
    const foreign = productOf({ [base]: { _responsible: { institution: other } }, [ch]: {} })
    expect(see(foreign, 'N')).toBeUndefined()
  })
  test('links and linked values of hidden fields are gone as well', () => {
    const seen = see(full, 'C')
    const shown = ['basis-f1', 'open-f1', 'national-f1', 'core-f1', 'nutrients-table']
    expect(keys(seen?.data.listData[ch]?._linked).sort()).toEqual(['_category', ...shown].sort())
    expect(keys(seen?.resolved[ch]).sort()).toEqual(['_category', ...shown].sort())
    expect(JSON.stringify(seen)).not.toContain('secret-f1')
  })
  test('a company user gets the public view: no staff notes, no other companies, no inner state of approvals', () => {
    const seen = see(full, 'P')
    const list = seen?.data.listData[base]
    expect(list).not.toHaveProperty('_notes')
    expect(list).not.toHaveProperty('_invoiceSpecialItems')
    expect(list).not.toHaveProperty('_responsible')
    expect(keys(list?._companies)).toEqual(['r1'])
    // Initiated, and confirmed by nobody so far.
    expect(list?._approval).toEqual({})
    const begin = '2026-01-01T04:00:00.000Z'
    const confirmed = structuredClone(full)
    const row = confirmed.listData[base]!._approval[idOf('eu')]!
    delete row.tmp_begin
    Object.assign(row, { hasEverBeenApproved: true, begin, finalApprovalAccountId: idOf('a') })
    // A base approval of one person counts for nothing.
    expect(see(confirmed, 'P')?.data.listData[base]?._approval).toEqual({})
    row.finalApprovalAccountId = idOf('b')
    expect(see(confirmed, 'P')?.data.listData[base]?._approval).toEqual({
      [idOf('eu')]: { active: true, begin, restriction: 'outdoors' },
    })
    // What depends on it is approved as long as it is, at most.
    const nat = () => see(confirmed, 'P')?.data.listData[ch]?._approval[idOf('nat')]
    const own = { active: true, begin, end: '2030-01-01T04:00:00.000Z' }
    confirmed.listData[ch]!._approval[idOf('nat')] = { ...own, hasEverBeenApproved: true }
    expect(nat()).toEqual(own)
    row.end = '2027-01-01T04:00:00.000Z'
    expect(nat()).toEqual({ ...own, end: row.end })
    row.active = false
    expect(nat()).toBeUndefined()
    expect(seen?.data).not.toHaveProperty('importKey')
    expect(seen?.data.invoiceFlags).toEqual({})
  })
  test('the single-sign-on user of an initiator is told to that person only', () => {
    const initiator = { ...viewers.A, sub: 'somebody' }
    const seen = redactProduct(full, resolveLists(full, none), initiator, reference, {
      current: full,
      parents: none,
    })
    expect(seen?.data.listData[base]?._approval[idOf('eu')]?.approvalInitiatorSub).toBe('somebody')
    expect(JSON.stringify(seen)).not.toContain('another')
    expect(JSON.stringify(see(full, 'A'))).not.toContain('somebody')
  })
  test('special invoice items only of the own institution', () => {
    expect(keys(see(full, 'C')?.data.listData[base]?._invoiceSpecialItems)).toEqual(['i1'])
    expect(keys(see(full, 'A')?.data.listData[base]?._invoiceSpecialItems)).toEqual(['i1', 'i2'])
  })
})

describe('a value is judged where it is stored', () => {
  const parentId = idOf('parent')
  const product = (responsibleBase: string, responsibleFr: string) =>
    productOf(
      {
        [base]: {
          _responsible: { institution: responsibleBase },
          'secret-f1': text('of the base'),
          _components: { base: { c1: row('base-data-responsible') }, additional: {} },
        },
        [fr]: {
          _responsible: { institution: responsibleFr },
          _linked: { 'secret-f1': 'basis' },
          _components: {
            base: { c1: row('base-data-responsible') },
            additional: { c2: row('base-data-responsible') },
          },
        },
      },
      { derivedProductId: parentId },
    )

  test('who is responsible for a list only does not see the secrets that it reads from the base list', () => {
    const seen = see(product(other, national), 'N')
    expect(seen?.resolved[fr]).toEqual({})
    expect(seen?.data.listData[fr]?._linked).toEqual({})
    expect(seen?.data.listData[fr]?._components).toEqual({
      base: {},
      additional: { c2: row('base-data-responsible') },
    })
  })
  test('who is responsible for the base list sees them in their lists', () => {
    const seen = see(product(national, other), 'N')
    expect(seen?.resolved[fr]?.['secret-f1']).toMatchObject({ value: text('of the base') })
    expect(seen?.data.listData[fr]?._components).toEqual({
      base: { c1: row('base-data-responsible') },
      additional: {},
    })
  })
  test('a link without a value is as hidden as one with a value', () => {
    const empty = structuredClone(product(other, national))
    delete empty.listData[base]!['secret-f1']
    expect(see(empty, 'N')?.data.listData[fr]?._linked).toEqual({})
  })
  test('what the derived parent offers is judged by the parent’s responsible', () => {
    const child = product(national, national)
    const offersOf = (responsible: string, more: Record<string, object> = {}) => {
      const parent = productOf({
        [base]: { _responsible: { institution: responsible }, 'secret-f1': text('p'), 'open-f1': text('o') },
        ...more,
      })
      const offers = derivedOffers(child, fr, ['secret-f1', 'open-f1'], () => parent)
      return redactOffers(offers, viewers.N, reference, { current: child, parents: () => parent })
    }
    // A list of the viewer's institution lets them know of the parent. It links to its base list.
    const inFrance = { [fr]: { _linked: { 'secret-f1': 'basis', 'open-f1': 'basis' } } }
    expect(offersOf(other, inFrance)).toEqual({ 'open-f1': text('o') })
    expect(offersOf(other)).toEqual({})
    expect(offersOf(national)).toEqual({ 'secret-f1': text('p'), 'open-f1': text('o') })
  })
})

describe('an older revision', () => {
  const withSecret = (institution: string, secrecy: string) =>
    productOf({
      [base]: {
        _responsible: { institution },
        'secret-f1': text('s'),
        _components: { base: { c1: row(secrecy) }, additional: {} },
        _documents: {
          d1: { fileId: idOf('f'), fileName: 'a', uploadTime: '2025-01-01T00:00:00Z', secrecy },
        },
      },
      [fr]: {},
    })
  const rows = (then: ProductData, now: ProductData, viewer: keyof typeof viewers) => {
    const list = see(then, viewer, none, now)?.data.listData[base]
    expect(Object.keys(list?._documents ?? {}).length).toBe(Object.keys(list?._components.base ?? {}).length)
    return Object.keys(list?._components.base ?? {})
  }
  test('a row that was public and is secret today stays hidden, and the other way round', () => {
    expect(rows(withSecret(other, 'public'), withSecret(other, 'core-partners'), 'N')).toEqual([])
    expect(rows(withSecret(other, 'core-partners'), withSecret(other, 'public'), 'N')).toEqual([])
    expect(rows(withSecret(other, 'public'), withSecret(other, 'public'), 'N')).toEqual(['c1'])
  })
  test('a row that is gone is for the responsible alone, however public it was then', () => {
    const now = withSecret(other, 'public')
    now.listData[base]!._components.base = {}
    now.listData[base]!._documents = {}
    expect(rows(withSecret(other, 'public'), now, 'N')).toEqual([])
    expect(rows(withSecret(other, 'public'), now, 'C')).toEqual([])
    expect(rows(withSecret(other, 'public'), now, 'A')).toEqual(['c1'])
  })
  test('a row that gave way to another under its id stays hidden where it was less secret once', () => {
    const now = withSecret(other, 'public')
    now.listData[base]!._components.base['c1.7'] = row('core-partners') as ComponentRow
    const then = see(withSecret(other, 'public'), 'N', none, now)
    expect(then?.data.listData[base]?._components.base).toEqual({})
  })
  test('a row that came from the base list stays its secret after the base list has lost it', () => {
    const rowsIn = (inBase: string[], inList: string[]) => {
      const made = (ids: string[]) => ({
        _components: {
          base: Object.fromEntries(ids.map((id) => [id, row('base-data-responsible')])),
          additional: {},
        },
      })
      return productOf({
        [base]: { _responsible: { institution: other }, ...made(inBase) },
        [fr]: { _responsible: { institution: national }, ...made(inList) },
      })
    }
    const then = see(rowsIn(['carried'], ['carried', 'own']), 'N', none, rowsIn([], []))
    expect(Object.keys(then?.data.listData[fr]?._components.base ?? {})).toEqual(['own'])
  })
  test('who was responsible then has the rights of today', () => {
    const seen = see(withSecret(national, 'base-data-responsible'), 'N', none, withSecret(other, 'public'))
    expect(seen?.data.listData[base]).not.toHaveProperty('secret-f1')
    expect(seen?.data.listData[base]?._components.base).toEqual({})
    const today = see(withSecret(other, 'public'), 'N', none, withSecret(national, 'public'))
    expect(today?.data.listData[base]).toHaveProperty('secret-f1')
  })
  test('nobody finds a product by a revision that they may not see today', () => {
    const now = productOf({ [base]: { _responsible: { institution: other } } })
    expect(see(withSecret(national, 'public'), 'N', none, now)).toBeUndefined()
  })
})

describe('steps of the history', () => {
  const viewerScope = (viewer: keyof typeof viewers) => productViewerScope(viewers[viewer], full, reference)
  const events: TimelineEvent[] = [
    { kind: 'saved', list: base },
    { kind: 'activated', list: ch },
    { kind: 'approvalInitiated', list: fr, standard: idOf('eu') },
  ]
  const kinds = (viewer: keyof typeof viewers) =>
    redactStep({ events }, viewerScope(viewer)).events.map((e) => e.kind)

  test('only of lists that the viewer sees; company users only what the public sees', () => {
    expect(kinds('C')).toEqual(['saved', 'activated', 'approvalInitiated'])
    expect(kinds('N')).toEqual(['saved', 'approvalInitiated'])
    expect(kinds('P')).toEqual(['saved', 'activated'])
  })
  test('company users are not told the days of an extension: what it depends on may end earlier', () => {
    const days = { from: '2026-12-31T04:00:00.000Z', to: '2027-12-31T04:00:00.000Z' }
    const event = { kind: 'approvalExtended' as const, list: base, standard: idOf('eu') }
    const told = (viewer: keyof typeof viewers) =>
      redactStep({ events: [{ ...event, ...days }] }, viewerScope(viewer)).events
    expect(told('P')).toEqual([event])
    expect(told('C')).toEqual([{ ...event, ...days }])
  })
  test('labels and paths go with what they are about', () => {
    const changeset = (...paths: string[]) => ({ label: 'why', paths })
    const step = (...paths: string[]) =>
      redactStep(
        { events: [{ kind: 'saved', list: base }], changeset: changeset(...paths) },
        viewerScope('N'),
      ).changeset
    expect(step(`/listData/${base}/open-f1`, `/listData/${base}/secret-f1`)).toEqual(
      changeset(`/listData/${base}/open-f1`),
    )
    expect(step(`/listData/${base}/secret-f1`)).toBeUndefined()
    expect(step(`/listData/${fr}/_linked/secret-f1`, `/listData/${fr}/_linked/open-f1`)).toEqual(
      changeset(`/listData/${fr}/_linked`, `/listData/${fr}/_linked/open-f1`),
    )
    expect(step(`/listData/${ch}/open-f1`)).toBeUndefined()
    expect(
      redactStep({ events: [{ kind: 'saved', list: ch }], changeset: { label: 'why' } }, viewerScope('N')),
    ).toEqual({
      events: [],
    })
  })
  test('a trade name that is secret is not told by the history either', () => {
    const secretName = { ...reference, fields: fieldsOf(['basis-f1', 'core-partners']) }
    const seen = redactProduct(full, resolveLists(full, none), viewers.N, secretName, {
      current: full,
      parents: none,
    })
    expect(seen?.data.listData[base]?._nameHistory).toEqual({})
    const step = { events: [{ kind: 'nameChanged' as const, list: base, from: 'Old', to: 'Name' }] }
    expect(redactStep(step, productViewerScope(viewers.N, full, secretName)).events).toEqual([])
    expect(redactStep(step, productViewerScope(viewers.C, full, secretName)).events).toHaveLength(1)
  })
})

describe('a company', () => {
  const data = companyData.parse({
    baseData: { name: 'C', owner: core },
    addresses: { a1: { type: 'main' }, a2: { type: 'invoice', visibleToOwnerOnly: true } },
    contactPersons: { p1: { lastName: 'x', address: 'a2' }, p2: { lastName: 'y', visibleToOwnerOnly: true } },
  })
  const seen = (actor: Parameters<typeof redactCompany>[1]) => redactCompany({ id: company, data }, actor)

  test('rows marked owner-only are the owner’s, and links to them go', () => {
    expect(seen(viewers.C)).toBe(data)
    expect(seen(viewers.A)).toBe(data)
    const foreign = seen(viewers.N)
    expect(Object.keys(foreign?.addresses ?? {})).toEqual(['a1'])
    expect(Object.keys(foreign?.contactPersons ?? {})).toEqual(['p1'])
    expect(foreign?.contactPersons['p1']).not.toHaveProperty('address')
  })
  test('registered users see none, company users their own', () => {
    expect(seen(viewers.R)).toBeUndefined()
    expect(seen(viewers.P)).toBe(data)
    expect(seen(actorOf('registered', [], { companyLink: other }))).toBeUndefined()
  })
})
