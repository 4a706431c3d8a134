/** Reads a product with all that a confirmation of it is decided on and made from. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { ConfirmationProblem, ListingConfirmation } from '../../../shared/model/confirmation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { liveStandard } from '../../../shared/rules/approval.ts'
import { redactCompany } from '../../../shared/rules/redact-company.ts'
import { type RedactedProduct, redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import { type Asked, baseDistributor, confirmationProblems } from '../../domain/confirmation/problems.ts'
import { type Product, productNotFound } from '../../domain/product/context.ts'
import type { LoadedParents } from '../../domain/product/parent-revs.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { decideOnStored } from '../entity/decide-on-stored.ts'
import { readMany } from '../entity/many.ts'
import { changedSinceRelease } from '../product/changed-since-release.ts'
import { findProduct, type ReferenceReader, viewReference } from '../product/open.ts'
import { loadParents } from '../product/parents.ts'

export interface ConfirmPorts {
  entities: Pick<EntityReader, 'get' | 'getMany' | 'getRevision' | 'history' | 'listNaming'>
  reference: ReferenceReader
  clock: { today(): string }
}

export async function confirmReference(reference: ReferenceReader) {
  const [view, institutions, countries, restrictions] = await Promise.all([
    viewReference(reference),
    reference.all('institution'),
    reference.all('country'),
    reference.all('restrictiontext'),
  ])
  return { ...view, institutions, countries, restrictions }
}
export type ConfirmReference = Awaited<ReturnType<typeof confirmReference>>

/** A product that is confirmed, as far as who does so may see it, with its companies. */
export interface Confirmable {
  product: Product
  derived: LoadedParents
  seen: RedactedProduct
  companies: ReadonlyMap<string, CompanyData>
  reference: ConfirmReference
  actor: Actor
  today: string
  /** Standards by list whose approvals released other data than are stored; only where it is to be sent. */
  changed?: ReadonlyMap<string, ReadonlySet<string>>
}

/** The product with the companies that confirmations of it are about. Refuses: not_found. */
export async function openConfirmable(
  { entities, reference, clock }: ConfirmPorts,
  actor: Actor,
  productId: string,
  companyIds: readonly string[],
): Promise<Confirmable | Refusal> {
  const known = await confirmReference(reference)
  const product = await findProduct(entities, productId, actor, known)
  if (isRefusal(product)) return product
  const derived = await loadParents(entities, [product.data])
  const { data } = product
  const today = { current: data, parents: derived }
  const seen = redactProduct(data, resolveLinks(data, derived), actor, known, today)
  if (!seen) return productNotFound(productId)
  const distributor = baseDistributor({ id: product.id, data: seen.data })
  const ids = distributor === undefined ? companyIds : [...companyIds, distributor]
  const companies = new Map<string, CompanyData>()
  for (const company of await readMany(entities, ids)) {
    const shown = isOfClass('company', company) && !company.disabled && redactCompany(company, actor)
    if (shown) companies.set(company.id, shown)
  }
  return { product, derived, seen, companies, reference: known, actor, today: clock.today() }
}

/** The same of a product that is not deleted. Refuses: not_found, rule_violated. */
export async function openLiving(
  ports: ConfirmPorts,
  actor: Actor,
  { productId, companyId }: Pick<ListingConfirmation, 'productId' | 'companyId'>,
): Promise<Confirmable | Refusal> {
  const opened = await openConfirmable(ports, actor, productId, [companyId])
  if (isRefusal(opened) || !opened.product.disabled) return opened
  return refuseRule('productDeleted', 'Product was deleted')
}

/** The same, with what has changed in these lists and the base list since they were released. */
export const withReleases = async (
  { entities }: Pick<ConfirmPorts, 'entities'>,
  c: Confirmable,
  lists: readonly string[],
): Promise<Confirmable> => {
  const of = new Set([fixedIds.list.base, ...lists])
  return { ...c, changed: await changedSinceRelease(entities, c.product, c.derived, of) }
}

/** Decides on lists, standards and institutions as they are stored now. */
export const decideConfirmation = <T>(
  entities: { getMany(ids: string[]): Promise<Entity[]> },
  c: Confirmable,
  decide: (c: Confirmable) => T,
): Promise<T> => {
  const { lists, standards, institutions } = c.reference
  const classes = { lists: 'list', standards: 'biostandard', institutions: 'institution' } as const
  return decideOnStored(entities, { lists, standards, institutions }, classes, (stored) =>
    decide({ ...c, reference: { ...c.reference, ...stored } }),
  )
}

export const problemsOf = (asked: Asked, c: Confirmable): ConfirmationProblem[] =>
  confirmationProblems(asked, {
    product: { id: c.product.id, data: c.seen.data },
    company: (id) => c.companies.get(id),
    standards: (id) => liveStandard(c.reference.standards, id),
    today: c.today,
    changed: c.changed,
  })
