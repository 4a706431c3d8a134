/** What a company is billed by each institution, and the drafts that are made of it. */
import { isCallError, isSavedMeanwhile, isTurnTaken } from '../../../shared/errors.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import type { Bill, Invoice } from '../../../shared/model/invoice.ts'
import type { InvoiceType } from '../../../shared/model/invoice-type.ts'
import { invoicesName } from '../../../shared/model/references.ts'
import { liveStandard } from '../../../shared/rules/approval.ts'
import { dayOf } from '../../../shared/rules/dates.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import {
  type BillingContext,
  type Candidate,
  candidatesOf,
  notBilledSentences,
  payerOf,
} from '../../domain/invoice/billed.ts'
import { draftOf, sendProblemSentences, sendProblems } from '../../domain/invoice/draft.ts'
import { billedBy, counts, differenceOf } from '../../domain/invoice/history.ts'
import {
  fitsInvoice,
  fixedInvoiceRefusal,
  type InvoiceOf,
  invoiceRule,
  isInvoice,
  isMarkOf,
} from '../../domain/invoice/rules.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import type { EntityReader, EntityStore } from '../../ports/entity-store.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'
import { namingPages } from '../entity/naming.ts'
import { untilSaved } from '../entity/turns.ts'
import { loadParents } from '../product/parents.ts'
import { type Biller, type Decided, inBillingTurn, keep, madeBy } from './keep.ts'
import { scheduleOf } from './schedule.ts'
import { type Special, specialItemsOf } from './special-items.ts'

export interface BillPorts {
  entities: EntityReader
  reference: Pick<ReferenceData, 'all'>
  clock: { now(): string; today(): string; readonly timeZone: string }
}
export interface BillRequest {
  type: InvoiceType
  year: number
  /** Day of the invoices; a draft that is there keeps its own unless this is said. */
  date?: string | undefined
  /** Those that bill; without it all of them. */
  institutions?: readonly string[] | undefined
}

/** All that the company's bills are made from. */
interface Opened {
  company: EntityOf<'company'>
  products: Product[]
  invoices: InvoiceOf[]
  /** What stays with companies that were merged into it: nothing of it is billed again. */
  inherited: InvoiceOf[]
  institutions: ReadonlyMap<string, Entity<Institution>>
  context: Omit<BillingContext, 'billed'>
}

async function allNaming<T extends Entity>(
  entities: EntityReader,
  name: string,
  is: (entity: Entity) => entity is T,
): Promise<T[]> {
  const found: T[] = []
  for await (const { list } of namingPages(entities, name)) found.push(...list.filter(is))
  return found
}

async function open(ports: BillPorts, companyId: string, request: BillRequest): Promise<Opened | undefined> {
  const { entities, reference, clock } = ports
  const company = await entities.get('company', companyId)
  if (!company || company.disabled) return undefined
  const mergedFrom = Object.keys(company.data.mergedFrom ?? {})
  const [products, invoices, theirs, lists, categories, standards, institutions] = await Promise.all([
    allNaming(entities, companyId, isProduct),
    allNaming(entities, invoicesName(companyId), isInvoice),
    Promise.all(mergedFrom.map((id) => allNaming(entities, invoicesName(id), isInvoice))),
    reference.all('list'),
    reference.all('category'),
    reference.all('biostandard'),
    reference.all('institution'),
  ])
  // Products may have come by a merge since: then also what they were billed for before.
  if ((await entities.get('company', companyId))?.rev !== company.rev) return open(ports, companyId, request)
  // Of deleted ones nothing was ever to be billed.
  const living = products.filter(({ disabled }) => !disabled)
  const derived = await loadParents(
    entities,
    living.map(({ data }) => data),
  )
  const { type, year } = request
  const of = (id: string) => liveStandard(standards, id)
  const context = { type, year, timeZone: clock.timeZone, lists, categories, standards: of, derived }
  // Also their drafts: one that a merge has not brought yet bills its products all the same.
  return { company, products: living, invoices, inherited: theirs.flat(), institutions, context }
}

const ofYear = ({ data }: InvoiceOf, { type, year }: BillRequest): boolean =>
  data.type === type && data.targetYear === year
const currentOf = (opened: Opened, institution: string, request: BillRequest): InvoiceOf | undefined =>
  opened.invoices.find((one) => counts(one) && one.data.institution === institution && ofYear(one, request))

/**
 * What was marked on the last invoice of this place as no longer to be billed: a new one keeps the marks. Of companies that were merged
 * into it since, those of their last one too: a draft that the merge has joined was deleted, and its marks are where it was joined.
 */
function marksOf(opened: Opened, institution: string, request: BillRequest): Invoice['unindex'] {
  const lastOf = (invoices: readonly InvoiceOf[]) =>
    invoices
      .filter((one) => one.data.cancels === undefined && one.data.institution === institution)
      .filter((one) => ofYear(one, request))
      .toSorted((a, b) => (a.updated < b.updated ? 1 : -1))[0]
  const own = lastOf(opened.invoices)
  const mergedAt = (id: string) => opened.company.data.mergedFrom?.[id]?.at ?? ''
  const came = [...Map.groupBy(opened.inherited, ({ data }) => data.companyId)]
    .filter(([id]) => !own || own.created < mergedAt(id))
    .flatMap(([, of]) => lastOf(of.filter(({ disabled }) => !disabled)) ?? [])
  const marks = [own, ...came].flatMap((one) => one?.data.unindex ?? [])
  return marks.filter((mark, n) => marks.findIndex(isMarkOf(mark)) === n)
}

type About = Pick<Bill, 'institution' | 'companyId' | 'company' | 'notBilled' | 'problems'>

function compared(opened: Opened, institution: string, request: BillRequest, data: Invoice) {
  const last = currentOf(opened, institution, { ...request, year: request.year - 1 })
  const isComparable = last?.data.currency === data.currency
  return {
    currency: data.currency,
    totals: data.totals,
    ...(last && isComparable && { before: { invoiceId: last.id, totals: last.data.totals } }),
    difference: differenceOf(data, isComparable ? last?.data : undefined),
  }
}

async function decideOne(
  ports: BillPorts,
  opened: Opened,
  institution: string,
  request: BillRequest,
  specials: readonly Special[],
): Promise<Decided> {
  const { company, products, context } = opened
  const before = currentOf(opened, institution, request)
  const { year } = request
  const { timeZone } = ports.clock
  const billed = billedBy([...opened.invoices, ...opened.inherited], {
    institution,
    year,
    except: before?.id,
    timeZone,
  })
  const candidates: Candidate[] = products.flatMap((product) =>
    candidatesOf(product, { company: company.id, institution }, { ...context, billed }),
  )
  const own = specials.filter(
    (one) => one.institution === institution && !billed.hasSpecial(one.productId, one.hash),
  )
  const about: About = {
    institution,
    companyId: company.id,
    company: company.data.baseData.name,
    notBilled: candidates.flatMap(({ productId, listId, name, notBilled }) =>
      notBilled
        ? [{ productId, listId, product: name, key: notBilled, message: notBilledSentences[notBilled] }]
        : [],
    ),
    problems: sendProblems(company.data).map((key) => ({ key, message: sendProblemSentences[key] })),
  }
  if (before && fixedInvoiceRefusal(before.data)) {
    const known = compared(opened, institution, request, before.data)
    return { bill: { ...about, outcome: 'fixed', invoiceId: before.id, ...known }, before }
  }
  const schedule = await scheduleOf(ports.entities, institution, request.year)
  const isBillable = candidates.some(({ item }) => item) || own.length > 0
  if (!schedule) return { bill: { ...about, outcome: isBillable ? 'noSchedule' : 'nothing' }, before }
  const date = request.date ?? (before ? dayOf(before.data.invoiceDate) : ports.clock.today())
  const made = draftOf({
    ...request,
    institution,
    company,
    candidates,
    specialItems: own,
    schedule: schedule.data,
    date,
    before: before?.data,
  })
  if (!made) {
    const deleted = opened.invoices.filter(
      (one) => one.disabled && one.data.institution === institution && ofYear(one, request),
    )
    return { bill: { ...about, outcome: before ? 'emptied' : 'nothing' }, before, deleted }
  }
  const draft = before ? made : { ...made, unindex: marksOf(opened, institution, request) }
  if (!fitsInvoice(draft)) {
    const { details, message } = invoiceRule('invoiceTooLarge')
    return { bill: { ...about, outcome: 'tooLarge', problems: [{ key: details.key!, message }] }, before }
  }
  const outcome = !before ? 'new' : sameValue(draft, before.data) ? 'same' : 'changed'
  const known = compared(opened, institution, request, draft)
  return {
    bill: { ...about, outcome, ...(before && { invoiceId: before.id }), ...known },
    draft,
    before,
  }
}

async function decide(
  ports: BillPorts,
  companyId: string,
  request: BillRequest,
  job?: Biller['job'],
): Promise<Decided[]> {
  const opened = await open(ports, companyId, request)
  if (!opened) return []
  const { company, context } = opened
  const { lists } = context
  const specials = await specialItemsOf(opened.products, { company: company.id, year: context.year, lists })
  const payers = opened.products.flatMap((product) =>
    Object.keys(product.data.listData).flatMap((list) => payerOf(product, list, lists) ?? []),
  )
  const institutions = new Set([
    ...payers.filter(({ company }) => company === companyId).map(({ institution }) => institution),
    ...specials.map(({ institution }) => institution),
    // A draft of what is not billed any more; a try of the job may have deleted it.
    ...opened.invoices
      .filter((one) => ofYear(one, request))
      .filter((one) => counts(one) || (one.disabled && job && one.updated >= job.created))
      .map(({ data }) => data.institution),
  ])
  const asked = [...institutions].filter((one) => request.institutions?.includes(one) ?? true).sort()
  const decided: Decided[] = []
  for (const institution of asked)
    decided.push(await decideOne(ports, opened, institution, request, specials))
  return decided
}

/** What the company would be billed, by each institution; nothing is written. Empty where there is no such company. */
export const previewBills = (ports: BillPorts, companyId: string, request: BillRequest): Promise<Decided[]> =>
  decide(ports, companyId, request)

const isRace = (error: unknown): boolean =>
  isSavedMeanwhile(error) ||
  isTurnTaken(error) ||
  (isCallError(error) && error.code === 'duplicate' && error.details.path === '/slot')

/**
 * Makes the drafts of a company, and makes anew those that are not sent. Others who do the same at the same time change nothing: there
 * is one for each institution, company, type and year, and nothing stands on two of them. What a try of the same job has made is told
 * as made.
 */
export const billCompany = (
  ports: BillPorts & { entities: EntityStore; ids: { next(): string } },
  by: Biller,
  companyId: string,
  request: BillRequest,
): Promise<Bill[]> =>
  untilSaved(
    async () => {
      const bills: Bill[] = []
      // The turn first: what is read after it is as it was then, or the write is refused.
      const entities = await inBillingTurn(ports.entities, companyId)
      for (const decided of await decide(ports, companyId, request, by.job)) {
        const kept = await keep({ ...ports, entities }, by, decided)
        const outcome = by.job ? await madeBy(ports.entities, by.job, decided) : kept.outcome
        bills.push({ ...kept, outcome })
      }
      return bills
    },
    { isRace },
  )
