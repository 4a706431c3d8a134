import { CallError } from '../../../shared/errors.ts'
import type { Step } from '../exchange.ts'
import type { Ports } from '../ports.ts'

const retryAfterSeconds = 60
/** Asking the settings costs a look at the disk or the network; ops can wait so long. */
const believeMs = 2000

/** While ops keep the service in maintenance, only calls that say so answer. */
export function maintenance({ settings, clock }: Pick<Ports, 'settings' | 'clock'>): Step {
  let known: { at: number; answer: Promise<boolean> } | undefined
  const isOn = () => {
    const now = clock.millis()
    if (!known || now - known.at >= believeMs || now < known.at) {
      const answer = settings.isMaintenance()
      known = { at: now, answer }
      answer.catch(() => {
        known = undefined
      })
    }
    return known.answer
  }
  return {
    before: async ({ event }) => {
      if (event.call.contract.duringMaintenance || !(await isOn())) return
      // Clients look for this sentence (decisions §1).
      throw new CallError('maintenance', 'The service is currently not available.', {
        key: 'maintenance',
        retryAfter: retryAfterSeconds,
      })
    },
  }
}
