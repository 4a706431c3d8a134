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
/** Exported by hand, so that the name of the finding is known before the stacks are tied together. */
export const objects = ({ data }: Resources, ...folders: string[]) =>
  folders.map((folder) => `${data.exportValue(data.files.bucketArn)}/${folder}/*`)
export const ofFolder = 'The names of the objects are made while it runs; the grant ends at their folder.'
