/**
 * What is asked of the data sets of secrecy.world.ts: every call of the catalogue, with inputs of its own contract. What
 * filters, names and ids ask for is what the variants say, so that something would be found where it is not hidden.
 */
import * as fc from 'fast-check'
import { companyRoles } from '../../shared/constants.ts'
import { timelineKinds } from '../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, entityClassNames } from '../../shared/model/entity-classes.ts'
import { fieldCatalogue, type SearchReference } from '../../shared/search/catalogue.ts'
import type { CatalogueField } from '../../shared/search/catalogue-field.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { fileOf } from '../fixtures/files.ts'
import { callerColumns, callerFilters, callerSorting } from '../fixtures/search-products.ts'
import { ids } from './harness.ts'
import { fileId, fileNames, flags, theirs } from './secrecy.parts.ts'
import {
  anyId,
  companies,
  files,
  institutions,
  jobs,
  keys,
  known,
  limit,
  list,
  lonely,
  maybe,
  ofClass,
  oneOf,
  people,
  product,
  rev,
  samples,
  talks,
  word,
} from './secrecy.words.ts'
import type { Asked } from './secrecy.writes.ts'

/** What can be asked of a class by its fields. */
function searches(catalogue: CatalogueField[]) {
  const paths = [...new Set(catalogue.flatMap(({ nestedPath }) => nestedPath ?? []))]
  const belowPaths = { '': paths, lists: paths.filter((path) => path.startsWith('lists.')) }
  const filter: fc.Arbitrary<Filter> = callerFilters(catalogue, '', 2, { known, samples, belowPaths })
  return {
    filter: maybe(filter, 4),
    sorting: maybe(callerSorting(catalogue)),
    columns: maybe(callerColumns(catalogue), 4),
    field: oneOf(...catalogue.map(({ name }) => name)),
    pagination: maybe(fc.oneof(fc.record({ start: oneOf(0, 0, 1), limit }))),
  }
}

/** Exports that can be asked for; they start a job, so they are no reads. */
export function exportsOf(reference: SearchReference) {
  const fields = fieldCatalogue('product', reference)
  const { filter, sorting } = searches(fields)
  return {
    'bml/export/run': fc.record({
      format: oneOf('csv' as const, 'csv' as const, 'xls' as const),
      language: oneOf('de_DE' as const, 'en_GB' as const),
      columns: fc.uniqueArray(oneOf(...fields.map(({ name }) => name)), { minLength: 5, maxLength: 12 }),
      packages: fc.option(
        fc.uniqueArray(
          fc.record({
            role: oneOf(...companyRoles),
            addresses: oneOf('catalog' as const, 'invoice' as const),
          }),
          {
            selector: ({ role, addresses }) => `${role} ${addresses}`,
            maxLength: 3,
          },
        ),
        { nil: undefined, freq: 1 },
      ),
      list: maybe(list),
      // Most find all that there is.
      attributeFilter: fc.option(filter, { nil: undefined, freq: 1 }),
      name: fc.option(word, { nil: undefined, freq: 1 }),
      sorting,
    }),
  } satisfies Asked
}

/** Every call that writes nothing. */
export function readsOf(reference: SearchReference) {
  const classes = Object.fromEntries(
    entityClassNames.map((name) => [name, searches(fieldCatalogue(name, reference))]),
  ) as Record<EntityClassName, ReturnType<typeof searches>>
  /** Those first that have something to hide. */
  const someClass = fc.oneof(
    { weight: 3, arbitrary: oneOf<EntityClassName>('product') },
    { weight: 6, arbitrary: oneOf(...(Object.keys(ofClass) as EntityClassName[])) },
    { weight: 1, arbitrary: oneOf(...entityClassNames) },
  )
  const ofSome = <T>(
    made: (of: ReturnType<typeof searches>, entityClass: EntityClassName) => fc.Arbitrary<T>,
  ) => someClass.chain((name) => made(classes[name], name))
  const { filter, sorting, columns, field, pagination } = classes.product
  const aggregateOf = ({ field }: ReturnType<typeof searches>) =>
    fc.record({
      kind: oneOf('terms' as const, 'terms' as const, 'min' as const, 'max' as const, 'count' as const),
      field,
    })
  const referenceClasses = entityClassNames.filter((name) => entityClasses[name].isReference)
  const nothing = fc.constant({})
  const file = oneOf(...files, ...lonely.map(({ id }) => id))
  return {
    'auth/account/getaccount': nothing,
    'auth/account/listbyinstitution': fc.record({ institution: oneOf(...institutions) }),
    'auth/domain/listaccounts': nothing,
    'batch/job/checkstatus': fc.record({ id: oneOf(...jobs), limit }),
    'batch/job/list': fc.record({
      of: oneOf('me' as const, 'all' as const),
      isOpen: fc.boolean(),
      pagination,
    }),
    'batch/schedule/list': nothing,
    'batch/job/preview': fc.record({
      template: oneOf('flag', 'flag', 'reindex'),
      config: fc.oneof(
        fc.record({
          flagId: oneOf(...flags),
          action: oneOf('assign' as const, 'remove' as const),
          attributeFilter: filter,
          name: maybe(word),
        }),
        fc.record({ flagId: oneOf(...flags), ids: fc.array(product, { minLength: 1, maxLength: 5 }) }),
        fc.record({ entityClass: oneOf<string>(...entityClassNames) }),
      ),
    }),
    'batch/template/getbyname': fc.record({ name: oneOf('reindex', 'flag') }),
    'bml/export/status': fc.record({ id: oneOf(...jobs) }),
    'bml/confirmation/check': fc.record({ number: oneOf('2026-7K2M-9QRT-4XWB', theirs.confirmation) }),
    'bml/confirmation/keys': nothing,
    'bml/company/aggregate': fc.record({ attributeFilter: maybe(filter) }),
    'bml/invoice/findinvoicedspecialitems': fc.record({
      ids: fc.uniqueArray(product, { minLength: 1, maxLength: 4 }),
      institutionId: oneOf(ids.institution.aare, ...institutions),
    }),
    'bml/invoice/load': fc.record({ id: oneOf(theirs.draft, theirs.invoice, theirs.main), rev: maybe(rev) }),
    'bml/invoice/totals': fc.record({
      attributeFilter: classes.invoice.filter,
      by: maybe(oneOf('institution' as const, 'category' as const, 'month' as const)),
    }),
    'bml/invoice/preview': fc.record({ companyId: oneOf(...companies) }),
    'bml/invoice/runresult': fc.record({ jobId: oneOf(...jobs) }),
    'bml/company/load': fc.record({ id: oneOf(...companies), rev: maybe(rev) }),
    'bml/conversation/list': fc.record({
      filter: fc.record({
        view: oneOf('all' as const, 'mine' as const, 'unassigned' as const),
        assignee: maybe(oneOf(...people)),
        institution: maybe(oneOf(...institutions)),
        folder: maybe(oneOf(...theirs.folders)),
        archived: maybe(fc.boolean()),
        unread: maybe(fc.boolean()),
        subject: maybe(oneOf('productId', 'invoiceId')),
        productName: maybe(word),
        sender: maybe(oneOf(...institutions)),
        recipient: maybe(oneOf(...institutions, ...companies)),
        context: maybe(product),
      }),
      sorting: oneOf('lastMessageAt:desc' as const, 'lastMessageAt:asc' as const),
    }),
    'bml/conversation/recipients': fc.record({
      context: fc.oneof(
        product.map((productId) => ({ productId })),
        oneOf(theirs.draft, theirs.invoice).map((invoiceId) => ({ invoiceId })),
        fc.constant({ confirmationId: theirs.confirmation }),
      ),
    }),
    'bml/message/loadmessage': fc.oneof(
      fc.record({ conversationId: oneOf(...talks), before: maybe(rev) }),
      fc.record({
        context: product.map((productId) => ({ productId })),
        recipientOrg: maybe(oneOf(...institutions)),
      }),
    ),
    'bml/message/unread': nothing,
    'bml/product/aggregatesearch': fc.record({
      attributeFilter: filter,
      targetField: field,
      groupBy: maybe(field),
      ecName: maybe(oneOf<string>(...entityClassNames)),
    }),
    'bml/product/asof': fc.record({
      id: product,
      day: oneOf('2025-05-01', '2025-07-01', '2025-10-01', '2026-03-10'),
    }),
    'search/public/preview': fc.record({
      list,
      language: oneOf('de_DE' as const, 'en_GB' as const),
      settings: fc.constant({ publicSearchExtraFields: ['components'] }),
    }),
    'bml/product/count': fc.record({ attributeFilter: filter, name: maybe(word) }),
    'bml/product/getapprovals': fc.record({ id: product }),
    'bml/product/getpdfandstatus': fc.record({ ticketNumber: oneOf(...jobs) }),
    'bml/product/gettimeline': fc.record({
      id: product,
      list: maybe(list),
      kinds: maybe(fc.subarray([...timelineKinds])),
      limit,
      before: maybe(rev),
    }),
    'bml/product/hierarchy': fc.record({ id: product }),
    'bml/product/lastchanges': fc.record({ id: product, list, rev: maybe(rev) }),
    'bml/product/listlistingconfirmations': fc.record({ productId: product }),
    'bml/product/listnotes': fc.record({
      status: oneOf('unread' as const, 'archive' as const),
      institution: maybe(oneOf(...institutions)),
      user: maybe(oneOf(...people)),
      list: maybe(list),
      label: maybe(oneOf(theirs.label)),
      category: maybe(oneOf(...Object.values(ids.category))),
      limit,
    }),
    'bml/product/load': fc.record({ id: product, rev: maybe(rev) }),
    'bml/product/notemarks': fc.record({ id: product }),
    'bml/product/references': fc.record({ id: product }),
    'bml/product/search': fc.record({
      attributeFilter: filter,
      pagination,
      sorting,
      columns,
      countTo: maybe(oneOf(1, 3)),
      list: maybe(list),
      name: maybe(word),
    }),
    'eav/entity/get': fc.oneof(
      fc.record({ id: anyId }),
      fc.record({ id: fc.oneof(product, oneOf(theirs.shared, theirs.invoice, ids.company.nordhain)), rev }),
    ),
    'eav/entity/getattachment': fc.record({ id: file, rev: maybe(rev) }),
    'eav/entity/history': fc.record({
      id: fc.oneof(product, anyId),
      limit,
      before: maybe(rev),
      by: maybe(oneOf(...people)),
      value: maybe(fc.record({ list, key: oneOf(...keys) })),
    }),
    'eav/entityclass/list': nothing,
    'eav/file/check': oneOf(...fileNames, ...lonely.map(({ word }) => `${word}.pdf`)).map((name) => {
      const { hash, sha256, size } = fileOf(`content of ${name}`).announced
      return { hash, sha256, size }
    }),
    'eav/file/download': oneOf(...fileNames).chain((name) =>
      fc.record({
        id: fc.constant(fileId(name)),
        fileName: fc.oneof(fc.constant(name), oneOf(...fileNames)),
        product: maybe(fc.oneof(fc.constant(theirs.main), product), 3),
        rev: maybe(rev),
      }),
    ),
    'eav/reference/load': fc.record({
      classes: fc.array(
        fc.oneof({ weight: 9, arbitrary: oneOf(...referenceClasses) }, { weight: 1, arbitrary: someClass }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    }),
    'eav/reference/unused': fc.record({ entityclass: oneOf(...referenceClasses), cursor: maybe(product) }),
    'search/aggregate/run': ofSome((of, entityClass) =>
      fc.record({
        entityClass: fc.constant(entityClass),
        attributeFilter: of.filter,
        aggregates: fc.dictionary(oneOf('one', 'two'), aggregateOf(of), { minKeys: 1, maxKeys: 2 }),
      }),
    ),
    'search/search/count': ofSome((of, entityClass) =>
      fc.record({ entityClass: fc.constant(entityClass), attributeFilter: of.filter }),
    ),
    'search/search/cursor': ofSome((of, entityClass) =>
      fc.record({
        entityClass: fc.constant(entityClass),
        attributeFilter: of.filter,
        sorting: of.sorting,
        onlyIds: fc.boolean(),
        limit,
      }),
    ),
    'search/search/execute': ofSome((of, entityClass) =>
      fc.record({
        entityClass: fc.constant(entityClass),
        attributeFilter: of.filter,
        sorting: of.sorting,
        columns: of.columns,
        onlyIds: fc.boolean(),
        pagination: of.pagination,
        name: maybe(word),
      }),
    ),
    'search/search/ids': fc.record({ ids: fc.array(anyId, { minLength: 1, maxLength: 6 }) }),
    'system/status': nothing,
  } satisfies Asked
}

/** How a call goes on behind its answer: the input of the next page. */
export function nextPage(input: Record<string, unknown>, data: unknown): Record<string, unknown> | undefined {
  const { cursor, next, from } = (data ?? {}) as Record<string, unknown>
  if (typeof cursor === 'string') {
    if (!('pagination' in input)) return { ...input, cursor }
    return {
      ...input,
      pagination: { limit: 2, ...(input['pagination'] as object), start: undefined, cursor },
    }
  }
  if (typeof next === 'number') return { ...input, before: next }
  if (typeof from === 'number' && 'value' in input && from > 1) return { ...input, before: from }
  return undefined
}
