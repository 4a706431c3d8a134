/** What a port needs in the cloud, and what the needs of several ports are made of. */
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { DataStack } from '../data-stack.ts'
import type { IdentityStack } from '../identity-stack.ts'
import type { DeploySettings } from '../settings.ts'

export interface Resources {
  settings: DeploySettings
  data: DataStack
  identity: IdentityStack
  /** Queue per kind of job, once they exist. */
  queues: Record<string, Queue>
}
export interface Allowed {
  actions: string[]
  resources: string[]
  /** Why a resource ends in a star: needed where one does. */
  why?: string
  conditions?: Record<string, Record<string, string[]>>
}
export interface Need {
  env: (r: Resources) => Record<string, string>
  allowed: (r: Resources) => Allowed[]
}
export const nothing: Need = { env: () => ({}), allowed: () => [] }

/** The key of the data, and only through the services that keep it. */
const keyFor = ({ data }: Pick<Resources, 'data'>, services: string[], actions: string[]): Allowed => ({
  actions,
  resources: [data.key.keyArn],
  conditions: {
    StringEquals: { 'kms:ViaService': services.map((service) => `${service}.${data.region}.amazonaws.com`) },
  },
})
export const decrypt = (r: Resources) => keyFor(r, ['dynamodb', 's3'], ['kms:Decrypt'])
export const encrypt = (r: Resources) =>
  keyFor(r, ['dynamodb', 's3'], ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'])
/** To put a message into a queue, the service makes a key for it and looks whether that is a good one. */
export const encryptMessages = (r: Pick<Resources, 'data'>) =>
  keyFor(r, ['sqs'], ['kms:Decrypt', 'kms:GenerateDataKey'])
/**
 * What may be done to the objects of some folders. Who reads may list the bucket: of what is not there S3 says so only to
 * them, and answers others as of what they may not read. No condition on a prefix, since AWS does not say that a reading
 * has one. The bucket is exported by hand, so that the name of the finding is known before the stacks are tied together.
 */
export function onObjects({ data }: Resources, actions: string[], ...folders: string[]): Allowed[] {
  const bucket = data.exportValue(data.files.bucketArn)
  return [
    {
      actions,
      resources: folders.map((folder) => `${bucket}/${folder}/*`),
      why: 'The names of the objects are made while it runs; the grant ends at their folder.',
    },
    ...(actions.includes('s3:GetObject') ? [{ actions: ['s3:ListBucket'], resources: [bucket] }] : []),
  ]
}
