import { error } from '../../../../shared/calls/log/client/error.ts'
import { call } from '../../../runtime/call.ts'

/** Keeps an error that a browser met in the log, with the request id that it was about. */
export default call(error, [], async (input, { log }) => {
  log({ client: input })
  return {}
})
