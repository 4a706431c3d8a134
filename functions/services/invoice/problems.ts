/** What stands against sending an invoice as it is, all at once. */

import type { Invoice } from '../../../shared/model/invoice.ts'
import type { Message } from '../../../shared/model/message.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import { sendProblemSentences, sendProblems } from '../../domain/invoice/draft.ts'
import { senderProblems } from '../../domain/invoice/sender.ts'
import { whyOf } from '../../domain/job/why.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { ReferenceData } from '../../ports/reference-data.ts'

export interface ProblemPorts {
  entities: Pick<EntityReader, 'get'>
  reference: Pick<ReferenceData, 'all'>
}

export async function sendRefusals(
  { entities, reference }: ProblemPorts,
  { companyId, institution, currency, number }: Invoice,
): Promise<Refusal[]> {
  const [company, institutions, countries] = await Promise.all([
    entities.get('company', companyId),
    reference.all('institution'),
    reference.all('country'),
  ])
  if (!company || company.disabled)
    return [refuseRule('invoiceCompanyGone', 'The company is deleted, or was merged into another one.')]
  const ofCompany = sendProblems(company.data).map((key) => refuseRule(key, sendProblemSentences[key]))
  // What has its number says what it says; it only has to be mailed.
  const ofSender =
    number === undefined ? senderProblems(institution, currency, { institutions, countries }) : []
  return [...ofCompany, ...ofSender]
}

/** The same as sentences. */
export async function problemsOf(
  ports: ProblemPorts,
  data: Invoice,
): Promise<{ message: string; text: Message }[]> {
  const refusals = await sendRefusals(ports, data)
  return refusals.map((refusal) => {
    const { message, text } = whyOf(refusal)
    return { message, text: text ?? { key: 'rule_violated' } }
  })
}
