/** The confirmations of a product that a viewer may know of, with what stands against sending each. */
import type { listlistingconfirmations } from '../../../shared/calls/bml/product/listlistingconfirmations.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Confirmation, ListingConfirmation } from '../../../shared/model/confirmation.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { isConfirmation } from '../../domain/confirmation/rules.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import { visibleEntities } from '../entity/visible.ts'
import { viewReference } from '../product/open.ts'
import { confirmationPages } from './find.ts'
import { type ConfirmPorts, decideConfirmation, openConfirmable, problemsOf, withReleases } from './open.ts'

type Answer = OutputOf<typeof listlistingconfirmations>
/** Of one product, at once. */
const shown = 100

const stateOf = (data: ListingConfirmation): Answer['list'][number]['state'] => {
  const { sendDate, sendJob, replacedBy, withdrawn } = data
  if (withdrawn !== undefined) return 'withdrawn'
  if (sendDate !== undefined) return replacedBy === undefined ? 'sent' : 'replaced'
  return sendJob === undefined ? 'draft' : 'sending'
}

/** Sorts by when it was made, and tells each from every other. */
const placeOf = ({ created, id }: Confirmation) => `${created} ${id}`

/** Newest first, `before` the place where the page before it ended. Refuses: not_found where the viewer may not know of the product. */
export async function listConfirmations(
  ports: ConfirmPorts & { entities: EntityReader },
  actor: Actor,
  productId: string,
  before?: string,
): Promise<Answer | Refusal> {
  const { entities, reference } = ports
  const all: Confirmation[] = []
  for await (const page of confirmationPages(entities, productId)) all.push(...page)
  const scope = { actor, entities, reference: await viewReference(reference) }
  const known = (await visibleEntities(all, scope))
    .filter(isConfirmation)
    .filter((one) => before === undefined || placeOf(one) < before)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const seen = known.slice(0, shown)
  const last = known.length > shown ? seen.at(-1) : undefined
  const companies = seen.map(({ data }) => data.companyId)
  const opened = await openConfirmable(ports, actor, productId, companies)
  if (isRefusal(opened)) return opened
  const mayEdit = ({ institutionId: institution }: ListingConfirmation) =>
    can(actor, 'confirmation:edit', { institution })
  const isJudged = (data: ListingConfirmation) => stateOf(data) === 'draft' && mayEdit(data)
  const judged = seen.flatMap(({ data }) => (isJudged(data) ? data.listIds : []))
  const judging = judged.length > 0 ? await withReleases(ports, opened, judged) : opened
  return decideConfirmation(entities, judging, (c) => ({
    ...(last && { older: placeOf(last) }),
    list: seen.map((confirmation) => {
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
