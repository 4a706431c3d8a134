import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { FileLinks } from '../../ports/file-links.ts'
import { attachment, checkDownload, checkUpload } from '../common/file-links.ts'

/** Settings of the client that signs: left alone it would sign the checksum of an empty body into each address. */
export const signingClient = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const
const checksumHeader = 'x-amz-checksum-sha256'

/**
 * Pre-signed requests of S3 (signature version 4, which a bucket encrypted by KMS insists on). They can do what their
 * signer may, and end with the signer's session at the latest.
 */
export function createFileLinks(s3: S3Client, bucket: string, now: () => number = Date.now): FileLinks {
  return {
    async linkTo(key, options) {
      checkDownload(key, options)
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: attachment(options.fileName),
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(s3, command, { expiresIn: options.seconds, signingDate: new Date(now()) })
    },
    async uploadLink(key, options) {
      checkUpload(key, options)
      const { contentType, bytes, sha256, seconds } = options
      const checksum = sha256 && Buffer.from(sha256, 'hex').toString('base64')
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: bytes,
        ...(checksum && { ChecksumSHA256: checksum }),
      })
      const url = await getSignedUrl(s3, command, {
        expiresIn: seconds,
        signingDate: new Date(now()),
        // Headers that the browser must send as signed; by itself the signer leaves the type out.
        signableHeaders: new Set(['host', 'content-type', 'content-length', checksumHeader]),
        unhoistableHeaders: new Set([checksumHeader]),
      })
      return {
        url,
        method: 'PUT',
        headers: { 'content-type': contentType, ...(checksum && { [checksumHeader]: checksum }) },
      }
    },
  }
}
