import { report } from '../../../../shared/calls/log/client/report.ts'
import { call } from '../../../runtime/call.ts'

/** Keeps in the log which browser a session uses. */
export default call(report, [], async (input, { log }) => {
  log({ client: input })
  return {}
})
