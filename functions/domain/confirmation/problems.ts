/** Why a product cannot be confirmed (file 1 §5, "Listing confirmation errors"), each with the place where it is mended. */
import { fixedIds } from '../../../shared/constants.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { ConfirmationProblem, ListingConfirmation, Mend } from '../../../shared/model/confirmation.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { approvalCounts, type RulingOf } from '../../../shared/rules/approval.ts'
import { type Refusal, refuse } from '../../../shared/rules/refusal.ts'

/** Sentences by key; `shared/texts` says them in the reader's language. The last three are not of the specification. */
const confirmationSentences = {
  confirmationErr1: 'ERR1: no distributor in the base list.',
  confirmationErr2: 'ERR2: missing language in the distributor company data.',
  confirmationErr3: 'ERR3: no standard approved in the base list.',
  confirmationErr4: 'ERR4: the company has no main contact with e-mail.',
  confirmationErr5: 'ERR5: no distributor in the list.',
  confirmationErr6: 'ERR6: list inactive.',
  confirmationNoStandard: 'No standard is approved in the list.',
  confirmationNotPublic: 'The list does not show the product publicly.',
  confirmationChanged:
    'Data of the list have changed since they were confirmed. Have its approvals confirmed again.',
} as const
type ProblemKey = keyof typeof confirmationSentences

/** What is confirmed, as far as who confirms it may see it. */
export interface Confirmed {
  id: string
  data: Pick<ProductData, 'listData' | 'archived'>
}
export interface ProblemContext {
  product: Confirmed
  /** Of the base list's distributor, and of the company that gets it; undefined where the actor may not know of it. */
  company(id: string): CompanyData | undefined
  standards: RulingOf
  today: string
  /** Standards by list whose approvals released other data than are stored now; absent where it is not sent. */
  changed?: ReadonlyMap<string, ReadonlySet<string>> | undefined
}
export type Asked = Pick<ListingConfirmation, 'listIds' | 'companyId'>

const base = fixedIds.list.base
const distributorOf = (list: Pick<ListData, '_companies'> | undefined): string | undefined =>
  Object.values(list?._companies ?? {}).find(({ role }) => role === 'distributor')?.company

/** The distributor of the base list, whose language is asked for. */
export const baseDistributor = ({ data }: Confirmed): string | undefined => distributorOf(data.listData[base])

/** Standards of a list that count on the day. */
export const countingStandards = (
  { data }: Confirmed,
  list: string,
  { standards, today }: Pick<ProblemContext, 'standards' | 'today'>,
): string[] => {
  const rows = data.listData[list]?._approval ?? {}
  const baseRows = data.listData[base]?._approval
  return Object.keys(rows).filter((id) => approvalCounts(id, rows, standards, today, baseRows))
}

/** Whom a confirmation goes to: the main contact of its company. */
export const recipientsOf = (company: CompanyData | undefined): string[] =>
  Object.values(company?.contactPersons ?? {}).flatMap(({ isMain, email }) =>
    isMain && email?.trim() ? [email.trim()] : [],
  )

/**
 * Lists whose data have changed since they were released: of a printed one every approval that counts released them, of the base
 * list beside it one is enough, as it is for ERR3.
 */
function changedLists({ listIds }: Asked, c: ProblemContext): { list: string; path: string }[] {
  const { changed } = c
  if (!changed) return []
  const ofList = (list: string) =>
    countingStandards(c.product, list, c).map((standard) => changed.get(list)?.has(standard) ?? false)
  const printed = listIds.flatMap((list, n) =>
    ofList(list).includes(true) ? { list, path: `/listIds/${n}` } : [],
  )
  const ofBase = listIds.includes(base) ? [] : ofList(base)
  const isBaseChanged = ofBase.length > 0 && !ofBase.includes(false)
  return [...(isBaseChanged ? [{ list: base, path: '/productId' }] : []), ...printed]
}

/** Everything that keeps the product from being confirmed so. Empty: it can be. */
export function confirmationProblems(asked: Asked, c: ProblemContext): ConfirmationProblem[] {
  const found: ConfirmationProblem[] = []
  const product = c.product.id
  const add = (key: ProblemKey, path: string, mend: Mend) =>
    found.push({ key, message: confirmationSentences[key], path, mend })
  const { listData, archived } = c.product.data
  const distributor = baseDistributor(c.product)
  if (distributor === undefined)
    add('confirmationErr1', '/productId', { place: 'companies', product, list: base })
  else if (!c.company(distributor)?.baseData.language)
    add('confirmationErr2', '/productId', { place: 'company', company: distributor })
  if (countingStandards(c.product, base, c).length === 0)
    add('confirmationErr3', '/productId', { place: 'approvals', product, list: base })
  if (recipientsOf(c.company(asked.companyId)).length === 0)
    add('confirmationErr4', '/companyId', { place: 'company', company: asked.companyId })
  for (const [n, list] of asked.listIds.entries()) {
    const of = listData[list]
    const at = `/listIds/${n}`
    if (list !== base && distributorOf(of) === undefined)
      add('confirmationErr5', at, { place: 'companies', product, list })
    if (!of?._active || of._archived || archived)
      add('confirmationErr6', at, { place: 'activation', product, list })
    if (list !== base && countingStandards(c.product, list, c).length === 0)
      add('confirmationNoStandard', at, { place: 'approvals', product, list })
    if (of?._preventPublicDisplay) add('confirmationNotPublic', at, { place: 'display', product, list })
  }
  for (const { list, path } of changedLists(asked, c)) {
    add('confirmationChanged', path, { place: 'approvals', product, list })
    found.at(-1)!.onlySending = true
  }
  return found
}

/** The problems as a refusal: the sentence of the first, and all of them with their places. */
export function problemRefusal(problems: readonly ConfirmationProblem[]): Refusal | undefined {
  const [first] = problems
  return (
    first &&
    refuse('rule_violated', first.message, {
      key: first.key,
      issues: problems.map(({ key, message, path, mend }) => ({ path, expected: message, key, mend })),
    })
  )
}
