import { savedraft } from '../../../../shared/calls/bml/message/savedraft.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { keepDraft } from '../../../services/conversation/keep.ts'

/** Keeps a draft, unless another window of the person has kept another one since. Errors: not_found, revision_conflict. */
export default call(savedraft, ['entities:read', 'drafts', 'clock'], async (input, { actor, ...ports }) =>
  unwrap(await keepDraft(ports, input, actor)),
)
