/** Cancels an invoice: another one, with a number of its own, owes it the other way round. */
import { idOf } from '../../../shared/id-of.ts'
import { unstored } from '../../../shared/model/entity-data.ts'
import { isPseudoSent } from '../../../shared/model/invoice.ts'
import type { Refusal } from '../../../shared/rules/refusal.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import { invoiceRule } from '../../domain/invoice/rules.ts'
import { cancellationOf } from '../../domain/invoice/sealed.ts'
import { senderProblems } from '../../domain/invoice/sender.ts'
import { untilSaved, untilTurn } from '../entity/turns.ts'
import { withStored } from '../entity/with-stored.ts'
import type { Sender } from './document.ts'
import { isBeingSent, nextNumber, type SealPorts } from './seal.ts'
import { changed, current } from './stored.ts'

/** Of one invoice there is one cancellation. */
export const cancellationId = (id: string): Promise<string> => idOf(`cancellation of invoice ${id}`)

/**
 * Writes the cancellation invoice with its number, and that the other one is cancelled, in one transaction; another invoice can be made
 * for its year then. Gives its id; it is still to be sent. Refuses: rule_violated.
 */
export const cancelInvoice = (
  ports: SealPorts,
  sender: Sender,
  id: string,
  reason: string | undefined,
): Promise<string | Refusal> => untilSaved(() => cancelOnce(ports, sender, id, reason))

async function cancelOnce(
  cached: SealPorts,
  sender: Sender,
  id: string,
  reason: string | undefined,
): Promise<string | Refusal> {
  const { entities, clock } = cached
  const before = await current(entities, id)
  const made = await cancellationId(id)
  if (before && isPseudoSent(before.data)) return invoiceRule('invoicePseudoSent')
  if (!before?.data.sealed) return invoiceRule('invoiceNotSent')
  if (before.data.cancels !== undefined) return invoiceRule('invoiceCancelled')
  // A try that was cut off has written it, or its mail failed: it is sent now, unless it is.
  if (before.data.cancelledBy !== undefined) return made
  if (await isBeingSent(cached, before)) return invoiceRule('invoiceSending')
  const ports = await withStored(cached, 'institution', [before.data.institution])
  const { reference } = ports
  const [institutions, countries] = await Promise.all([
    reference.all('institution'),
    reference.all('country'),
  ])
  const [problem] = senderProblems(before.data.institution, before.data.currency, { institutions, countries })
  if (problem) return problem
  const now = clock.now()
  const by = { created: now, createdBy: sender.by, updated: now, updatedBy: sender.by }
  const { slot: _, sendJob: __, failure: ___, mailedUntil: ____, ...rest } = before.data
  const cancelled = {
    ...rest,
    cancellationDate: now,
    cancelledBy: made,
    ...(reason !== undefined && { cancellationReason: reason }),
  }
  await untilTurn(async () => {
    const { number, turn } = await nextNumber(ports, before.data)
    const says = cancellationOf(before, { number, today: clock.today(), reason })
    const data = { ...says, sendJob: sender.job }
    const entity = { ...unstored('invoice', made, data), rev: 1, ...by }
    await entities.putAll([
      { entity, options: { expectRev: 0, unique: uniqueValues('invoice', data), turn } },
      changed(before, cancelled, { by: sender.by, now }),
    ])
  })
  return made
}
