import { createHash, timingSafeEqual } from 'node:crypto'
import { originSecretHeader } from '../../../shared/constants.ts'
import { forbidden } from '../../../shared/errors.ts'
import type { Step } from '../exchange.ts'
import type { Ports } from '../ports.ts'

/** Of one length, whatever was sent, as a comparison in constant time needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Refuses what did not come through the edge, where the firewall stands: the gateway behind it has an address of its own
 * that answers everybody.
 */
export const origin = ({ settings }: Pick<Ports, 'settings'>): Step => ({
  before: async ({ event }) => {
    const secrets = await settings.originSecrets()
    if (secrets.length === 0) return
    const sent = digest(event.http.headers[originSecretHeader] ?? '')
    // Every one is compared, so that the time does not tell which one is near.
    const matches = secrets.map((secret) => timingSafeEqual(digest(secret), sent))
    if (matches.includes(true)) {
      event.isFromEdge = true
      return
    }
    event.fields['pastEdge'] = true
    throw forbidden('Requests come through the address of the site.')
  },
})
