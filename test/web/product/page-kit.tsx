/** A product page with a little reference data and a product that the test's own server keeps. */
import { configure } from '@testing-library/react'
import { Suspense } from 'react'
import { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import { gettimeline } from '../../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { history } from '../../../shared/calls/eav/entity/history.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { ids } from '../../../shared/calls/search/search/ids.ts'
import { notFound, revisionConflict } from '../../../shared/errors.ts'
import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { applyJsonPatch } from '../../../shared/rules/json-patch.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { makeLookup, type ReferenceSource } from '../../../web/features/product/model/lookup.ts'
import { ProductScreen } from '../../../web/features/product/product-screen.tsx'
import { actor, entity, type FakeServer, fakeServer, openScreen, uuid } from '../screen-kit.tsx'
import { listOf, productId, productWith, viewOf } from './samples.ts'

// A page of many controls on a busy machine takes its time.
configure({ asyncUtilTimeout: 5000 })

export const nationalId = uuid(300)
export const companyId = uuid(400)
export const categoryId = uuid(500)
export const foreignCategoryId = uuid(501)
export const standardId = uuid(600)
export const nationalStandardId = uuid(601)
export const countryId = uuid(599)
export const institutionId = uuid(90)
export const meId = uuid(1)
export const colleagueId = uuid(2)

export const field = (
  n: number,
  type: string,
  path: string,
  title: string,
  more: Record<string, unknown> = {},
) =>
  entity('fielddefinition', uuid(700 + n), {
    type,
    path,
    displayType: 'tab',
    displayKey: 'main',
    title: { de_DE: title },
    sorting: n,
    mandatory: false,
    secrecy: 'public',
    emptyInLists: [],
    visibleInLists: [],
    visibleInMainCategories: [],
    options: [],
    groups: [],
    ...more,
  })
const standard = (id: string, name: string, more: Record<string, unknown> = {}) =>
  entity('biostandard', id, {
    name: { de_DE: name },
    publicOrder: 0,
    baseApproval: false,
    activeInLists: [baseList, nationalId],
    ...more,
  })
const list = (id: string, title: string, more: Record<string, unknown> = {}) =>
  entity('list', id, {
    title: { de_DE: title },
    languages: [],
    institutes: [institutionId],
    mainCategories: [],
    biostandards: [],
    baseStandards: [],
    isBasedata: false,
    order: 1,
    ...more,
  })

export const reference = {
  fielddefinition: [
    field(1, 'singleline-textfield', 'basis-f1', 'Handelsname', { mandatory: true }),
    field(2, 'multitext', 'basis-f2', 'Beschreibung'),
    field(3, 'select', 'basis-f3', 'Form', {
      options: [
        { id: 'liquid', title: { de_DE: 'flüssig' }, enabled: true },
        { id: 'powder', title: { de_DE: 'Pulver' }, enabled: true },
      ],
    }),
    field(4, 'checkbox', 'basis-f4', 'Verkaufsbewilligung'),
    field(5, 'singleline-textfield', 'basis-f5', 'GTIN', { code: 'gtin' }),
    field(6, 'datefield', 'basis-f6', 'Auf dem Markt seit'),
    field(7, 'textfield', 'basis-f7', 'Interne Bemerkung'),
    field(8, 'multiselect', 'basis-f8', 'Herkunft', { optionSource: 'origin' }),
    field(9, 'treeselect', 'basis-f9', 'Qualität', { optionSource: 'quality' }),
    field(10, 'singleline-multitext', 'basis-f10', 'Anwendung'),
    field(11, 'numberfield', 'basis-f11', 'Wartezeit', { unit: 'd' }),
    field(12, 'comment', 'basis-f12', 'Kommentar'),
    field(13, 'table', 'packaging-table', 'Packungen'),
    field(14, 'numberfield', 'packaging-table-amount', 'Menge', {
      displayType: 'table',
      displayKey: 'packaging-table',
    }),
    field(15, 'button', 'basis-f15', 'Datenblatt'),
  ],
  list: [
    list(baseList, 'Basisdaten', { isBasedata: true, order: 0 }),
    list(nationalId, 'Schweiz', { languages: ['fr_FR', 'it_IT'] }),
    list(uuid(302), 'Österreich', { order: 2 }),
  ],
  category: [
    entity('category', categoryId, {
      title: { de_DE: 'Kompost' },
      disabled: false,
      mainCategoryKey: 'fertilisers',
      order: 1,
    }),
    entity('category', foreignCategoryId, {
      title: { de_DE: 'Fallen' },
      disabled: false,
      mainCategoryKey: 'plant-protection-agents',
      order: 2,
    }),
    entity('category', uuid(502), {
      title: { de_DE: 'Früher' },
      disabled: true,
      mainCategoryKey: 'fertilisers',
      order: 3,
    }),
  ],
  biostandard: [
    standard(standardId, 'Basiszulassung', { baseApproval: true }),
    standard(nationalStandardId, 'Verband', { dependency: standardId, publicOrder: 1 }),
  ],
  institution: [
    entity('institution', institutionId, { title: { de_DE: 'Prüfstelle' }, users: [meId, colleagueId] }),
  ],
  selectoption: [
    entity('selectoption', uuid(801), {
      type: 'origin',
      title: { de_DE: 'pflanzlich' },
      enabled: true,
      order: 0,
    }),
    entity('selectoption', uuid(802), { type: 'quality', title: { de_DE: 'bio' }, enabled: true, order: 0 }),
  ],
  restrictiontext: [],
  permit: [],
  hobbygarden: [],
  checklist: [],
  country: [entity('country', countryId, { title: { fr_FR: 'Suisse' }, isoCode: 'CH', enabled: true })],
}

const byId = (entities: { id: string }[]) => new Map(entities.map((e) => [e.id, e]))
/** The names and definitions of `reference` as the page reads them in German. */
export const germanLookup = () =>
  makeLookup(
    {
      lists: byId(reference.list),
      biostandards: byId(reference.biostandard),
      categories: byId(reference.category),
      fielddefinitions: byId(reference.fielddefinition),
      selectoptions: byId(reference.selectoption),
      institutions: byId(reference.institution),
      restrictiontexts: new Map(),
      permits: new Map(),
      hobbyuses: new Map(),
      checklists: new Map(),
    } as unknown as ReferenceSource,
    'de_DE',
  )

export const text = (value: string) => ({ textValue: value })
export const startData = (): ProductData =>
  productWith({
    [baseList]: listOf({
      _responsible: { institution: institutionId, accountId: colleagueId },
      _category: categoryId,
      _companies: { m1: { company: companyId, role: 'manufacturer', _order: 0 } },
      'basis-f1': text('Kompost Plus'),
      'basis-f5': text('7610000000017'),
    }),
    [nationalId]: listOf({
      _linked: { 'basis-f1': 'basis', 'basis-f5': 'basis', _category: 'basis' },
      'basis-f7': text('Nur hier'),
    }),
  })

const all = ['product:edit', 'product:approve', 'product:assign-companies', 'product:set-responsibility']
export const viewFor = (data: ProductData, rev: number, may: string[] = all): ProductView =>
  viewOf(data, {
    rev,
    updatedBy: colleagueId,
    titles: { [meId]: 'Vera Beispiel', [colleagueId]: 'Ben Kollege', [companyId]: 'Humus AG' },
    may: Object.fromEntries(Object.keys(data.listData).map((id) => [id, may])),
  })

export interface ProductServer {
  fake: FakeServer
  now(): ProductView
  /** What another person saves. */
  set(change: (data: ProductData) => ProductData): void
  /** Runs ahead of every save, with the number of the attempt. */
  beforeSave(run: (attempt: number) => void): void
  /** Somebody deletes the product, or restores it. */
  setDeleted(isDeleted: boolean): void
  /** It is deleted, and the viewer may not know of it any more. */
  gone(): void
}

/** Keeps one product, refuses stale revisions, and applies patches as the real one does. */
export function productServer(data = startData(), may: string[] = all): ProductServer {
  const fake = fakeServer()
  const revisions: ProductView[] = [viewFor(data, 1, may)]
  let attempts = 0
  let ahead: (attempt: number) => void = () => {}
  let isGone = false
  const now = () => revisions.at(-1) as ProductView
  const push = (next: ProductData) => revisions.push(viewFor(next, now().rev + 1, may))
  fake.on(loadReference, () => ({ classes: reference }) as never)
  fake.on(ids, () => ({ list: [], people: {} }))
  fake.on(gettimeline, () => ({ list: [], count: 0 }))
  fake.on(getapprovals, () => ({ rev: now().rev, lists: [] }))
  fake.on(history, () => ({
    list: revisions
      .map((r) => ({ rev: r.rev, updated: r.updated, updatedBy: r.updatedBy, updatedByName: 'Ben Kollege' }))
      .reverse(),
    count: revisions.length,
  }))
  fake.on(load, ({ id, rev }) => {
    const found = rev === undefined ? now() : revisions.find((r) => r.rev === rev)
    if (isGone || !found) throw notFound(id)
    return found as never
  })
  fake.on(save, ({ id, rev, patch }) => {
    ahead(++attempts)
    if (isGone) throw notFound(id)
    if (rev !== now().rev) throw revisionConflict(rev, now().rev)
    const outcome = applyJsonPatch(now().data, patch)
    if (!outcome.ok) throw new Error(outcome.path)
    push(outcome.document)
    return now() as never
  })
  return {
    fake,
    now,
    set: (change) => push(change(now().data)),
    beforeSave: (run) => {
      ahead = run
    },
    setDeleted: (disabled) => revisions.push({ ...now(), disabled, rev: now().rev + 1 }),
    gone: () => {
      isGone = true
    },
  }
}

export const openProduct = (
  address: string = baseList,
  as: Partial<Actor> = {},
  userData: AccountData['userData'] = {},
  id = productId,
) =>
  openScreen(
    [
      {
        path: '/product/:productId/:listId/:rev?',
        element: (
          <Suspense>
            <ProductScreen />
          </Suspense>
        ),
      },
    ],
    `/product/${id}/${address}`,
    actor({ account: meId, institutions: [{ id: institutionId, corePartner: true }], ...as }),
    userData,
  )
