import { forbidden } from '../../../shared/errors.ts'
import { couldEver } from '../../../shared/rules/permissions.ts'
import type { Step } from '../exchange.ts'

/** Stops those who could never make this call, before anything is read. The call itself decides about its subject. */
export const access: Step = {
  before: ({ event }) => {
    const needed = event.call.contract.access
    if (needed === 'public' || needed === 'single-sign-on' || needed === 'signed-in') return
    if (!event.actor || !couldEver(event.actor, needed)) throw forbidden()
  },
}
