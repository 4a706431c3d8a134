import { complete } from '../../../../shared/calls/eav/file/complete.ts'
import { isCallError } from '../../../../shared/errors.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { incomingKey } from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'
import { arrive } from '../../../services/file/arrive.ts'

/**
 * Makes an awaited file usable, if its size and both hashes are as announced; else nothing of it is kept. A content that
 * has not come yet may still come. Errors: not_found, rule_violated.
 */
export default call(
  complete,
  ['entities', 'files', 'clock'],
  async ({ id }, { entities, files, clock, actor }) => {
    const read = async () => {
      try {
        return new Uint8Array((await files.get(incomingKey(id))).body)
      } catch (error) {
        if (!isCallError(error) || error.code !== 'not_found') throw error
        return refuseRule('fileAwaited', 'The file has not arrived completely. Please upload it again.')
      }
    }
    const { rev, data } = unwrap(await arrive(id, read, { entities, files, clock, actor }))
    return { id, rev, fileName: data.fileName, size: data.size }
  },
)
