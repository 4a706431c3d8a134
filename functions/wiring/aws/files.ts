import { S3Client } from '@aws-sdk/client-s3'
import { createFileStore } from '../../adapters/aws/file-store.ts'
import { answeringWithin, client, isOneMachine, variable } from './environment.ts'

/** Parts of 8 MiB are answered once they are there; three tries end before a call does. */
const forFiles = { ...client, ...answeringWithin(8_000) }
export const port = createFileStore(
  new S3Client({ ...forFiles, forcePathStyle: isOneMachine }),
  variable('BUCKET'),
)
