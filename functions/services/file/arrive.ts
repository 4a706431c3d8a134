/** Takes the content of an awaited file. */
import { isSavedMeanwhile } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { servedType } from '../../../shared/rules/file-types.ts'
import { entityNotFound, isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import {
  type Announcement,
  awaitedKey,
  type Content,
  contentKey,
  decideArrival,
  incomingKey,
} from '../../domain/file/upload.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { hexDigest } from '../hex-digest.ts'
import type { File } from './visible.ts'

export interface ArrivalScope {
  entities: Pick<EntityStore, 'get' | 'put' | 'getTransient' | 'deleteTransient'>
  files: FileStore
  clock: { now(): string }
  actor: Actor
}

async function contentOf(body: Uint8Array<ArrayBuffer>): Promise<Content> {
  const [hash, sha256] = await Promise.all([hexDigest('SHA-1', body), hexDigest('SHA-256', body)])
  return { size: body.byteLength, hash, sha256 }
}

/** The file that the actor brought under this id, if its content has come already. */
async function arrivedFile(id: string, { entities, actor }: ArrivalScope): Promise<File | undefined> {
  const file = await entities.get('uploadedfile', id)
  return file && !file.disabled && file.createdBy === actor.account ? file : undefined
}

/**
 * Makes the file usable with the content that `read` brings (undefined: it has not come yet). Another content than was
 * announced ends the file: nothing of it is kept. The same again, or twice at once, makes one file. Refuses: not_found,
 * rule_violated.
 */
export async function arrive(
  id: string,
  read: () => Promise<Uint8Array<ArrayBuffer> | Refusal>,
  scope: ArrivalScope,
): Promise<File | Refusal> {
  const { entities, files, clock, actor } = scope
  const key = awaitedKey(actor.account, id)
  const forget = async () => {
    await files.delete(incomingKey(id))
    await entities.deleteTransient(key)
  }
  const known = await arrivedFile(id, scope)
  if (known) {
    await forget()
    return known
  }
  const announced = (await entities.getTransient(key)) as Announcement | undefined
  if (!announced) return entityNotFound(id)
  const { linkEnds: _, ...awaited } = announced
  const body = await read()
  if (isRefusal(body)) return body
  const file = decideArrival(id, awaited, await contentOf(body), { actor, now: clock.now() })
  if (isRefusal(file)) {
    await forget()
    return file
  }
  // The content first: a file that is there can always be fetched.
  await files.put(contentKey(id), body, servedType(awaited.contentType))
  try {
    await entities.put(file, { expectRev: 0 })
  } catch (error) {
    const made = isSavedMeanwhile(error) ? await arrivedFile(id, scope) : undefined
    if (!made) throw error
  }
  await forget()
  return file
}
