/** Calls that write, as secrecy.test.ts asks for them: what they answer, refuse and would do tells nothing hidden either. */
import * as fc from 'fast-check'
import type * as z from 'zod'
import { approvalActions } from '../../shared/calls/bml/product/approvals.ts'
import type { CallName, catalogue } from '../../shared/catalogue.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { fileOf } from '../fixtures/files.ts'
import { ids } from './harness.ts'
import { at } from './product-data.ts'
import { kindNames, signOf } from './secrecy.kinds.ts'
import { fileNames, flags, theirs } from './secrecy.parts.ts'

export type InputOf<N extends CallName> = z.input<(typeof catalogue)[N]['input']>
export type Asked = { [N in CallName]?: fc.Arbitrary<InputOf<N>> }

/** Stands for the revision at which the entity is stored, which nobody hides. */
export const revNow = 999_999

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const { main, child, parent, sibling, lonesome, olive } = theirs
const product = oneOf(main, main, child, olive, parent, sibling, lonesome, ids.product.compost, ids.nothing)
const { base, ch, fr, de } = ids.list
const list = oneOf(base, fr, ch, de)
const institution = oneOf(...Object.values(ids.institution))
const account = oneOf(...Object.values(ids.account))
const talk = oneOf(theirs.talk, theirs.talkOfOthers, theirs.talkBegun)
const rev = fc.constant(revNow)
const id = product
const inList = { id, rev, list }

const signs = kindNames.flatMap((kind) => ([0, 1] as const).map((variant) => signOf(kind, variant)))
const word = oneOf('rowan', 'open', ...signs.map((sign) => sign.word))
const row = oneOf('open', 'own', 'raised', 'gone', 'r1', 'r2', 'new', ...signs.map((sign) => sign.word))
const values = {
  'basis-f1': word.map((textValue) => ({ textValue })),
  'basis-f5': word.map((textValue) => ({ textValue })),
  'basis-f7': word.map((textValue) => ({ textValue })),
  'composition-f1': word.map((textValue) => ({ textValue })),
  'composition-f2': fc.boolean().map((booleanValue) => ({ booleanValue })),
  'composition-f3': oneOf(1, ...signs.map(({ amount }) => amount)).map((numberValue) => ({ numberValue })),
  'specific-f2': oneOf(1, ...signs.map(({ amount }) => amount)).map((numberValue) => ({ numberValue })),
  'misc-f1': oneOf(...signs.map(({ day }) => day)).map((dateValue) => ({ dateValue })),
  'unknown-f1': word.map((textValue) => ({ textValue })),
}
const field = oneOf(...(Object.keys(values) as (keyof typeof values)[]))
const component = fc.record({
  component: oneOf(...Object.values(ids.component)),
  secrecy: oneOf('public', 'core-partners', 'base-data-responsible'),
  amount: oneOf(1, ...signs.map(({ amount }) => amount)),
})
/** Places with what could stand there. */
const fieldPlace = fc
  .tuple(list, field)
  .chain(([l, key]) => values[key].map((value) => ({ path: at(l, key), value: value as unknown })))
const rowPlace = fc
  .tuple(list, oneOf('base', 'additional'), row, component)
  .map(([l, part, r, value]) => ({ path: at(l, `_components/${part}/${r}`), value: value as unknown }))
const place: fc.Arbitrary<{ path: string; value: unknown }> = fc.oneof(
  fieldPlace,
  rowPlace,
  fc
    .tuple(list, field, oneOf('basis', 'derived'))
    .map(([l, key, link]) => ({ path: at(l, `_linked/${key}`), value: link })),
  rowPlace.map(({ path }) => ({ path: `${path}/amount`, value: 1 })),
  fc.tuple(list, row, word).map(([l, r, value]) => ({ path: at(l, `_documents/${r}/fileName`), value })),
  fc.tuple(list, row, word).map(([l, r, value]) => ({ path: at(l, `_notes/${r}/text`), value })),
  fc.tuple(list, row, word).map(([l, r, value]) => ({ path: at(l, `_companies/${r}/role`), value })),
  fc.tuple(list, word).map(([l, value]) => ({ path: at(l, `_checklist/${theirs.entry}/comment`), value })),
  fc.tuple(list, word).map(([l, value]) => ({ path: at(l, `_approval/${ids.standard.eu}/comment`), value })),
  fc.tuple(list, word).map(([l, value]) => ({ path: at(l, '_remark'), value: { en_GB: value } })),
  word.map((value) => ({ path: '/importKey', value })),
  list.map((l) => ({ path: `/listData/${l}`, value: {} })),
)
/** Some can be done, and some only find out whether there is something. */
const operation: fc.Arbitrary<JsonPatch[number]> = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(fieldPlace, rowPlace).map((of) => ({ op: 'add' as const, ...of })) },
  fc
    .tuple(oneOf('test' as const, 'add' as const, 'replace' as const), place)
    .map(([op, of]) => ({ op, ...of })),
  place.map(({ path }) => ({ op: 'remove' as const, path })),
  fc
    .tuple(oneOf('copy' as const, 'move' as const), place, place)
    .map(([op, from, to]) => ({ op, from: from.path, path: to.path })),
)
const patch = fc.array(operation, { minLength: 1, maxLength: 2 })
const entity = oneOf(
  main,
  child,
  olive,
  parent,
  lonesome,
  ids.company.nordhain,
  ids.company.belmont,
  theirs.search,
  theirs.shared,
  theirs.institutional,
  theirs.columns,
  theirs.exports,
  theirs.job,
  theirs.confirmation,
  theirs.draft,
  theirs.invoice,
  theirs.schedule,
  theirs.talk,
  theirs.talkOfOthers,
  ids.account.core2,
  ids.list.fr,
  signOf('file that nothing names', 0).id,
)
const savedSearch = word.map((title) => ({ title, tree: { type: 'nop' } }))

/** These write nothing, so they are asked with what reads. */
export const dryRuns = {
  'bml/product/create': fc.record({ patch: maybe(patch), dryrun: fc.constant(true) }),
  'eav/entity/updatefrompatch': fc.record({ id: entity, rev, patch, dryrun: fc.constant(true) }),
} satisfies Asked

export const writes = {
  'auth/account/updateaccount': fc.record({
    rev: fc.constant(1),
    userData: fc.record({ selectedUiLanguage: oneOf('fr_FR' as const, 'de_DE' as const) }),
  }),
  'batch/job/abort': fc.record({ id: oneOf(theirs.job, ...Object.values(theirs.ownJobs)) }),
  'batch/job/run': fc
    .record({ flagId: oneOf(...flags), ids: maybe(fc.array(product, { minLength: 1, maxLength: 5 })) })
    .map((config) => ({ template: 'flag', config })),
  'batch/job/undo': fc.record({ id: oneOf(theirs.job, ...Object.values(theirs.ownJobs)) }),
  'bml/company/delete': fc.record({ id: oneOf(...Object.values(ids.company)), rev }),
  'bml/company/create': fc.record({ name: word, city: word, taxId: word }, { requiredKeys: ['name'] }),
  'bml/company/revert': fc.record({ id: oneOf(...Object.values(ids.company)), rev, toRev: oneOf(1, 2) }),
  'bml/company/save': fc.record({
    id: oneOf(...Object.values(ids.company)),
    rev,
    patch: fc.array(
      fc
        .tuple(
          oneOf('addresses/a3', 'contactPersons/p3', 'contactPersons/p4'),
          oneOf('city', 'lastName', 'address'),
          word,
        )
        .map(([of, key, value]) => ({ op: 'add' as const, path: `/${of}/${key}`, value })),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  'bml/invoice/createinvoicepdf': fc.record({ invoiceId: oneOf(theirs.draft, theirs.invoice, main) }),
  'bml/invoice/createFromProducts': fc.record({ companies: fc.constant([ids.company.nordhain]) }),
  'bml/import/run': fc.constant({ source: 'register', items: [] }),
  'bml/presence/update': fc.record({
    section: fc.constant('equipoProducts' as const),
    id,
    unsaved: fc.boolean(),
    left: fc.boolean(),
  }),
  'bml/conversation/create': fc.record({
    context: product.map((productId) => ({ productId })),
    recipientOrg: maybe(institution),
    recipientCompany: maybe(oneOf(...Object.values(ids.company))),
  }),
  'bml/conversation/save': fc.record({
    id: talk,
    rev,
    patch: fc
      .tuple(oneOf('sender', 'recipient'), oneOf(...theirs.folders))
      .map(([side, value]) => [{ op: 'add' as const, path: `/${side}/folder`, value }]),
  }),
  'bml/message/readmessages': fc.record({ conversationId: talk, n: oneOf(1, 2) }),
  'bml/message/savedraft': fc.record({ conversationId: talk, text: word }),
  'bml/message/sendmessage': fc.oneof(
    fc.record({ conversationId: talk, message: word }),
    fc.record({
      context: product.map((productId) => ({ productId })),
      recipientOrg: institution,
      message: word,
    }),
  ),
  'bml/product/activatelist': fc.record({ ...inList, active: fc.boolean() }),
  'bml/product/addlist': fc.record(inList),
  'bml/product/approvals': fc.record({
    ...inList,
    standard: maybe(oneOf(...Object.values(ids.standard))),
    action: oneOf(...approvalActions),
  }),
  'bml/product/archive': fc.record({ id, rev }),
  'bml/product/archivelist': fc.record(inList),
  'bml/product/create': fc.record({ patch: maybe(patch) }),
  'bml/product/createlistingconfirmation': fc.record({
    productId: product,
    listIds: fc.uniqueArray(list, { minLength: 1, maxLength: 2 }),
    institutionId: institution,
    companyId: oneOf(...Object.values(ids.company)),
    language: oneOf('de_DE' as const, 'fr_FR' as const),
    type: oneOf('listing' as const, 'order' as const),
    url: fc.constant('http://127.0.0.1:3000/'),
    replaces: maybe(oneOf(theirs.confirmation)),
  }),
  'bml/product/deleteproduct': fc.record({ id, rev }),
  'bml/product/movelist': fc.record({ ...inList, target: product }),
  'bml/product/pdflistingconfirmation': fc.record({ confirmationId: oneOf(theirs.confirmation, main) }),
  'bml/product/pdfprintreport': fc.record({
    reportType: oneOf('print' as const, 'reregistration' as const, 'components' as const),
    form: oneOf('pdf' as const, 'zip' as const),
    listId: list,
    language: oneOf('de_DE' as const, 'fr_FR' as const),
  }),
  'bml/product/sendlistingconfirmation': fc.record({ confirmationId: oneOf(theirs.confirmation, main) }),
  'bml/product/withdrawlistingconfirmation': fc.record({
    confirmationId: oneOf(theirs.confirmation, main),
  }),
  'bml/product/readnotes': fc.record({
    id,
    notes: fc.array(
      fc.record({ list, note: row, state: oneOf('2025-06-01T04:00:00.000Z', '2026-03-10T09:00:00.000Z') }),
      { minLength: 1, maxLength: 2 },
    ),
    read: fc.boolean(),
  }),
  'bml/product/resetnationalpartner': fc.record({ id, rev }),
  'bml/product/restore': fc.record({ id, rev }),
  'bml/product/revert': fc.record({ id, rev, toRev: oneOf(1, 2, 3) }),
  'bml/product/save': fc.record({ id, rev, patch }),
  'bml/product/setderived': fc.record({ id, rev, parent: fc.option(product) }),
  'bml/product/setflags': fc.record({
    id,
    rev,
    set: fc.subarray(flags),
    remove: fc.subarray(flags, { maxLength: 1 }),
  }),
  'bml/product/setresponsibility': fc.record({ ...inList, institution, accountId: maybe(account) }),
  'bml/product/unarchivelist': fc.record(inList),
  'eav/entity/create': fc.record({
    entityclass: oneOf('savedsearch', 'product', 'company', 'columnset', 'exportset'),
    data: savedSearch,
  }),
  'eav/entity/delete': fc.record({ id: entity }),
  'eav/entity/disable': fc.record({ id: entity, rev: maybe(rev) }),
  'eav/entity/restore': fc.record({ id: entity, rev: maybe(rev) }),
  'eav/entity/revert': fc.record({ id: entity, rev, toRev: oneOf(1, 2) }),
  'eav/entity/setattachment': fc.record({
    id: oneOf(signOf('file that nothing names', 0).id, main),
    rev: fc.constant(0),
    attachment: fc.constant('data:text/plain;base64,b3Blbg=='),
  }),
  'eav/entity/updatefrompatch': fc.record({ id: entity, rev, patch }),
  'eav/file/complete': fc.record({ id: oneOf(signOf('file that nothing names', 0).id, main) }),
  'eav/file/upload': oneOf(...fileNames).map((name) => fileOf(`content of ${name}`, name).announced),
} satisfies Asked

const token =
  'gives a token, which is signed anew each time: what it may is what the account is, which is not hidden from itself'
const log = 'answers nothing to anybody'
const administrators = 'for administrators alone, from whom nothing is hidden'
/** Calls that are not asked, and why. */
export const notAsked = {
  'batch/schedule/run': administrators,
  'batch/schedule/set': administrators,
  'bml/company/merge': administrators,
  'bml/invoice/cancelinvoices': administrators,
  'bml/invoice/copyfeeschedule': administrators,
  'bml/invoice/deleteInvoices': administrators,
  'bml/invoice/markforunindex': administrators,
  'bml/invoice/markinvoicesaspseudosent': administrators,
  'bml/invoice/sendInvoices': administrators,
  'bml/company/updateEntitiesAfterMerge': administrators,
  'auth/account/switchaccount': token,
  'auth/domain/login': token,
  'log/client/error': log,
  'log/client/report': log,
} satisfies Partial<Record<CallName, string>>
/** Reading calls whose answer is the same whatever the data are; these are asked all the same. */
export const tellsNothing = {
  'auth/domain/listaccounts': 'the own accounts of the person',
  'batch/schedule/list': 'for administrators, to whom nothing is hidden',
  'batch/template/getbyname': 'templates are no data',
  'bml/confirmation/check': 'a number that only the paper tells; nobody who asks here has one',
  'bml/confirmation/keys': 'public keys are no data',
  'bml/invoice/preview': 'for administrators, to whom nothing is hidden',
  'bml/invoice/runresult': 'for administrators, to whom nothing is hidden',
  'search/public/preview': 'for administrators, to whom nothing is hidden',
  'eav/reference/unused': 'for administrators, to whom nothing is hidden',
  'bml/export/status': 'exports are asked for where something is written, and read there',
  'eav/entityclass/list': 'classes are no data',
  'system/status': 'the state of the service',
} satisfies Partial<Record<CallName, string>>
