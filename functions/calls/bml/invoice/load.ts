import { load } from '../../../../shared/calls/bml/invoice/load.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { viewInvoice } from '../../../services/invoice/view.ts'

/** An invoice, or one of its revisions, with what stands against sending it. Errors: not_found. */
export default call(
  load,
  ['entities:read', 'reference'],
  async ({ id, rev }, { entities, reference, actor }) =>
    unwrap(await viewInvoice({ entities, reference }, actor, id, rev)),
)
