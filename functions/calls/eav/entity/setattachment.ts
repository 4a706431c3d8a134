import { setattachment } from '../../../../shared/calls/eav/entity/setattachment.ts'
import { refuseInput, refuseRule, staleRev, unwrap } from '../../../../shared/rules/refusal.ts'
import { readDataUri } from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'
import { arrive } from '../../../services/file/arrive.ts'
import { seesFile } from '../../../services/file/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/**
 * Gives an awaited file its content in the request itself; another content than announced ends the file. Errors:
 * not_found, invalid_input, revision_conflict, rule_violated (also of a file that has its content).
 */
export default call(
  setattachment,
  ['entities', 'files', 'reference', 'clock'],
  async ({ id, rev, attachment }, { entities, files, reference, clock, actor }) => {
    const file = await entities.get('uploadedfile', id)
    if (file && (await seesFile(file, { actor, entities, reference: await viewReference(reference) })))
      unwrap(
        file.rev === rev
          ? refuseRule('fileFixed', 'The content of a file cannot be changed. Upload a new file.')
          : staleRev(rev, file.rev),
      )
    const body = readDataUri(attachment)
    if (!body) unwrap(refuseInput([{ path: '/attachment', expected: 'expected a data URI in base64' }]))
    const made = unwrap(await arrive(id, async () => body!, { entities, files, clock, actor }))
    return { id, rev: made.rev, fileName: made.data.fileName, size: made.data.size }
  },
)
