/**
 * Entities as the index holds them. Pure: linked values and titles of related entities come with the context. Where
 * documents of the same entities come out differently than before, `documentVersion` is raised.
 */
import type { CompanyData } from '../model/company.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../model/entity-classes.ts'
import { isDataOf } from '../model/entity-data.ts'
import { isToldToCompany } from '../model/invoice.ts'
import { conversationMarks, conversationReaders, messageReaders } from './conversation-document.ts'
import { date, document, isFilled, languages, oneOrMany, ordered, row, text } from './document-parts.ts'
import type { Scalar } from './filter.ts'
import { nameKey } from './fold.ts'
import { genericKeys, searchedData } from './generic-fields.ts'
import { everyone, nobody } from './index-mapping.ts'
import type { IndexDocument, IndexRow } from './index-query.ts'
import { type DocumentContext, productDocument } from './product-document.ts'

export type { DocumentContext } from './product-document.ts'

function companyDocument(entity: Entity): IndexDocument {
  const {
    baseData: b,
    addresses,
    contactPersons,
    importKey,
    mergedFrom,
  } = entity.data as unknown as CompanyData
  const former = Object.values(mergedFrom ?? {})
  const formerNames = former.flatMap(({ name, companyAbbreviation }) => [name, companyAbbreviation ?? ''])
  const string = (v: string | undefined) => (v && isFilled(v) ? text(v) : undefined)
  const visibleTo = (ownerOnly: boolean | undefined) =>
    ownerOnly ? (b.owner ?? b.institution ?? nobody) : undefined
  return document(
    entity,
    {
      name: string(b.name),
      nameSearch: oneOrMany([b.name ?? '', ...formerNames].map(nameKey).filter(isFilled)),
      companyAbbreviation: string(b.companyAbbreviation),
      customerNumber: b.customerNumber,
      formerName: oneOrMany(formerNames.filter(isFilled).map(text)),
      formerNumber: oneOrMany(former.flatMap(({ numbers }) => numbers)),
      customerSince: date(b.customerSince),
      euControlNumber: string(b.euControlNumber),
      abacusCustomerNumber: string(b.abacusCustomerNumber),
      groups: b.groups,
      institution: b.institution,
      owner: b.owner,
      language: b.language,
      legalType: string(b.legalType),
      registrationNumber: string(b.registrationNumber),
      taxId: string(b.taxId),
      taxIdCh: string(b.taxIdCh),
      gliInternational: string(b.gliInternational),
      terminationDate: date(b.terminationDate),
      lastContractDate: date(b.lastContractDate),
      sendInvoiceViaEmail: b.sendInvoiceViaEmail ?? false,
      invoiceEmail: string(b.invoiceEmail),
      website: string(b.website),
      importKey,
    },
    {
      addresses: ordered(addresses).map((a) =>
        row({
          type: a.type,
          country: a.country,
          region: a.region,
          city: string(a.city),
          zip: string(a.zip),
          street: string(a.street),
          email: string(a.email),
          lists: a.lists,
          visibleTo: visibleTo(a.visibleToOwnerOnly),
        }),
      ),
      contacts: ordered(contactPersons).map((c) =>
        row({
          function: c.function,
          isMain: c.isMain ?? false,
          firstName: string(c.firstName),
          lastName: string(c.lastName),
          email: string(c.email),
          language: c.language,
          lists: c.lists,
          jurisdictions: c.jurisdictions,
          visibleTo: visibleTo(c.visibleToOwnerOnly),
        }),
      ),
    },
  )
}

/** Institutions and companies that may know of it. Of what a person shares: what has an address alone is in nobody's list. */
function seenBy({ entityclass, data }: Entity): string | string[] | undefined {
  const state = { entityclass: entityclass as EntityClassName, data }
  if (isDataOf('feeschedule', state)) return state.data.institution
  if (isDataOf('invoice', state)) {
    const { institution, companyId } = state.data
    return isToldToCompany(state.data) ? [institution, companyId] : institution
  }
  if (isDataOf('conversation', state))
    return [...new Set([...conversationReaders(state.data), ...conversationMarks(state.data)])]
  if (isDataOf('message', state)) return messageReaders(state.data)
  const isKept =
    isDataOf('savedsearch', state) || isDataOf('columnset', state) || isDataOf('exportset', state)
  if (!isKept) return undefined
  return state.data.isPublic ? everyone : state.data.visibleForInstitutions
}

function genericDocument(entity: Entity): IndexDocument {
  const { entityclass } = entity
  const data = isEntityClass(entityclass) ? searchedData(entityclass, entity.data) : entity.data
  const at = (from: string[]) =>
    from.reduce<unknown>((o, key) => {
      // Of rows, what each of them says.
      if (Array.isArray(o)) return [...new Set(o.flatMap((row: Record<string, unknown>) => row[key] ?? []))]
      return (o as Record<string, unknown> | undefined)?.[key]
    }, data)
  const keys = isEntityClass(entityclass) ? genericKeys(entityclass) : []
  const values = keys.flatMap((key): IndexRow[] => {
    if (key.name === 'title') return []
    const stored = at(key.from)
    if (stored === undefined || stored === null) return []
    const list = key.localized ? languages(stored) : ((Array.isArray(stored) ? stored : [stored]) as Scalar[])
    const kept = list
      .filter(isFilled)
      .flatMap((v): Scalar[] =>
        key.kind === 'date' ? ((date(String(v)) ?? []) as Scalar[]) : [typeof v === 'string' ? text(v) : v],
      )
    return kept.length ? [row({ path: key.name, [key.kind]: oneOrMany(kept) })] : []
  })
  const pointer = isEntityClass(entityclass) ? entityClasses[entityclass].title : ''
  const titles = pointer ? languages(at(pointer.slice(1).split('/'))) : []
  return document(
    entity,
    {
      title: oneOrMany(titles),
      titleSort: titles[0],
      nameSearch: oneOrMany(titles.map(nameKey).filter(isFilled)),
      seenBy: seenBy(entity),
    },
    { values },
  )
}

/** The entity as the index holds it. */
export function toIndexDocument(entity: Entity, context: DocumentContext = {}): IndexDocument {
  if (entity.entityclass === 'product') return productDocument(entity, context)
  if (entity.entityclass === 'company') return companyDocument(entity)
  return genericDocument(entity)
}
