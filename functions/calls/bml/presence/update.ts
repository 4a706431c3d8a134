import { update } from '../../../../shared/calls/bml/presence/update.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { updatePresence } from '../../../services/product/presence.ts'

/** Who has a product open. Errors: not_found. */
export default call(
  update,
  ['entities', 'reference', 'clock', 'settings'],
  async (input, { settings, actor, ...ports }) =>
    settings.hasPresence() ? unwrap(await updatePresence(ports, input, actor)) : { isOn: false, present: [] },
)
