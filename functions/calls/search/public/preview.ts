import { preview } from '../../../../shared/calls/search/public/preview.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { call } from '../../../runtime/call.ts'
import { previewList } from '../../../services/public/preview.ts'

/** Shows some products of a list as the public would see them, whether it is public or not. Errors: not_found, invalid_input. */
export default call(
  preview,
  ['entities:read', 'index:read', 'reference', 'clock'],
  async (input, { entities, index, reference, clock }) =>
    unwrap(await previewList({ entities, index, reference, clock }, input)),
)
