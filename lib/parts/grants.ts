/**
 * What each port needs in the cloud: its environment variables and the least that it must be allowed. The only place
 * that grants anything to a Lambda. A port that is missing here is a compile error.
 */
import { Stack } from 'aws-cdk-lib'
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { jobKindOf, type Use } from '../../functions/runtime/ports.ts'
import { scheduleRules } from '../../shared/jobs/schedules.ts'
import { maintenanceParameter } from './maintenance.ts'
import { type Allowed, encryptMessages, type Need, nothing, type Resources } from './need.ts'
import {
  drafts,
  entities,
  files,
  idempotency,
  importMemory,
  index,
  indexHealth,
  jobStore,
  links,
  noteMarks,
  readEntities,
  readFiles,
  readIndex,
  readJobs,
  readNoteMarks,
  snapshots,
} from './needs-of-data.ts'
import { scheduleName, schedulerRole } from './schedules.ts'
import { siteOrigin } from './site-origin.ts'
import type { CallSteps } from './steps.ts'
import { spelled, suppressNag } from './suppress.ts'
import { version } from './version.ts'

const publicKeys = ({ data }: Resources): Allowed => ({
  actions: ['kms:GetPublicKey'],
  resources: data.signingKeys.map((key) => key.keyArn),
})
const statementKey: Need['env'] = ({ data }) => ({ STATEMENT_KEY: data.statementKey.keyId })
/** Of the schedules alone that are made here. */
const schedules = (...actions: string[]): Need => ({
  env: ({ settings }) => ({ STAGE: settings.stage }),
  allowed: ({ data, settings }) => [
    {
      actions,
      resources: scheduleRules.map(({ name }) =>
        Stack.of(data).formatArn({
          service: 'scheduler',
          resource: 'schedule',
          resourceName: `default/${scheduleName(settings, name)}`,
        }),
      ),
    },
  ],
})
const setSchedules = schedules('scheduler:GetSchedule', 'scheduler:UpdateSchedule')
const needs: Record<Exclude<Use, `jobs:${string}`>, Need> = {
  entities,
  importMemory,
  'entities:read': readEntities,
  reference: readEntities,
  // The feed is the table's stream: an event source, not something that a function reads by itself.
  changes: nothing,
  index,
  'index:read': readIndex,
  indexHealth,
  files,
  'files:read': readFiles,
  snapshots,
  links,
  jobs: queuesOf(({ queues }) => Object.keys(queues)),
  jobStore,
  'jobStore:read': readJobs,
  noteMarks,
  'noteMarks:read': readNoteMarks,
  drafts,
  'drafts:read': readNoteMarks,
  mailer: {
    env: ({ settings }) => ({ SENDER: settings.sender }),
    allowed: ({ settings, data }) => [
      {
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: ['identity', 'configuration-set'].map((resource) =>
          Stack.of(data).formatArn({ service: 'ses', resource, resourceName: '*' }),
        ),
        conditions: { StringEquals: { 'ses:FromAddress': [settings.sender] } },
        why: 'SES asks for the identity that the sender is verified by (its address, or a domain above), for the set of that identity, and in its sandbox for those of recipients: the deployment knows none of them. The sender is fixed.',
      },
    ],
  },
  // The browser comes with the function, as a layer (lib/parts/work.ts).
  pdf: nothing,
  // These write bytes, and reach nothing.
  tables: nothing,
  archives: nothing,
  qrCodes: nothing,
  paymentParts: nothing,
  tokens: {
    env: ({ data }) => ({ SIGNING_KEY: data.signingKeys.map((key) => key.keyId).join(',') }),
    allowed: (r) => [{ actions: ['kms:Sign'], resources: [r.data.signingKeys[0]!.keyArn] }, publicKeys(r)],
  },
  statements: {
    env: statementKey,
    allowed: ({ data }) => [
      { actions: ['kms:Sign', 'kms:GetPublicKey'], resources: [data.statementKey.keyArn] },
    ],
  },
  'statements:read': {
    env: statementKey,
    allowed: ({ data }) => [{ actions: ['kms:GetPublicKey'], resources: [data.statementKey.keyArn] }],
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
  site: { env: ({ settings }) => ({ SITE: siteOrigin(settings) }), allowed: () => [] },
  scheduler: {
    env: setSchedules.env,
    allowed: (resources) => [
      ...setSchedules.allowed(resources),
      // An update names the role that sends.
      {
        actions: ['iam:PassRole'],
        resources: [
          Stack.of(resources.data).formatArn({
            service: 'iam',
            region: '',
            resource: 'role',
            resourceName: schedulerRole(resources.settings),
          }),
        ],
        conditions: { StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] } },
      },
    ],
  },
  'scheduler:read': schedules('scheduler:GetSchedule'),
  settings: {
    env: ({ data, settings }) => ({
      MAINTENANCE: maintenanceParameter(settings.stage),
      ORIGIN_SECRET: data.originSecret.arn,
      STAGE: settings.stage,
      VERSION: version,
      // On unless it is said: a variable of every function is worth saving.
      ...(settings.presence ? {} : { INPUTLIST_PRESENCE: 'off' }),
    }),
    allowed: ({ data, settings }) => [
      {
        actions: ['ssm:GetParameters'],
        resources: [
          Stack.of(data).formatArn({
            service: 'ssm',
            resource: `parameter${maintenanceParameter(settings.stage)}`,
          }),
        ],
      },
      { actions: ['secretsmanager:GetSecretValue'], resources: [data.originSecret.arn] },
    ],
  },
}

/** What a use needs: a queue alone is one of those of all jobs. */
function needOf(use: Use): Need {
  const kind = jobKindOf(use)
  return kind === undefined ? needs[use as keyof typeof needs] : queuesOf(() => [kind])
}
function queuesOf(kindsOf: (r: Resources) => string[]): Need {
  const queuesIn = (r: Resources) =>
    kindsOf(r).map((kind) => {
      const queue = r.queues[kind]
      if (!queue) throw new Error(`jobs:${kind} is used, and there is no such queue`)
      return [kind, queue] as const
    })
  return {
    env: (r) =>
      Object.fromEntries(
        queuesIn(r).map(([kind, q]) => [`QUEUE_${kind.toUpperCase().replaceAll('-', '_')}`, q.queueUrl]),
      ),
    allowed: (r) => [
      { actions: ['sqs:SendMessage'], resources: queuesIn(r).map(([, q]) => q.queueArn) },
      encryptMessages(r),
    ],
  }
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
    ...options.uses.map(needOf),
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
