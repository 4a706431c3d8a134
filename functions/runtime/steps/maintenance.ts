import { CallError } from '../../../shared/errors.ts'
import type { Settings } from '../../ports/settings.ts'
import type { Step } from '../exchange.ts'

/** Sentence that clients look for (decisions §1). */
const maintenanceSentence = 'The service is currently not available.'
const retryAfterSeconds = 60

/** While ops keep the service in maintenance, only calls that say so answer. */
export const maintenance = (settings: Settings): Step => ({
  before: async ({ event }) => {
    if (event.call.contract.duringMaintenance) return
    if (await settings.isMaintenance())
      throw new CallError('maintenance', maintenanceSentence, {
        key: 'maintenance',
        retryAfter: retryAfterSeconds,
      })
  },
})
