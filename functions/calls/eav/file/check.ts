import { check } from '../../../../shared/calls/eav/file/check.ts'
import { call } from '../../../runtime/call.ts'
import { findTwin } from '../../../services/file/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Finds a file of the same content among those of documents that the viewer sees, and their own that no document has. Of
 * all others it says what it says of a file that is not there.
 */
export default call(check, ['entities:read', 'reference'], async (input, { entities, reference, actor }) => {
  const twin = await findTwin(input, { actor, entities, reference: await viewReference(reference) })
  return twin ? { id: twin.id } : {}
})
