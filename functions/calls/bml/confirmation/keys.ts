import { keys } from '../../../../shared/calls/bml/confirmation/keys.ts'
import { call } from '../../../runtime/call.ts'

/** Public keys, for who checks the statement of a confirmation without asking again. */
export default call(keys, ['statements:read'], async (_, { statements }) => ({
  keys: await statements.publicKeys(),
}))
