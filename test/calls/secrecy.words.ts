/** What secrecy.calls.ts asks for: ids, words and values of the data sets, whatever the variant. */
import * as fc from 'fast-check'
import { messageId } from '../../functions/services/conversation/open.ts'
import { companyRoles, secrecyLevels } from '../../shared/constants.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import type { Scalar } from '../../shared/search/filter.ts'
import type { Words } from '../fixtures/search-products.ts'
import { ids } from './harness.ts'
import { type KindName, kindNames, signOf, signWords } from './secrecy.kinds.ts'
import { days, fileId, fileNames, flags, theirs } from './secrecy.parts.ts'

export const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq })
export const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const both = (kind: KindName) => ([0, 1] as const).map((variant) => signOf(kind, variant))
const signs = kindNames.flatMap(both)
const { main, child, parent, sibling, lonesome, olive } = theirs
const products = [
  main,
  main,
  main,
  child,
  child,
  parent,
  sibling,
  lonesome,
  olive,
  ids.product.compost,
  ids.nothing,
]
export const product = oneOf(...products)
const { base, ch, fr, de } = ids.list
const lists = [base, base, ch, fr, de]
export const list = oneOf(...lists)
export const companies = [ids.company.nordhain, ids.company.belmont]
export const files = fileNames.map(fileId)
export const lonely = both('file that nothing names')
export const people = [
  ...Object.values(ids.account),
  theirs.colleague,
  ...both('person responsible').map(({ id }) => id),
]
export const institutions = Object.values(ids.institution)
const kept = [theirs.search, theirs.institutional, theirs.shared, theirs.columns, theirs.exports]
export const talks = [theirs.talk, theirs.talkOfOthers, theirs.talkBegun]
const messages = await Promise.all(talks.map((talk) => messageId(talk, 1)))
export const jobs = [theirs.job, ...Object.values(theirs.ownJobs)]
export const ofClass: Partial<Record<EntityClassName, string[]>> = {
  product: products,
  company: companies,
  account: people,
  institution: institutions,
  batchjob: jobs,
  uploadedfile: [...files, ...lonely.map(({ id }) => id)],
  savedsearch: kept,
  columnset: kept,
  exportset: kept,
  list: lists,
  listing_confirmation: [theirs.confirmation],
  invoice: [theirs.draft, theirs.invoice],
  feeschedule: [theirs.schedule],
  conversation: talks,
  message: messages,
}
export const anyId = fc.oneof(
  product,
  product,
  oneOf(...kept),
  ...Object.values(ofClass).map((some) => oneOf(...some)),
)
export const rev = fc.integer({ min: 1, max: 4 })
export const limit = oneOf(1, 2, 5, 50)
/** Some find what many variants say: as often as all others. */
const words = [
  ...signs.map((sign) => sign.word),
  ...kindNames.flatMap(() => signWords),
  'willow',
  'Moorgold',
  'moor',
  'open',
  'Shared',
]
export const word = fc.oneof(oneOf(...signWords), oneOf(...words))
export const keys = [
  'basis-f1',
  'basis-f5',
  'basis-f7',
  'composition-f1',
  'composition-f2',
  'composition-f3',
  'misc-f1',
  'specific-f2',
  'nutrients-table',
  '_companies',
  '_components',
  '_documents',
  '_notes',
  '_checklist',
  '_approval',
  '_linked',
  '_category',
]

export const { known, samples }: Pick<Words, 'known' | 'samples'> = {
  known: {
    list: lists,
    category: [ids.category.compost, ids.category.closed],
    inCategory: [ids.category.compost, ids.category.fertilisers],
    responsible: institutions,
    institution: institutions,
    owner: institutions,
    person: people,
    by: people,
    createdBy: people,
    updatedBy: people,
    startedBy: people,
    users: people,
    standard: Object.values(ids.standard),
    company: companies,
    role: [...companyRoles],
    component: Object.values(ids.component),
    secrecy: [...secrecyLevels],
    entry: [theirs.entry],
    label: [theirs.label],
    status: ['yes', 'complete'],
    derived: [parent],
    rev: [1, 2, 3],
    amount: [...signs.map((sign) => sign.amount), 50],
    failed: [0, 1, 2],
    invoiceFlags: flags,
  },
  samples: {
    text: words,
    keyword: [...words, ...lists],
    number: [1, 2, 3, 5, 1000, 2000, ...signs.map((sign) => sign.amount)],
    date: [...days, '2001-12-01T04:00:00.000Z', ...signs.map((sign) => sign.day)],
    boolean: [true, false],
  } satisfies Words['samples'] as Record<keyof Words['samples'], Scalar[]>,
}
