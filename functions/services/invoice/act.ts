/** Does to one invoice what a job was asked for. */
import { isPseudoSent, pseudoSent } from '../../../shared/model/invoice.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import type { ActionConfig, InvoiceAction } from '../../domain/invoice/action.ts'
import { fixedInvoiceRefusal } from '../../domain/invoice/rules.ts'
import { untilSaved } from '../entity/turns.ts'
import { cancelInvoice } from './cancel.ts'
import type { Sender } from './document.ts'
import { deleteDraft } from './keep.ts'
import { resendInvoice, type SendPorts, sendInvoice } from './send.ts'
import { changed, current } from './stored.ts'

/** By whom, why, and until when. */
export interface Doing extends Sender {
  reason?: string | undefined
  signal: AbortSignal
}
type Act = (ports: SendPorts, doing: Doing, id: string) => Promise<Refusal | undefined>

/** Each may be done again: what is so already stays. */
const acts: Record<InvoiceAction, Act> = {
  send: (ports, doing, id) => sendInvoice(ports, doing, id, doing.signal),

  resend: (ports, doing, id) => resendInvoice(ports, doing, id, doing.signal),

  async cancel(ports, doing, id) {
    const cancellation = await cancelInvoice(ports, doing, id, doing.reason)
    return isRefusal(cancellation) ? cancellation : sendInvoice(ports, doing, cancellation, doing.signal)
  },

  delete: ({ entities, clock }, { by }, id) =>
    untilSaved(async () => {
      const before = await current(entities, id)
      if (!before) return undefined
      const refused = fixedInvoiceRefusal(before.data)
      if (refused) return refused
      await deleteDraft(entities, before, { updated: clock.now(), updatedBy: by })
      return undefined
    }),

  pseudoSent: ({ entities, clock }, { by }, id) =>
    untilSaved(async () => {
      const before = await current(entities, id)
      if (!before || before.data.sendDate === pseudoSent) return undefined
      const refused = fixedInvoiceRefusal(before.data)
      if (refused) return refused
      const data = { ...before.data, sendDate: pseudoSent }
      await entities.putAll([changed(before, data, { by, now: clock.now() })])
      return undefined
    }),

  unmark: ({ entities, clock }, { by }, id) =>
    untilSaved(async () => {
      const before = await current(entities, id)
      if (!before || !isPseudoSent(before.data)) return undefined
      const { sendDate: _, ...data } = before.data
      await entities.putAll([changed(before, data, { by, now: clock.now() })])
      return undefined
    }),
}

export const actOn = (
  ports: SendPorts,
  doing: Doing,
  id: string,
  { action }: Pick<ActionConfig, 'action'>,
): Promise<Refusal | undefined> => acts[action](ports, doing, id)
