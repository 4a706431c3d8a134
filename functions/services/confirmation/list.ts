/** The confirmations of a product that a viewer may know of, with what stands against sending each. */
import type { listlistingconfirmations } from '../../../shared/calls/bml/product/listlistingconfirmations.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation, ListingConfirmation } from '../../../shared/model/confirmation.ts'
import { confirmationsName } from '../../../shared/model/references.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { namingPages } from '../entity/naming.ts'
import { visibleEntities } from '../entity/visible.ts'
import { type ConfirmPorts, decideConfirmation, openConfirmable, problemsOf, withReleases } from './open.ts'

type Answer = OutputOf<typeof listlistingconfirmations>
/** Of one product. Whoever makes more has mended something else first. */
const shown = 500

const stateOf = (data: ListingConfirmation): Answer['list'][number]['state'] => {
  const { sendDate, sendJob, replacedBy, withdrawn } = data
  if (withdrawn !== undefined) return 'withdrawn'
  if (sendDate !== undefined) return replacedBy === undefined ? 'sent' : 'replaced'
  return sendJob === undefined ? 'draft' : 'sending'
}

async function confirmationsOf(
  entities: Pick<EntityReader, 'listNaming'>,
  product: string,
): Promise<Confirmation[]> {
  const found: Confirmation[] = []
  for await (const page of namingPages(entities, confirmationsName(product))) {
    found.push(...page.list.filter(isConfirmation).filter(({ disabled }) => !disabled))
    if (found.length >= shown) break
  }
  return found
}

/** Newest first. Refuses: not_found where the viewer may not know of the product. */
export async function listConfirmations(
  ports: ConfirmPorts & { entities: EntityReader },
  actor: Actor,
  productId: string,
): Promise<Answer | Refusal> {
  const { entities } = ports
  const all = await confirmationsOf(entities, productId)
  const companies = all.map(({ data }) => data.companyId)
  const opened = await openConfirmable(ports, actor, productId, companies)
  if (isRefusal(opened)) return opened
  const seen = (await visibleEntities(all, { actor, entities, reference: opened.reference })).filter(
    isConfirmation,
  )
  const mayEdit = ({ institutionId: institution }: ListingConfirmation) =>
    can(actor, 'confirmation:edit', { institution })
  const isJudged = (data: ListingConfirmation) => stateOf(data) === 'draft' && mayEdit(data)
  const judged = seen.flatMap(({ data }) => (isJudged(data) ? data.listIds : []))
  const known = judged.length > 0 ? await withReleases(ports, opened, judged) : opened
  return decideConfirmation(entities, known, (c) => ({
    list: seen
      .sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? -1 : 1))
      .map((confirmation) => {
        const { data } = confirmation
        const state = stateOf(data)
        const problems = isJudged(data) ? problemsOf(data, c) : []
        return { confirmation, state, mayEdit: mayEdit(data), problems }
      }),
    // Of those that the viewer knows of, and of no other: a name would tell of one.
    companies: Object.fromEntries(
      seen.flatMap(({ data: { companyId } }) => {
        const company = c.companies.get(companyId)
        return company ? [[companyId, company.baseData.name]] : []
      }),
    ),
  }))
}
