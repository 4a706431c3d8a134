/** What a conversation is about: whether somebody may know of it, what it is called, and whose business it is. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { ContextKey, ConversationContext } from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { aboutOf } from '../../../shared/rules/conversation.ts'
import { can, viewerClass } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import { isInvoice } from '../../domain/invoice/rules.ts'
import { isProduct, type Product, type ViewReference } from '../../domain/product/context.ts'
import { titlesOf } from '../../domain/product/view.ts'
import { readMany } from '../entity/many.ts'
import { visibleEntities } from '../entity/visible.ts'
import { type ReferenceReader, viewReference } from '../product/open.ts'
import { loadParents, type RevisionReader } from '../product/parents.ts'

export interface TalkPorts {
  entities: RevisionReader
  reference: ReferenceReader
}
export interface About {
  key: ContextKey
  id: string
  title?: string
}
export interface OpenAbout extends About {
  productId?: string
  /** Institutions whose business it is, the first one first, with the person that they have named. */
  institutions: Map<string, string | undefined>
  companies: string[]
}

/** As the error catalogue has it for related entities that there are not. */
const unknownContext = (id: string): Refusal =>
  refuse('not_found', 'id not found', { key: 'idNotFound', params: { id } })

/** The actor's titles of what these are about; what they may not know of has none. */
export async function aboutsOf(
  ports: TalkPorts,
  contexts: readonly ConversationContext[],
  actor: Actor,
): Promise<About[]> {
  const abouts = contexts.map(aboutOf)
  const found = await readMany(
    ports.entities,
    abouts.map(({ id }) => id),
  )
  const titles = await titlesFor(ports, found, actor)
  return abouts.map((about) => {
    const title = titles[about.id]
    return { ...about, ...(title !== undefined && { title }) }
  })
}
/** Of those among the entities that the actor may know of and nobody deleted. */
async function titlesFor(
  { entities, reference }: TalkPorts,
  among: readonly Entity[],
  actor: Actor,
): Promise<Record<string, string>> {
  const known = await viewReference(reference)
  const seen = new Set(
    (await visibleEntities(among, { actor, entities, reference: known }))
      .filter(({ disabled }) => !disabled)
      .map(({ id }) => id),
  )
  const living = among.filter(({ id }) => seen.has(id))
  const products = living.filter(isProduct)
  const parents = await loadParents(
    entities,
    products.map(({ data }) => data),
  )
  const titles = titlesOf(products, { actor, reference: known, parents })
  for (const one of living) {
    if (isProduct(one)) titles[one.id] ??= ''
    if (isInvoice(one) || isConfirmation(one)) titles[one.id] = one.data.number ?? ''
  }
  return titles
}

/** Institutions whose business a product is, as the actor may be told: a company user is told whose lists it stands in. */
function institutionsOf(
  { data }: Product,
  actor: Actor,
  { lists }: ViewReference,
): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  const add = (institution: string, person?: string) => {
    if (found.get(institution) === undefined) found.set(institution, person)
  }
  const subject = productSubject(data, lists)
  const shown = Object.keys(data.listData)
    .filter((list) => can(actor, 'product:view-list', ofList(subject, list)))
    .sort((a, b) => Number(b === fixedIds.list.base) - Number(a === fixedIds.list.base))
  if (viewerClass(actor) !== 'P')
    for (const list of shown) {
      const responsible = data.listData[list]?._responsible
      if (responsible) add(responsible.institution, responsible.accountId)
    }
  for (const list of shown) for (const institution of lists.get(list)?.data.institutes ?? []) add(institution)
  return found
}

/**
 * Of a product the person that its lists name for an institution: the conversation goes to them first, whoever begins it.
 */
export async function assigneeOf(
  { entities }: Pick<TalkPorts, 'entities'>,
  productId: string | undefined,
  institution: string,
): Promise<string | undefined> {
  const product = productId === undefined ? undefined : await entities.get(productId)
  if (!isProduct(product)) return undefined
  const { [fixedIds.list.base]: base, ...lists } = product.data.listData
  const named = [base, ...Object.values(lists)].find(
    (list) => list?._responsible?.institution === institution && list._responsible.accountId,
  )
  return named?._responsible?.accountId
}

/** The context, as the actor may know of it. Refuses: not_found ("id not found"). */
export async function openAbout(
  ports: TalkPorts,
  context: ConversationContext,
  actor: Actor,
): Promise<OpenAbout | Refusal> {
  const { key, id } = aboutOf(context)
  const entity = await ports.entities.get(id)
  const isMeant =
    (key === 'productId' && isProduct(entity)) ||
    (key === 'invoiceId' && isInvoice(entity)) ||
    (key === 'confirmationId' && isConfirmation(entity))
  if (!entity || !isMeant || entity.disabled) return unknownContext(id)
  const title = (await titlesFor(ports, [entity], actor))[id]
  if (title === undefined) return unknownContext(id)
  const about = { key, id, title }
  if (isConfirmation(entity)) {
    const { productId, institutionId, companyId } = entity.data
    return {
      ...about,
      productId,
      institutions: new Map([[institutionId, undefined]]),
      companies: [companyId],
    }
  }
  if (isInvoice(entity)) {
    const { institution, companyId } = entity.data
    return { ...about, institutions: new Map([[institution, undefined]]), companies: [companyId] }
  }
  if (!isProduct(entity)) return unknownContext(id)
  const reference = await viewReference(ports.reference)
  const { companies } = productSubject(entity.data, reference.lists)
  const institutions = institutionsOf(entity, actor, reference)
  if (viewerClass(actor) === 'P') {
    const own = await ports.entities.get(actor.companyLink!)
    const owner = isOfClass('company', own)
      ? (own.data.baseData.owner ?? own.data.baseData.institution)
      : undefined
    if (owner !== undefined && !institutions.has(owner)) institutions.set(owner, undefined)
  }
  return { ...about, productId: id, institutions, companies: [...new Set(companies)] }
}
