import { S3Client } from '@aws-sdk/client-s3'
import { createFileStore } from '../../adapters/aws/file-store.ts'
import { isOneMachine, slowClient, variable } from './environment.ts'

export const port = createFileStore(
  new S3Client({ ...slowClient, forcePathStyle: isOneMachine }),
  variable('BUCKET'),
)
