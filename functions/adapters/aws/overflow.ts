import { randomUUID } from 'node:crypto'
import { isCallError } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { type PackedBody, packBody } from '../common/body.ts'
import type { Attributes, Condition, Dynamo, Item } from './dynamo.ts'

/** Texts of more bytes than this, packed, lie in the bucket: an item holds two at most, and ends at 400 KB. */
export const overflowAbove = 150_000

export type Bucket = Pick<FileStore, 'put' | 'get' | 'delete'>

/** A text as attributes of an item: short ones readable, longer ones packed, large ones as the name of their place. */
export interface Stored {
  attributes: Attributes
  /** Where it lies in the bucket, if it does. */
  place?: string
}

/**
 * Stores a text under the attribute `name`. The place is new each time and is written before the item that names it:
 * a write that is refused, or cut off, harms nobody's state. What it leaves behind is named by nothing.
 */
export async function storeText(bucket: Bucket, folder: string, name: string, text: string): Promise<Stored> {
  const packed = packBody(text)
  const size = typeof packed === 'string' ? Buffer.byteLength(packed) : packed.byteLength
  if (size <= overflowAbove) return { attributes: { [name]: packed } }
  const place = `overflow/${folder}/${randomUUID()}`
  await bucket.put(place, Buffer.from(packed), 'application/octet-stream')
  return { attributes: { [`${name}At`]: place }, place }
}

/** A text as it was packed. Errors: `not_found`, if its place is gone. */
export async function readText(
  bucket: Pick<Bucket, 'get'>,
  item: Attributes,
  name: string,
): Promise<PackedBody> {
  const place = item[`${name}At`]
  return typeof place === 'string' ? (await bucket.get(place)).body : (item[name] as PackedBody)
}

/** Removes what a refused write left behind, or what a write has replaced. That it stays would harm nothing. */
export async function dropText(
  bucket: Bucket,
  ...stored: (Pick<Stored, 'place'> | undefined)[]
): Promise<void> {
  await Promise.allSettled(stored.map((one) => one?.place && bucket.delete(one.place)))
}

/**
 * Puts an item with a stored text on a condition; true if it is there, and false, without the text, if it was refused. The
 * answer to an earlier try may have been lost: then the next one is refused because of the very item that it puts.
 */
export async function putWithText(
  { dynamo, bucket }: { dynamo: Dynamo; bucket: Bucket },
  item: Item,
  stored: Stored,
  condition: Condition | undefined,
): Promise<boolean> {
  if (await dynamo.put({ ...item, ...stored.attributes }, condition)) return true
  if (stored.place === undefined) return false
  const names = Object.keys(stored.attributes)
  const there = await dynamo.get(item, names)
  if (names.some((name) => there?.[name] === stored.place)) return true
  await dropText(bucket, stored)
  return false
}

export const isGone = (error: unknown) => isCallError(error) && error.code === 'not_found'
