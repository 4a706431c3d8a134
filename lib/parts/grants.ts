/**
 * What each port needs in the cloud: its environment variables and the least that it must be allowed. The only place
 * that grants anything to a Lambda. A port that is missing here is a compile error.
 */
import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { PortName } from '../../functions/runtime/ports.ts'
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
interface Need {
  env: (r: Resources) => Record<string, string>
  statements: (r: Resources) => PolicyStatement[]
}
const nothing: Need = { env: () => ({}), statements: () => [] }
const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources })

const readTable = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:ConditionCheckItem',
]
const writeTable = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']
const tableArns = ({ data }: Resources) => [data.table.tableArn, `${data.table.tableArn}/index/by-class`]
const tableEnv = ({ data }: Resources) => ({ TABLE: data.table.tableName, BUCKET: data.files.bucketName })
const decrypt = ({ data }: Resources) => allow(['kms:Decrypt'], [data.key.keyArn])
const encrypt = ({ data }: Resources) =>
  allow(['kms:Decrypt', 'kms:GenerateDataKey', 'kms:Encrypt'], [data.key.keyArn])
const readEntities: Need = {
  env: tableEnv,
  statements: (r) => [
    allow(readTable, tableArns(r)),
    allow(['s3:GetObject'], [r.data.files.arnForObjects('overflow/*')]),
    decrypt(r),
  ],
}

export const needs: Record<PortName, Need> = {
  entities: {
    env: tableEnv,
    statements: (r) => [
      allow([...readTable, ...writeTable], tableArns(r)),
      allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [r.data.files.arnForObjects('overflow/*')]),
      encrypt(r),
    ],
  },
  reference: readEntities,
  // The feed is the table's stream: an event source, not something that a function reads by itself.
  changes: nothing,
  index: {
    env: ({ data }) => ({
      INDEX_ENDPOINT: `https://${data.domain.domainEndpoint}`,
      INDEX_DOMAIN: data.domain.domainName,
    }),
    statements: ({ data }) => [
      allow(
        ['es:ESHttpGet', 'es:ESHttpHead', 'es:ESHttpPost', 'es:ESHttpPut', 'es:ESHttpDelete'],
        [
          `${data.domain.domainArn}/inputlist-*`,
          `${data.domain.domainArn}/_bulk`,
          `${data.domain.domainArn}/_aliases`,
        ],
      ),
    ],
  },
  files: {
    env: ({ data }) => ({ BUCKET: data.files.bucketName }),
    statements: (r) => [
      allow(
        ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        ['uploads/*', 'imports/*', 'exports/*', 'pdf/*'].map((p) => r.data.files.arnForObjects(p)),
      ),
      encrypt(r),
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
    statements: ({ queues, data }) => [
      allow(
        ['sqs:SendMessage'],
        Object.values(queues).map((q) => q.queueArn),
      ),
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [data.key.keyArn]),
    ],
  },
  mailer: {
    env: ({ settings }) => ({ SENDER: settings.sender }),
    statements: ({ settings, data }) => {
      const stack = Stack.of(data)
      const identity = (name: string) =>
        stack.formatArn({ service: 'ses', resource: 'identity', resourceName: name })
      return [
        allow(
          ['ses:SendEmail', 'ses:SendRawEmail'],
          [identity(settings.sender), identity(settings.sender.split('@')[1]!)],
        ),
      ]
    },
  },
  tokens: {
    env: ({ data }) => ({ SIGNING_KEY: data.signingKey.keyId }),
    statements: ({ data }) => [allow(['kms:Sign', 'kms:GetPublicKey'], [data.signingKey.keyArn])],
  },
  signIn: {
    env: ({ identity }) => ({
      USER_POOL: identity.pool.userPoolId,
      USER_POOL_CLIENT: identity.client.userPoolClientId,
    }),
    statements: () => [],
  },
  clock: nothing,
  ids: nothing,
  settings: {
    env: ({ data, settings }) => ({ MAINTENANCE: data.maintenance.parameterName, STAGE: settings.stage }),
    statements: ({ data }) => [allow(['ssm:GetParameter'], [data.maintenance.parameterArn])],
  },
}

/** What the steps before every call need: checking tokens, reading the account, the maintenance switch. */
const steps: Record<'public' | 'signed-in', Need[]> = {
  public: [needs.settings],
  'signed-in': [
    needs.settings,
    readEntities,
    {
      env: needs.tokens.env,
      statements: ({ data }) => [allow(['kms:GetPublicKey'], [data.signingKey.keyArn])],
    },
  ],
}

/** Gives a function what its ports and the steps before it need, and nothing else. */
export function grant(
  to: Lambda,
  uses: readonly PortName[],
  access: 'public' | 'signed-in',
  resources: Resources,
): void {
  for (const need of [...steps[access], ...uses.map((port) => needs[port])]) {
    for (const [name, value] of Object.entries(need.env(resources))) to.addEnvironment(name, value)
    for (const statement of need.statements(resources)) to.addToRolePolicy(statement)
  }
}
