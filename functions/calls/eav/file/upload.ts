import { upload } from '../../../../shared/calls/eav/file/upload.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import {
  type Announcement,
  awaitedGroup,
  awaitedKey,
  awaitedSeconds,
  decideUpload,
  incomingKey,
  linkSeconds,
} from '../../../domain/file/upload.ts'
import { call } from '../../../runtime/call.ts'

/**
 * Gives an address that takes one file of exactly this content, and awaits it for a day. Errors: too_large, rule_violated
 * (empty, or too many files on their way).
 */
export default call(
  upload,
  ['entities', 'links', 'clock', 'ids'],
  async (input, { entities, links, clock, ids, actor }) => {
    const now = Math.floor(clock.millis() / 1000)
    const awaited = (await entities.listTransient(awaitedGroup(actor.account))).map(
      ({ value }) => value as Announcement,
    )
    const announcement = unwrap(decideUpload(input, awaited, now))
    const id = ids.next()
    const { size, contentType, sha256 } = announcement
    const link = await links.uploadLink(incomingKey(id), {
      seconds: linkSeconds,
      bytes: size,
      contentType,
      sha256,
    })
    await entities.putTransient(awaitedKey(actor.account, id), announcement, now + awaitedSeconds)
    return { id, ...link }
  },
)
