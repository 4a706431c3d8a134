/** A listing confirmation from its draft to its mail: printed, signed, sent to nobody, looked up by its number. */
import { randomUUID } from 'node:crypto'
import { documentKey } from '../../../functions/domain/confirmation/sent.ts'
import type { EntityStore } from '../../../functions/ports/entity-store.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { check } from '../../../shared/calls/bml/confirmation/check.ts'
import { createlistingconfirmation } from '../../../shared/calls/bml/product/createlistingconfirmation.ts'
import { sendlistingconfirmation } from '../../../shared/calls/bml/product/sendlistingconfirmation.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { CompanyData } from '../../../shared/model/company.ts'
import type { ListingConfirmation } from '../../../shared/model/confirmation.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { type Finding, fine, unknown, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import { callerAt } from './calls.ts'
import type { Trail } from './main-job.ts'

/** SES takes mails to it as it takes any other, also in its sandbox, and brings them to nobody. */
const mailbox = 'success@simulator.amazonses.com'
const base = fixedIds.list.base

async function change<T>(store: Pick<EntityStore, 'get' | 'put'>, id: string, to: (data: T) => void) {
  const stored = (await store.get(id))!
  const data = structuredClone(stored.data)
  to(data as T)
  await store.put({ ...stored, rev: stored.rev + 1, data }, { expectRev: stored.rev })
}

/** What a product needs to be confirmed and what is no part of its approval, without the fields that a list asks for before it is activated. */
async function makeReady(store: Pick<EntityStore, 'get' | 'put'>, product: string, company: string) {
  await change<CompanyData>(store, company, ({ baseData, contactPersons }) => {
    baseData.language = 'de_DE'
    contactPersons[randomUUID()] = {
      ...{ isMain: true, lastName: 'Smoke test', email: mailbox },
      ...{ jurisdictions: [], lists: [], visibleToOwnerOnly: false },
    }
  })
  await change<ProductData>(store, product, ({ listData }) => {
    listData[base]!._active = true
  })
}

export async function confirms(o: Operator, { first, product, company, made }: Trail): Promise<Finding> {
  if (!product || !company) throw new Error('there is no product: an earlier step failed')
  const store = await o.store()
  const { list } = await store.listByClass('institution', { limit: 100 })
  const institution = list.find(({ disabled }) => !disabled)
  if (!institution)
    return unknown('No confirmation was sent: there is no institution', 'make one in the administration')
  await makeReady(store, product, company)
  const { id } = await first.call(createlistingconfirmation, {
    ...{ productId: product, companyId: company, institutionId: institution.id, listIds: [base] },
    ...{ language: 'de_DE', type: 'listing', url: await o.address() },
  })
  made.push(id)
  try {
    const { jobId } = await first.call(sendlistingconfirmation, { confirmationId: id })
    made.push(jobId)
    await first.until(async () => {
      const { status } = await first.call(checkstatus, { id: jobId })
      if (!['complete', 'aborted'].includes(status)) throw new Error(`it is ${status}`)
    }, 'the confirmation is sent')
    const { number, sendDate, failure } = (await store.get(id))!.data as ListingConfirmation
    if (!number || !sendDate)
      return wrong(
        `The confirmation was not sent: ${failure?.message ?? 'its job is over'}`,
        'look at the log of workers-confirmation; AccessDenied of SES names what is missing: lib/parts/grants.ts, mailer',
      )
    const { state } = await callerAt(await o.address()).call(check, { number })
    return state === 'valid'
      ? fine(`A confirmation was printed, signed, mailed to ${mailbox}, and is valid by its number`)
      : wrong(
          `The confirmation that was just sent is ${state} by its number`,
          'look at bml-confirmation-check',
        )
  } finally {
    const { sent } = (await store.get(id))!.data as ListingConfirmation
    if (sent) await (await o.files()).delete(documentKey(id, sent.fileHash))
  }
}
