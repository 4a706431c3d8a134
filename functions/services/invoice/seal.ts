/** Draws the number of an invoice and fixes what it says, in one write. */
import { chunksOf } from '../../../shared/chunks.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isPseudoSent, isScaleLine } from '../../../shared/model/invoice.ts'
import { isRefusal, type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { type BillingContext, payerOf } from '../../domain/invoice/billed.ts'
import { type InvoiceOf, invoiceRule } from '../../domain/invoice/rules.ts'
import { numberCounter, numberOf, sealedOf } from '../../domain/invoice/sealed.ts'
import { prefixOf, seriesOf } from '../../domain/invoice/sender.ts'
import { isOver } from '../../domain/job/job.ts'
import { isMailing } from '../../domain/job/mailing.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { EntityStore, Turn, Write } from '../../ports/entity-store.ts'
import type { PaymentPartMaker } from '../../ports/payment-part-maker.ts'
import type { PdfMaker } from '../../ports/pdf-maker.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import { readMany } from '../entity/many.ts'
import { untilSaved, untilTurn } from '../entity/turns.ts'
import { withStored } from '../entity/with-stored.ts'
import { paymentPartOf, type Sender, tryLong } from './document.ts'
import { sendRefusals } from './problems.ts'
import { scheduleOf } from './schedule.ts'
import { specialItemsOf } from './special-items.ts'
import { changed, current } from './stored.ts'

export interface SealPorts {
  entities: EntityStore
  reference: Pick<ReferenceData, 'all'>
  clock: { now(): string; today(): string }
  paymentParts: PaymentPartMaker
  pdf: PdfMaker
}

/**
 * The number that comes next for an institution that has an internal name, and the turn by which it is drawn: nobody else's write
 * takes it, and none is left out.
 */
export async function nextNumber(
  { entities, reference }: Pick<SealPorts, 'entities' | 'reference'>,
  { institution, targetYear }: Pick<InvoiceOf['data'], 'institution' | 'targetYear'>,
): Promise<{ number: string; turn: Turn }> {
  const of = (await reference.all('institution')).get(institution)
  const prefix = of && prefixOf(of.data)
  if (!of || prefix === undefined) throw new Error(`${institution} has no internal name`)
  const furthest = async (series: readonly string[]): Promise<Turn> => {
    const counters = series.map((one) => numberCounter(one, targetYear))
    const turns = await Promise.all(
      counters.map(async (counter) => ({ counter, at: await entities.counter(counter) })),
    )
    return turns.reduce((most, one) => (one.at > most.at ? one : most))
  }
  let turn = await furthest(seriesOf(prefix))
  // Of this year nothing was drawn under the name as it is written now: it may have been under another spelling.
  if (turn.at === 0) turn = await furthest(seriesOf(prefix, await statesOf(entities, of)))
  return { number: numberOf(prefix, targetYear, turn.at + 1), turn }
}

const statesAtOnce = 25
/** What the institution was, revision by revision. */
async function statesOf(
  entities: Pick<EntityStore, 'getRevision'>,
  { id, rev }: Pick<Entity, 'id' | 'rev'>,
): Promise<Institution[]> {
  const states: Institution[] = []
  const revs = Array.from({ length: rev }, (_, n) => n + 1)
  for (const some of chunksOf(revs, statesAtOnce))
    for (const found of await Promise.all(some.map((one) => entities.getRevision(id, one))))
      if (found) states.push(found.entity.data as Institution)
  return states
}

/** Is somebody else's job sending it, also one that was stopped while its mail went out? */
export async function isBeingSent(
  { entities, clock }: { entities: Pick<EntityStore, 'get'>; clock: { now(): string } },
  { data }: InvoiceOf,
  job?: string,
): Promise<boolean> {
  if (data.sendJob !== undefined && data.sendJob === job) return false
  if (isMailing(data, clock.now())) return true
  if (data.sendJob === undefined) return false
  const other = await entities.get('batchjob', data.sendJob)
  return other !== undefined && !isOver(other)
}

/** What the lines of an invoice are of, as it is stored now. */
interface Billed {
  data: InvoiceOf['data']
  products: readonly Product[]
  lists: BillingContext['lists']
}

/** Products of the invoice that somebody else pays for by now. Refuses: rule_violated. */
function payersRefusal({ data, products, lists }: Billed): Refusal | undefined {
  const byId = new Map(products.map((product) => [product.id, product]))
  const strayed = data.sums.filter(isScaleLine).find(({ productId = '', listId = '' }) => {
    const product = byId.get(productId)
    const payer = product && payerOf(product, listId, lists)
    return payer?.company !== data.companyId || payer.institution !== data.institution
  })
  if (!strayed) return undefined
  const product = strayed.productName ?? ''
  return refuseRule('invoiceOutdated', `${product} is billed to somebody else by now. Make the draft anew.`, {
    params: { product },
  })
}

/** Special items of the invoice that are gone. Refuses: rule_violated. */
async function specialItemsRefusal({ data, products, lists }: Billed): Promise<Refusal | undefined> {
  const lines = data.sums.filter(({ rule, scope }) => scope === undefined && rule !== 'custom')
  if (lines.length === 0) return undefined
  const living = products.filter(({ disabled }) => !disabled)
  const items = await specialItemsOf(living, { company: data.companyId, year: data.targetYear, lists })
  const gone = lines.find(({ rule, count }) => {
    const left = items.filter(({ hash, institution }) => hash === rule && institution === data.institution)
    return left.length < count
  })
  if (!gone) return undefined
  const item = gone.text ?? ''
  return refuseRule(
    'invoiceSpecialGone',
    `The special item ${item} is no longer there. Make the draft anew.`,
    {
      params: { item },
    },
  )
}

/** What makes it necessary to make the draft anew. Refuses: rule_violated. */
async function outdatedRefusal(
  { entities, reference }: Pick<SealPorts, 'entities' | 'reference'>,
  { data }: InvoiceOf,
): Promise<Refusal | undefined> {
  const ids = new Set(data.sums.flatMap(({ productId, products }) => [productId ?? [], products].flat()))
  const [found, lists] = await Promise.all([readMany(entities, [...ids]), reference.all('list')])
  const billed = { data, products: found.filter(isProduct), lists }
  return payersRefusal(billed) ?? specialItemsRefusal(billed)
}

/**
 * Draws the number and fixes what the invoice says, or takes one over that has both; undefined where there is nothing to send any more.
 * Refuses: rule_violated. Errors: `too_large`, where its document could never be mailed.
 */
export const sealInvoice = (
  ports: SealPorts,
  sender: Sender,
  id: string,
): Promise<InvoiceOf | Refusal | undefined> => untilSaved(() => sealOnce(ports, sender, id))

async function sealOnce(
  cached: SealPorts,
  sender: Sender,
  id: string,
): Promise<InvoiceOf | Refusal | undefined> {
  const before = await current(cached.entities, id)
  if (before && isPseudoSent(before.data)) return invoiceRule('invoicePseudoSent')
  if (!before || before.data.sendDate !== undefined) return undefined
  if (before.data.cancellationDate !== undefined) return invoiceRule('invoiceCancelled')
  // An account that somebody has just mended is the one that is paid to, and who is responsible for a list now is who bills it.
  const lists = new Set(before.data.sums.flatMap(({ listId }) => listId ?? []))
  const own = await withStored(cached, 'institution', [before.data.institution])
  const ports = await withStored(own, 'list', [...lists])
  const { entities, reference, clock, paymentParts } = ports
  if (await isBeingSent(ports, before, sender.job)) return invoiceRule('invoiceSending')
  const { failure, ...data } = before.data
  const stamp = { by: sender.by, now: clock.now() }
  const save = async (write: Write): Promise<InvoiceOf> => (await entities.putAll([write]))[0] as InvoiceOf
  const [problem] = await sendRefusals(ports, data)
  if (problem) return problem
  if (data.sealed) {
    if (data.sendJob === sender.job && failure === undefined) return before
    return save(changed(before, { ...data, sendJob: sender.job }, stamp))
  }
  const outdated = await outdatedRefusal(ports, before)
  if (outdated) return outdated
  const [institutions, countries, options, schedule, company] = await Promise.all([
    reference.all('institution'),
    reference.all('country'),
    reference.all('selectoption'),
    scheduleOf(entities, data.institution, data.targetYear),
    entities.get('company', data.companyId),
  ])
  if (!company) return invoiceRule('invoiceNotSent')
  const institution = institutions.get(data.institution)!.data
  const sealed = sealedOf(data, {
    institution,
    company: company.data,
    countries,
    options,
    schedule: schedule?.data,
  })
  // What cannot be drawn is found out before a number is taken.
  const { number: likely } = await nextNumber(ports, data)
  const paid = { number: likely, amount: data.totals.gross, currency: data.currency }
  if (sealed.payment && paymentPartOf(paymentParts, sealed, paid) === undefined)
    return refuseRule('invoiceNoPaymentPart', `${sealed.institution}: the payment part cannot be drawn.`, {
      params: { institution: sealed.institution },
    })
  await tryLong(ports, { ...data, number: likely }, sealed)
  // Nothing but the number rests on the turn: who loses it draws the next one.
  return untilTurn(async () => {
    const { number, turn } = await nextNumber(ports, data)
    const indexData = { ...data.indexData, invoiceNumber: number }
    const write = changed(before, { ...data, number, indexData, sealed, sendJob: sender.job }, stamp)
    return save({ ...write, options: { ...write.options, turn } })
  })
}

export const isSealed = (outcome: InvoiceOf | Refusal | undefined): outcome is InvoiceOf =>
  outcome !== undefined && !isRefusal(outcome)
