import { S3Client } from '@aws-sdk/client-s3'
import { createFileLinks, signingClient } from '../../adapters/aws/file-links.ts'
import { client, isOneMachine, variable } from './environment.ts'

export const port = createFileLinks(
  new S3Client({ ...client, ...signingClient, forcePathStyle: isOneMachine }),
  variable('BUCKET'),
)
