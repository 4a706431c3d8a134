import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { notFound } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { checkFileKey, checkFileSize } from '../common/file-key.ts'

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** S3 takes parts of 5 MiB at least, and 10,000 of them: 80 GB. */
const partBytes = 8 * 1024 * 1024

/** The pieces as parts of one size, the last one of what is left; one at least. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  let given = 0
  for await (const piece of pieces)
    for (let at = 0; at < piece.byteLength; ) {
      const some = piece.subarray(at, at + partBytes - filled)
      part.set(some, filled)
      filled += some.byteLength
      at += some.byteLength
      if (filled < partBytes) continue
      yield part
      given++
      part = new Uint8Array(partBytes)
      filled = 0
    }
  if (filled > 0 || given === 0) yield part.subarray(0, filled)
}

/** Files in a bucket, with checksums that S3 verifies. Encryption is the bucket's own. */
export function createFileStore(s3: S3Client, bucket: string): FileStore {
  const read = async (key: string, how: Pick<GetObjectCommandInput, 'ChecksumMode'> = {}) => {
    checkFileKey(key)
    try {
      const answer = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...how }))
      return { ...answer, contentType: answer.ContentType ?? 'application/octet-stream' }
    } catch (error) {
      throw isMissing(error) ? notFound(key) : error
    }
  }
  return {
    async put(key, body, contentType) {
      checkFileKey(key)
      checkFileSize(body.byteLength)
      await s3.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: contentType,
          ChecksumAlgorithm: 'SHA256',
        }),
      )
    },
    async get(key) {
      const { Body, contentType } = await read(key, { ChecksumMode: 'ENABLED' })
      return { body: await Body!.transformToByteArray(), contentType }
    },
    async putPieces(key, pieces, contentType) {
      checkFileKey(key)
      const to = { Bucket: bucket, Key: key }
      const { UploadId } = await s3.send(
        new CreateMultipartUploadCommand({ ...to, ContentType: contentType, ChecksumAlgorithm: 'SHA256' }),
      )
      try {
        const parts: { PartNumber: number; ETag?: string; ChecksumSHA256?: string }[] = []
        for await (const part of partsOf(pieces)) {
          const PartNumber = parts.length + 1
          const { ETag, ChecksumSHA256 } = await s3.send(
            new UploadPartCommand({ ...to, UploadId, PartNumber, Body: part, ChecksumAlgorithm: 'SHA256' }),
          )
          parts.push({ PartNumber, ETag, ChecksumSHA256 })
        }
        await s3.send(
          new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts: parts } }),
        )
      } catch (error) {
        // What cannot be removed now ends with the bucket's rule.
        await s3.send(new AbortMultipartUploadCommand({ ...to, UploadId })).catch(() => undefined)
        throw error
      }
    },
    async open(key) {
      const { Body, ContentLength, contentType } = await read(key)
      if (!(Body instanceof Readable)) throw new Error('S3 gave no stream')
      return { contentType, bytes: ContentLength ?? 0, content: Body }
    },
    async has(key) {
      checkFileKey(key)
      try {
        await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async delete(key) {
      checkFileKey(key)
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
  }
}
