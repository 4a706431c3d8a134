/**
 * What each port needs in the cloud: its environment variables and the least that it must be allowed. The only place
 * that grants anything to a Lambda. A port that is missing here is a compile error.
 */
import { Stack } from 'aws-cdk-lib'
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Use } from '../../functions/runtime/ports.ts'
import { scheduleRules } from '../../shared/jobs/schedules.ts'
import type { DataStack } from '../data-stack.ts'
import type { IdentityStack } from '../identity-stack.ts'
import { type DeploySettings, replicasOf } from '../settings.ts'
import { scheduleName, schedulerRole } from './schedules.ts'
import type { CallSteps } from './steps.ts'
import { spelled, suppressNag } from './suppress.ts'
import { version } from './version.ts'

export interface Resources {
  settings: DeploySettings
  data: DataStack
  identity: IdentityStack
  /** Queue per kind of job, once they exist. */
  queues: Record<string, Queue>
}
interface Allowed {
  actions: string[]
  resources: string[]
  /** Why a resource ends in a star: needed where one does. */
  why?: string
  conditions?: Record<string, Record<string, string[]>>
}
interface Need {
  env: (r: Resources) => Record<string, string>
  allowed: (r: Resources) => Allowed[]
}
const nothing: Need = { env: () => ({}), allowed: () => [] }

const readTable = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writeTable = ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']
/** The table by its keys, and its index, of which entities of a class are listed. */
const onTable = ({ data }: Resources, actions: string[]): Allowed[] => [
  { actions, resources: [data.table.tableArn] },
  { actions: ['dynamodb:Query'], resources: [`${data.table.tableArn}/index/by-class`] },
]
/** Import memory alone; the last two are where it lay before it had items of its own. */
const ofMemory = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['M#*', 'T#import', 'T#import#*'] },
}
/** Items of jobs alone. */
const ofJobs = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['J#*'] } }
/** Heads alone: a deletion marks the one that is about to go. */
const ofHeads = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['E#*'] } }
const tableEnv = ({ data }: Resources) => ({ TABLE: data.table.tableName, BUCKET: data.files.bucketName })
/** The key of the data, and only through the services that keep it. */
const keyFor = ({ data }: Pick<Resources, 'data'>, services: string[], actions: string[]): Allowed => ({
  actions,
  resources: [data.key.keyArn],
  conditions: {
    StringEquals: { 'kms:ViaService': services.map((service) => `${service}.${data.region}.amazonaws.com`) },
  },
})
const decrypt = (r: Resources) => keyFor(r, ['dynamodb', 's3'], ['kms:Decrypt'])
const encrypt = (r: Resources) =>
  keyFor(r, ['dynamodb', 's3'], ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'])
/** To put a message into a queue, the service makes a key for it and looks whether that is a good one. */
const encryptMessages = (r: Pick<Resources, 'data'>) =>
  keyFor(r, ['sqs'], ['kms:Decrypt', 'kms:GenerateDataKey'])
const publicKeys = ({ data }: Resources): Allowed => ({
  actions: ['kms:GetPublicKey'],
  resources: data.signingKeys.map((key) => key.keyArn),
})
/** Exported by hand, so that the name of the finding is known before the stacks are tied together. */
const objects = ({ data }: Resources, ...folders: string[]) =>
  folders.map((folder) => `${data.exportValue(data.files.bucketArn)}/${folder}/*`)
const ofFolder = 'The names of the objects are made while it runs; the grant ends at their folder.'

const indexEnv = ({ data, settings }: Resources) => ({
  INDEX_ENDPOINT: `https://${data.domain.domainEndpoint}`,
  INDEX_REPLICAS: String(replicasOf(settings.size)),
  STAGE: settings.stage,
  ...(settings.localIndex ? { INDEX_LOCAL: `${settings.localIndex}/${data.domain.domainName}` } : {}),
})
const readEntities: Need = {
  env: tableEnv,
  allowed: (r) => [
    ...onTable(r, readTable),
    { actions: ['s3:GetObject'], resources: objects(r, 'overflow'), why: ofFolder },
    decrypt(r),
  ],
}

export const needs: Record<Use, Need> = {
  entities: {
    env: tableEnv,
    allowed: (r) => [
      ...onTable(r, [...readTable, ...writeTable]),
      {
        actions: ['dynamodb:UpdateItem'],
        resources: [r.data.table.tableArn],
        conditions: ofHeads,
      },
      {
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        resources: objects(r, 'overflow'),
        why: ofFolder,
      },
      encrypt(r),
    ],
  },
  importMemory: {
    env: tableEnv,
    allowed: (r) => [
      {
        actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        resources: [r.data.table.tableArn],
        conditions: ofMemory,
      },
      {
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: objects(r, 'overflow/import-memory', 'overflow/lasting'),
        why: ofFolder,
      },
      // What a large memory replaces goes.
      { actions: ['s3:DeleteObject'], resources: objects(r, 'overflow/import-memory'), why: ofFolder },
      encrypt(r),
    ],
  },
  'entities:read': readEntities,
  reference: readEntities,
  // The feed is the table's stream: an event source, not something that a function reads by itself.
  changes: nothing,
  index: {
    env: indexEnv,
    allowed: ({ data, settings }) => {
      const domain = data.exportValue(data.domain.domainArn)
      return [
        {
          actions: ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut'],
          resources: [
            `${domain}/inputlist-${settings.stage}-*`,
            `${domain}/_alias/inputlist-${settings.stage}-*`,
            `${domain}/_bulk`,
            `${domain}/_aliases`,
          ],
          why: 'A rebuild makes indices with new names; the grant ends at the prefix of the stage.',
        },
      ]
    },
  },
  'index:read': {
    env: indexEnv,
    allowed: ({ data, settings }) => {
      const indices = `${data.exportValue(data.domain.domainArn)}/inputlist-${settings.stage}`
      return [
        {
          actions: ['es:ESHttpPost'],
          resources: [`${indices}-*/_search`],
          why: 'The stage has several indices; nothing but a search is granted on them.',
        },
        { actions: ['es:ESHttpGet'], resources: [`${indices}-meta/_doc/position`] },
      ]
    },
  },
  indexHealth: {
    env: ({ data }) => ({ INDEX_DOMAIN: data.domain.domainName }),
    allowed: ({ data }) => [
      { actions: ['es:DescribeDomain'], resources: [data.exportValue(data.domain.domainArn)] },
    ],
  },
  files: {
    env: ({ data }) => ({ BUCKET: data.files.bucketName }),
    allowed: (r) => [
      {
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        resources: objects(r, 'uploads', 'imports', 'exports', 'pdf'),
        why: ofFolder,
      },
      encrypt(r),
    ],
  },
  // Addresses can do what their signer may: it signs, S3 reads and writes with its rights, the key's included.
  links: {
    env: ({ data }) => ({ BUCKET: data.files.bucketName }),
    allowed: (r) => [
      { actions: ['s3:GetObject'], resources: objects(r, 'uploads', 'exports', 'pdf'), why: ofFolder },
      { actions: ['s3:PutObject'], resources: objects(r, 'uploads'), why: ofFolder },
      { actions: ['kms:Decrypt', 'kms:GenerateDataKey'], resources: [r.data.key.keyArn] },
    ],
  },
  jobs: {
    env: ({ queues }) =>
      Object.fromEntries(
        Object.entries(queues).map(([kind, q]) => [
          `QUEUE_${kind.toUpperCase().replaceAll('-', '_')}`,
          q.queueUrl,
        ]),
      ),
    allowed: (r) => [
      { actions: ['sqs:SendMessage'], resources: Object.values(r.queues).map((q) => q.queueArn) },
      encryptMessages(r),
    ],
  },
  jobStore: {
    env: tableEnv,
    allowed: (r) => [
      {
        actions: [
          'dynamodb:GetItem',
          'dynamodb:BatchGetItem',
          'dynamodb:Query',
          'dynamodb:PutItem',
          'dynamodb:UpdateItem',
          'dynamodb:BatchWriteItem',
        ],
        resources: [r.data.table.tableArn],
        conditions: ofJobs,
      },
      {
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        resources: objects(r, 'overflow/job'),
        why: ofFolder,
      },
      encrypt(r),
    ],
  },
  'jobStore:read': {
    env: tableEnv,
    allowed: (r) => [
      {
        actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
        resources: [r.data.table.tableArn],
        conditions: ofJobs,
      },
      { actions: ['s3:GetObject'], resources: objects(r, 'overflow/job'), why: ofFolder },
      decrypt(r),
    ],
  },
  mailer: {
    env: ({ settings }) => ({ SENDER: settings.sender }),
    allowed: ({ settings, data }) => {
      const identity = (name: string) =>
        Stack.of(data).formatArn({ service: 'ses', resource: 'identity', resourceName: name })
      return [
        {
          actions: ['ses:SendEmail', 'ses:SendRawEmail'],
          resources: [identity(settings.sender), identity(settings.sender.split('@')[1]!)],
        },
      ]
    },
  },
  // The browser comes with the function, as a layer (lib/jobs-stack.ts).
  pdf: nothing,
  tokens: {
    env: ({ data }) => ({ SIGNING_KEY: data.signingKeys.map((key) => key.keyId).join(',') }),
    allowed: (r) => [{ actions: ['kms:Sign'], resources: [r.data.signingKeys[0]!.keyArn] }, publicKeys(r)],
  },
  signIn: {
    env: ({ identity, settings }) => ({
      USER_POOL: identity.pool.userPoolId,
      USER_POOL_CLIENT: identity.client.userPoolClientId,
      ...(settings.localEndpoint
        ? {
            USER_POOL_KEYS: `${settings.localEndpoint}/${identity.pool.userPoolId}/.well-known/jwks.json`,
          }
        : {}),
    }),
    allowed: () => [],
  },
  clock: { env: ({ settings }) => ({ INPUTLIST_TIMEZONE: settings.timeZone }), allowed: () => [] },
  ids: nothing,
  scheduler: {
    env: ({ settings }) => ({ STAGE: settings.stage }),
    allowed: ({ data, settings }) => [
      {
        actions: ['scheduler:GetSchedule', 'scheduler:UpdateSchedule'],
        resources: scheduleRules.map(({ name }) =>
          Stack.of(data).formatArn({
            service: 'scheduler',
            resource: 'schedule',
            resourceName: `default/${scheduleName(settings, name)}`,
          }),
        ),
      },
      // An update names the role that sends.
      {
        actions: ['iam:PassRole'],
        resources: [
          Stack.of(data).formatArn({
            service: 'iam',
            region: '',
            resource: 'role',
            resourceName: schedulerRole(settings),
          }),
        ],
        conditions: { StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] } },
      },
    ],
  },
  settings: {
    env: ({ data, settings }) => ({
      MAINTENANCE: data.maintenance.parameterName,
      ORIGIN_SECRET: data.originSecret.parameterName,
      OTHER_ORIGIN_SECRET: data.otherOriginSecret.parameterName,
      STAGE: settings.stage,
      VERSION: version,
    }),
    allowed: ({ data }) => [
      {
        actions: ['ssm:GetParameters'],
        resources: [data.maintenance, data.originSecret, data.otherOriginSecret].map(
          (one) => one.parameterArn,
        ),
      },
    ],
  },
}

/** Who comes before what a function does: the steps of a call, or nobody (workers, the indexer). */
export type Steps = 'none' | CallSteps
/** What those steps need: checking tokens, reading the account, the maintenance switch. */
const steps: Record<Steps, Need[]> = {
  none: [],
  public: [needs.settings],
  'single-sign-on': [needs.settings, needs.signIn],
  'signed-in': [
    needs.settings,
    readEntities,
    {
      env: needs.tokens.env,
      allowed: (r) => [publicKeys(r)],
    },
  ],
}
/** Answers kept for a request that comes again: short-lived items of one kind, large ones in one folder. */
const idempotency: Need = {
  env: tableEnv,
  allowed: (r) => [
    {
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
      resources: [r.data.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#idempotency#*'] } },
    },
    {
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      resources: objects(r, 'overflow/transient'),
      why: ofFolder,
    },
    encrypt(r),
  ],
}

export interface GrantOptions {
  uses: readonly Use[]
  steps: Steps
  /** Keeps answers for repeated requests. */
  isIdempotent?: boolean
  /** Queue that takes what it has dealt with. */
  parked?: Queue
}

/** Gives a function what its ports and the steps before it need, and nothing else. */
export function grant(to: Lambda, options: GrantOptions, resources: Resources): void {
  const { parked } = options
  const all = [
    ...steps[options.steps],
    ...(options.isIdempotent ? [idempotency] : []),
    ...options.uses.map((use) => needs[use]),
  ]
  if (parked) {
    to.addEnvironment('PARKED_QUEUE', parked.queueUrl)
    allowSending(to.role!, parked, resources)
  }
  const { localEndpoint } = resources.settings
  if (localEndpoint) to.addEnvironment('AWS_ENDPOINT_URL', localEndpoint)
  for (const need of all) {
    for (const [name, value] of Object.entries(need.env(resources))) to.addEnvironment(name, value)
    for (const allowed of need.allowed(resources)) allow(to.role!, allowed)
  }
}

/** Lets a role send to a queue. */
export function allowSending(role: IRole, queue: Queue, resources: Pick<Resources, 'data'>): void {
  allow(role, { actions: ['sqs:SendMessage'], resources: [queue.queueArn] })
  allow(role, encryptMessages(resources))
}

/** Adds a grant to a role; each resource that ends in a star is explained, or the stacks are not made. */
function allow(role: IRole, { actions, resources, conditions, why }: Allowed): void {
  role.addToPrincipalPolicy(new PolicyStatement({ actions, resources, conditions }))
  for (const resource of resources) {
    const address = spelled(Stack.of(role).resolve(resource))
    if (!address.includes('*')) continue
    if (!why) throw new Error(`${address} is granted without a reason for its star`)
    suppressNag(role, `AwsSolutions-IAM5[Resource::${address}]`, why)
  }
}
