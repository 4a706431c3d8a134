/** Deactivates lists that were marked as no longer to be billed, and tells the institutions that billed them. */
import { defaultLocale, fixedIds } from '../../../shared/constants.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { titleIn } from '../../../shared/rules/localized.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { mailTexts } from '../../../shared/texts/mail-texts.ts'
import { asActor, oneByAddress, oneLine } from '../../domain/account/mails.ts'
import { payerOf } from '../../domain/invoice/billed.ts'
import { hasReturned, type Unindexed } from '../../domain/invoice/unindex.ts'
import { decideActivate } from '../../domain/product/activate-list.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { titlesOf } from '../../domain/product/view.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Site } from '../../ports/site.ts'
import { readMany } from '../entity/many.ts'
import { untilSaved } from '../entity/turns.ts'
import { inTheNameOf } from '../job/starter.ts'
import { eventsSince } from '../job/steps.ts'
import { openProduct, type ReferenceReader, viewReference } from '../product/open.ts'
import { type EntityReader, loadParents, type RevisionReader } from '../product/parents.ts'
import { type EntityWriter, writeOneProduct } from '../product/write.ts'

const { system } = fixedIds.account

export interface DeactivatePorts {
  entities: EntityWriter & Pick<RevisionReader, 'history'>
  reference: ReferenceReader
  clock: { now(): string; today(): string; readonly timeZone: string }
}

/** A try of this job before has done it. */
async function isDoneBy(
  job: { id: string; created: string },
  entities: Pick<RevisionReader, 'history'>,
  product: Product,
  listId: string,
): Promise<boolean> {
  for await (const { event } of eventsSince(entities, product, job.created))
    if (event.kind === 'deactivated' && event.job === job.id && event.list === listId) return true
  return false
}

/**
 * Deactivates one list of a product for a job. `same`: it is not active, archived or deleted, is billed by another institution now, or
 * somebody has activated it since. May be done again. With `isDryRun` it says what it would do. Refuses: rule_violated, too_large.
 */
export function deactivateMarked(
  ports: DeactivatePorts,
  { productId, listId, institution, from }: Unindexed,
  { isDryRun = false, ...job }: { id: string; created: string; isDryRun?: boolean },
): Promise<'deactivated' | 'same' | Refusal> {
  const { entities, reference, clock } = ports
  return untilSaved<'deactivated' | 'same' | Refusal>(async () => {
    const found = await entities.get(productId)
    if (!isProduct(found) || found.disabled || found.data.archived) return 'same'
    const list = found.data.listData[listId]
    if (!list || list._archived) return 'same'
    if (!list._active)
      return !isDryRun && (await isDoneBy(job, entities, found, listId)) ? 'deactivated' : 'same'
    const lists = await reference.all('list')
    if (payerOf(found, listId, lists)?.institution !== institution) return 'same'
    if (hasReturned(list, from, clock.timeZone)) return 'same'
    const c = await openProduct(ports, inTheNameOf(system), productId, found.rev)
    if (isRefusal(c)) return c
    const decision = decideActivate(c, listId, false)
    if (isRefusal(decision)) return decision
    if (isDryRun) return 'deactivated'
    const events = decision.events.map((event) => ({ ...event, job: job.id }))
    const written = await writeOneProduct(entities, found, { ...decision, events }, c)
    return isRefusal(written) ? written : 'deactivated'
  })
}

interface ReportPorts {
  entities: EntityReader
  reference: ReferenceReader
}
/** Accounts of an institution that are told what became of its lists: those that read its invoices and have an address. */
export async function toldOf({ entities, reference }: ReportPorts, institution: string): Promise<string[]> {
  const institutions = await reference.all('institution')
  const users = await readMany(entities, institutions.get(institution)?.data.users ?? [])
  return oneByAddress(
    users
      .filter((one) => isOfClass('account', one))
      .filter((account) => {
        const actor = asActor(account, institutions)
        return actor !== undefined && can(actor, 'invoice:view', { institution })
      }),
  )
}

type Deactivated = Pick<Unindexed, 'productId' | 'listId'>

/**
 * Mails an account of an institution what was deactivated, in its language and by the names that it sees. `more`: how many there are
 * that are not named. A mail may go out twice where a process dies behind it.
 */
export async function mailDeactivated(
  { entities, reference, mailer, site }: ReportPorts & { mailer: Mailer; site: Pick<Site, 'home'> },
  accountId: string,
  { institution, lists, more }: { institution: string; lists: readonly Deactivated[]; more: number },
): Promise<void> {
  const [account, institutions, known] = await Promise.all([
    entities.get(accountId),
    reference.all('institution'),
    viewReference(reference),
  ])
  const actor = asActor(account, institutions)
  if (!actor || !account || !isOfClass('account', account)) return
  const { email, selectedUiLanguage: locale = defaultLocale } = account.data.userData
  if (email === undefined || !can(actor, 'invoice:view', { institution })) return
  const ids = [...new Set(lists.map(({ productId }) => productId))]
  const products = (await readMany(entities, ids)).filter(isProduct)
  const parents = await loadParents(
    entities,
    products.map(({ data }) => data),
  )
  const titles = titlesOf(products, { actor, reference: known, parents })
  const lines = lists.map(({ productId, listId }) => {
    const list = titleIn(known.lists.get(listId)?.data.title, locale)
    const address = site.home === undefined ? '' : `\n  ${site.home}/product/${productId}/${listId}`
    return `- ${oneLine(titles[productId] ?? productId)}, ${oneLine(list)}${address}`
  })
  const say = await mailTexts(locale)
  const told = {
    institution: oneLine(titleIn(institutions.get(institution)?.data.title, locale)),
    count: String(lists.length + more),
    lists: lines.join('\n'),
    more: more > 0 ? `… +${more}` : '',
  }
  await mailer.send({
    to: [email],
    subject: oneLine(say('unindex.subject', told)),
    text: say('unindex.text', told),
  })
}
