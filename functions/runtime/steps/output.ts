import type { Step } from '../exchange.ts'
import { issuesOf } from '../issues.ts'

/** An answer that does not fit its contract is a fault of ours: 500, logged with its places, an alarm in the cloud. */
export const output: Step = {
  after: (request) => {
    const { call, idempotency } = request.event
    if (idempotency?.replay) return
    const parsed = call.contract.output.safeParse(request.response)
    if (!parsed.success) {
      const places = issuesOf(parsed.error).map((i) => `${i.path || '/'}: ${i.expected}`)
      throw new Error(`the answer of ${call.contract.name} does not fit its contract: ${places.join('; ')}`)
    }
    request.response = parsed.data
  },
}
