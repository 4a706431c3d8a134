import { getattachment } from '../../../../shared/calls/eav/entity/getattachment.ts'
import { maxAnswerBytes } from '../../../../shared/constants.ts'
import { entityNotFound, refuse, unwrap } from '../../../../shared/rules/refusal.ts'
import { contentKey } from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'
import { seesFile } from '../../../services/file/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/** Bytes of a file that still fit into an answer in base64, with what is around it. */
const maxBytes = Math.floor(((maxAnswerBytes - 1024) / 4) * 3)

/** The content of a file that the viewer may know of. Errors: not_found, too_large (then by `eav/file/download`). */
export default call(
  getattachment,
  ['entities:read', 'files:read', 'reference'],
  async ({ id, rev }, { entities, files, reference, actor }) => {
    const file = await entities.get('uploadedfile', id)
    if (!file || !(await seesFile(file, { actor, entities, reference: await viewReference(reference) })))
      return unwrap(entityNotFound(id))
    // Its content never changes, so that of any revision is that of all.
    if (rev !== undefined && !(await entities.getRevision(id, rev))) return unwrap(entityNotFound(id))
    if (file.data.size > maxBytes)
      return unwrap(
        refuse('too_large', 'The file is too large for this; please download it.', {
          key: 'attachmentTooLarge',
        }),
      )
    const { body, contentType } = await files.get(contentKey(id))
    return { attachment: `data:${contentType};base64,${Buffer.from(body).toString('base64')}` }
  },
)
