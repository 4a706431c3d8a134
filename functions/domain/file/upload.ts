/** Files on their way in: awaited, then there for good. */
import { maxUploadBytes } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import { type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'

/** How long an address takes or gives a file, in seconds. */
export const linkSeconds = 15 * 60
/** How long the content of a file is awaited, in seconds. What has not come by then is swept (`incoming/`). */
export const awaitedSeconds = 24 * 60 * 60
/**
 * Files that an account may have on their way at once: those whose address still takes them. Approximate: requests of one moment
 * count the same ones, so as many more get through as are answered side by side. It keeps an account from filling the disk by a fault,
 * and for that it is near enough: what was never brought takes no room, and the rest is swept after a day.
 */
export const maxAwaited = 200

/** What was announced of a file. */
export interface AwaitedFile {
  fileName: string
  contentType: string
  size: number
  hash: string
  sha256: string
}
/** An announced file as it is awaited. */
export interface Announcement extends AwaitedFile {
  /** Epoch seconds; from then on its address takes nothing any more. Earlier versions did not keep it. */
  linkEnds?: number
}
/** Where the content is brought to, and where it is kept from then on: nobody can bring anything there. */
export const incomingKey = (id: string) => `incoming/${id}`
export const contentKey = (id: string) => `uploads/${id}`
/** Key of the short-lived item of an awaited file; files are awaited of one account each. */
export const awaitedGroup = (account: string) => `upload#${account}#`
export const awaitedKey = (account: string, id: string) => `${awaitedGroup(account)}${id}`

const sizeRefusal = (size: number): Refusal | undefined => {
  if (size > maxUploadBytes)
    return refuse('too_large', 'File size cannot be above 24MB.', { key: 'fileTooLarge' })
  return size === 0 ? refuseRule('fileEmpty', 'The file is empty.') : undefined
}
const plainType = /^[\x21-\x7e][\x20-\x7e]{0,198}$/

/**
 * The file that is awaited from now on, `now` in epoch seconds. What was never brought is in nobody's way once its address
 * has ended. Refuses: too_large, rule_violated (empty, or too many on their way).
 */
export function decideUpload(
  announced: AwaitedFile,
  awaited: readonly Announcement[],
  now: number,
): Announcement | Refusal {
  const refused = sizeRefusal(announced.size)
  if (refused) return refused
  if (awaited.filter(({ linkEnds = 0 }) => linkEnds > now).length >= maxAwaited)
    return refuseRule('fileTooMany', 'Too many files are being uploaded. Please try again later.')
  const { contentType } = announced
  return {
    ...announced,
    contentType: plainType.test(contentType) ? contentType : 'application/octet-stream',
    linkEnds: now + linkSeconds,
  }
}

/** What of a content is compared with what was announced. */
export type Content = Pick<AwaitedFile, 'size' | 'hash' | 'sha256'>

/** The file with its content. Refuses: rule_violated, where it is another content than was announced. */
export function decideArrival(
  id: string,
  awaited: AwaitedFile,
  content: Content,
  by: { actor: Actor; now: string },
): EntityOf<'uploadedfile'> | Refusal {
  const { size, hash, sha256 } = awaited
  if (content.size !== size || content.hash !== hash || content.sha256 !== sha256)
    return refuseRule('fileDamaged', 'The file was changed on its way. Please upload it again.')
  const { account } = by.actor
  return {
    id,
    entityclass: 'uploadedfile',
    attributeset: 'default',
    rev: 1,
    created: by.now,
    createdBy: account,
    updated: by.now,
    updatedBy: account,
    disabled: false,
    data: { ...awaited, flags: [] },
  }
}

/** The content that a data URI holds; undefined if it is none in base64. */
export function readDataUri(uri: string): Uint8Array<ArrayBuffer> | undefined {
  const at = uri.indexOf(',')
  const base64 = uri.slice(at + 1)
  const isOne = at > 0 && /^data:[^,]*;base64$/i.test(uri.slice(0, at)) && base64.length % 4 === 0
  return isOne && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)
    ? new Uint8Array(Buffer.from(base64, 'base64'))
    : undefined
}
