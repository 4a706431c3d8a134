/** Who may make, change and take the place of a confirmation, and what never changes any more. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Institution, List } from '../../../shared/model/administration.ts'
import type {
  Confirmation,
  ConfirmationContent,
  ListingConfirmation,
} from '../../../shared/model/confirmation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { notAllowed, type Refusal, refuseInput, refuseRule } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { idNotFound } from '../entity/class-rules.ts'
import { isMailing } from '../job/mailing.ts'

/** Confirmations of a product that are not sent, at most. */
export const mostDrafts = 100

const sentences = {
  confirmationSent: 'A confirmation that was sent stays as it is. Send one that replaces it.',
  confirmationSending: 'The confirmation is being sent.',
  confirmationMailing: 'The mail of the confirmation may be going out just now. Try again in a few minutes.',
  confirmationSealed:
    'The document was made out, and its mail may be out. It can only be sent again or withdrawn.',
  confirmationWithdrawn: 'The confirmation was withdrawn. Make another one.',
  confirmationUnsealed: 'Only a confirmation whose document was made out is withdrawn. Delete this one.',
  confirmationOutdated:
    'What the document says is no longer as it is today. Withdraw the confirmation and make another one.',
  confirmationFixed: 'Only the language of a confirmation can be changed.',
  confirmationCompany: 'Choose a company that the product has in these lists or in the base list.',
  confirmationReplaces: 'Only a confirmation of the same product that was sent can be replaced, and once.',
  confirmationSite: 'This is not the address of this Inputlist.',
} as const
type Rule = keyof typeof sentences
export const confirmationRule = (key: Rule, path?: string): Refusal =>
  refuseRule(key, sentences[key], path ? { issues: [{ path, expected: sentences[key], key }] } : {})
export const tooManyDrafts = (): Refusal =>
  refuseRule(
    'confirmationTooMany',
    `The product has ${mostDrafts} confirmations that are not sent. Send or delete some of them first.`,
    { params: { most: String(mostDrafts) } },
  )

/** What nobody changes: what was sent, what is being sent, and what may have been sent although its job was stopped. */
export const fixedRefusal = ({
  withdrawn,
  sendDate,
  sendJob,
  sent,
}: ListingConfirmation): Refusal | undefined =>
  withdrawn !== undefined
    ? confirmationRule('confirmationWithdrawn')
    : sendDate !== undefined
      ? confirmationRule('confirmationSent')
      : sendJob !== undefined
        ? confirmationRule('confirmationSending')
        : sent !== undefined
          ? confirmationRule('confirmationSealed')
          : undefined

/** As withdrawn: it keeps its number and what it says, and gives up the place of the one that it was to replace. */
export function withdrawn(
  before: ListingConfirmation,
  { now, isSending }: { now: string; isSending: boolean },
): ListingConfirmation | Refusal {
  const { sendJob: _job, failure: _failure, mailedUntil: _until, sent, ...data } = before
  if (data.withdrawn !== undefined) return confirmationRule('confirmationWithdrawn')
  if (data.sendDate !== undefined) return confirmationRule('confirmationSent')
  if (isSending) return confirmationRule('confirmationSending')
  if (isMailing(before, now)) return confirmationRule('confirmationMailing')
  if (!sent) return confirmationRule('confirmationUnsealed')
  const { replaces: _replaces, ...kept } = sent
  return { ...data, sent: kept, withdrawn: now }
}

/** A document that was made out goes out as long as it says what would be said today, whatever the day. */
export const outdatedRefusal = (
  { sent }: Pick<ListingConfirmation, 'sent'>,
  today: ConfirmationContent,
): Refusal | undefined =>
  !sent || sameValue(sent.content, { ...today, issued: sent.content.issued })
    ? undefined
    : confirmationRule('confirmationOutdated')

/** What may become of a confirmation by the generic calls: another language, as long as it is not sent. */
export function changeRefusal(
  before: ListingConfirmation | undefined,
  after: ListingConfirmation,
): Refusal | undefined {
  const fixed = fixedRefusal(before ?? after)
  if (fixed || !before) return fixed
  return sameValue({ ...after, language: before.language }, before)
    ? undefined
    : confirmationRule('confirmationFixed')
}

export interface MakeContext {
  actor: Actor
  /** The product; undefined where the actor may not know of it. */
  product: { data: ProductData }
  lists: ReadonlyMap<string, Entity<List>>
  institutions: ReadonlyMap<string, Entity<Institution>>
  /** The one that is to be replaced, as it is stored. */
  replaced: Entity | undefined
}
type Made = Pick<ListingConfirmation, 'productId' | 'listIds' | 'institutionId' | 'companyId' | 'replaces'>

const isLive = (entity: Pick<Entity, 'disabled'> | undefined): boolean => entity?.disabled === false

/**
 * May the actor confirm these lists of the product for the institution? Refuses: invalid_input for what there is not, forbidden,
 * rule_violated.
 */
export function makeRefusal(made: Made, c: MakeContext): Refusal | undefined {
  const { listIds, institutionId, companyId, replaces, productId } = made
  const { listData } = c.product.data
  const subject = productSubject(c.product.data, c.lists)
  const sees = (list: string) =>
    Object.hasOwn(listData, list) && can(c.actor, 'product:view-list', ofList(subject, list))
  const unknown = listIds.flatMap((list, n) =>
    sees(list) && isLive(c.lists.get(list)) && listIds.indexOf(list) === n ? [] : [`/listIds/${n}`],
  )
  if (!isLive(c.institutions.get(institutionId))) unknown.push('/institutionId')
  if (unknown.length > 0) return refuseInput(unknown.map(idNotFound))
  if (!can(c.actor, 'confirmation:edit', { institution: institutionId })) return notAllowed()
  if (!listIds.every((list) => can(c.actor, 'product:edit', ofList(subject, list)))) return notAllowed()
  const companies = [...listIds, fixedIds.list.base].flatMap((list) =>
    Object.values(listData[list]?._companies ?? {}).map(({ company }) => company),
  )
  if (!companies.includes(companyId)) return confirmationRule('confirmationCompany', '/companyId')
  if (replaces !== undefined && !isReplaceable(c.replaced, productId, c.actor))
    return confirmationRule('confirmationReplaces', '/replaces')
  return undefined
}

/** A confirmation as a viewer is told of it: addresses, which may be of contacts that only an owner sees, go to its institution. */
export function toldConfirmation(entity: Confirmation, actor: Actor): Confirmation {
  const { sent, institutionId } = entity.data
  if (!sent || can(actor, 'confirmation:edit', { institution: institutionId })) return entity
  const { to: _, ...told } = sent
  return { ...entity, data: { ...entity.data, sent: told } }
}

export const isConfirmation = (entity: Entity | undefined): entity is Confirmation =>
  isOfClass('listing_confirmation', entity)

const isReplaceable = (entity: Entity | undefined, product: string, actor: Actor): boolean =>
  isConfirmation(entity) &&
  entity.data.productId === product &&
  entity.data.sendDate !== undefined &&
  entity.data.replacedBy === undefined &&
  can(actor, 'confirmation:edit', { institution: entity.data.institutionId })
