import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { notFound } from '../../../shared/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { checkFileKey, checkFileSize } from '../common/file-key.ts'

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** Files in a bucket, with checksums that S3 verifies. Encryption is the bucket's own. */
export function createFileStore(s3: S3Client, bucket: string): FileStore {
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
      checkFileKey(key)
      try {
        const answer = await s3.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }),
        )
        return {
          body: await answer.Body!.transformToByteArray(),
          contentType: answer.ContentType ?? 'application/octet-stream',
        }
      } catch (error) {
        throw isMissing(error) ? notFound(key) : error
      }
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
