import * as z from 'zod'
import { defaultTimeZone, isTimeZone } from '../shared/rules/dates.ts'

/** How big a stage is: decides the OpenSearch domain and whether it spans zones. */
export const sizes = {
  small: { instanceType: 't3.small.search', nodes: 1, masters: 0, zones: 1, volumeGiB: 20 },
  standard: { instanceType: 'r7g.large.search', nodes: 2, masters: 3, zones: 2, volumeGiB: 100 },
  large: { instanceType: 'r7g.xlarge.search', nodes: 4, masters: 3, zones: 2, volumeGiB: 300 },
} as const

const signIn = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('password'),
    /** `required`: everybody sets up an authenticator app at the first sign-in. */
    secondFactor: z.enum(['optional', 'required']).default('optional'),
  }),
  z.strictObject({
    kind: z.literal('oidc'),
    name: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,30}$/),
    issuer: z.url(),
    clientId: z.string().min(1),
    /** Name of the secret in Secrets Manager that holds the client secret; the secret itself never stands here. */
    clientSecretName: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('saml'),
    name: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,30}$/),
    metadataUrl: z.url(),
  }),
])

const settings = z.strictObject({
  stage: z.string().regex(/^[a-z][a-z0-9]{1,11}$/),
  account: z.string().regex(/^\d{12}$/),
  region: z.string().regex(/^[a-z]{2}-[a-z]+-\d$/),
  domain: z
    .string()
    .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)
    .optional(),
  certificate: z.string().startsWith('arn:').optional(),
  signIn,
  sender: z.email(),
  alarms: z.email(),
  size: z.enum(['small', 'standard', 'large']).default('small'),
  /** Parts of the products' index; another number holds once the index is built anew. */
  indexShards: z.int().min(1).max(32).default(1),
  waf: z.boolean().default(true),
  /** Requests of one address in five minutes, beyond which the firewall refuses. */
  rateLimit: z.int().min(100).max(2_000_000_000).default(10_000),
  /** Numbers of the keys for product tokens: the first signs, tokens of all are believed. */
  signingKeys: z
    .array(z.int().min(1).max(999))
    .min(1)
    .refine((keys) => new Set(keys).size === keys.length, 'each key once')
    .default([1]),
  /** Says which day it is today, in every rule and on every screen. */
  timeZone: z.string().refine(isTimeZone, 'expected the name of a time zone').default(defaultTimeZone),
  /** Whether people are shown who else has a product open. */
  presence: z.boolean().default(true),
  yearlyRun: z.boolean().default(false),
  /** US dollars a month at which the budget sends a notice. */
  budget: z.number().positive().default(300),
  /** Stage for one machine: what the emulator cannot do is left to a script. */
  local: z.boolean().default(false),
  /** Addresses of the emulated services and of the search node on that machine. */
  localEndpoint: z.url().optional(),
  localIndex: z.url().optional(),
})
export type DeploySettings = z.infer<typeof settings>

/** An example for each setting, shown when it is missing or wrong. */
const examples: Record<string, string> = {
  stage: 'INPUTLIST_STAGE=test',
  account: 'CDK_DEFAULT_ACCOUNT=123456789012 (or sign in with the AWS CLI)',
  region: 'CDK_DEFAULT_REGION=eu-central-1',
  domain: 'INPUTLIST_DOMAIN=inputlist.example.org',
  certificate: 'INPUTLIST_CERTIFICATE=arn:aws:acm:us-east-1:123456789012:certificate/…',
  signIn: `INPUTLIST_SIGN_IN='{"kind":"password"}' (or oidc, saml: docs/operations.md, "Sign-in providers")`,
  sender: 'INPUTLIST_SENDER=inputlist@example.org',
  alarms: 'INPUTLIST_ALARMS=ops@example.org',
  size: `INPUTLIST_SIZE=small (or ${Object.keys(sizes).slice(1).join(', ')})`,
  indexShards: 'INPUTLIST_INDEX_SHARDS=1 (docs/operations.md, "A larger index")',
  waf: 'INPUTLIST_WAF=on (or off)',
  rateLimit: 'INPUTLIST_RATE_LIMIT=10000',
  signingKeys: 'INPUTLIST_SIGNING_KEYS=1 (or 2,1 in a rotation: docs/operations.md, "Keys")',
  timeZone: 'INPUTLIST_TIMEZONE=Europe/Zurich',
  presence: 'INPUTLIST_PRESENCE=on (or off)',
  yearlyRun: 'INPUTLIST_YEARLY_RUN=off (or on)',
  budget: 'INPUTLIST_BUDGET=300',
  local: 'INPUTLIST_LOCAL=off',
  localEndpoint: 'INPUTLIST_LOCAL_ENDPOINT=http://127.0.0.1:4566',
  localIndex: 'INPUTLIST_LOCAL_INDEX=http://127.0.0.1:9200',
}

const onOff = (text: string | undefined) =>
  text === undefined ? undefined : text === 'on' ? true : text === 'off' ? false : text
function json(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads the settings of a deployment from the environment. Throws one error that names every wrong one, with an example. */
export function readSettings(env: Record<string, string | undefined>): DeploySettings {
  const parsed = settings.safeParse({
    stage: env['INPUTLIST_STAGE'],
    account: env['CDK_DEFAULT_ACCOUNT'],
    region: env['CDK_DEFAULT_REGION'],
    domain: env['INPUTLIST_DOMAIN'] || undefined,
    certificate: env['INPUTLIST_CERTIFICATE'] || undefined,
    signIn: json(env['INPUTLIST_SIGN_IN']),
    sender: env['INPUTLIST_SENDER'],
    alarms: env['INPUTLIST_ALARMS'],
    size: env['INPUTLIST_SIZE'] || undefined,
    indexShards: env['INPUTLIST_INDEX_SHARDS'] ? Number(env['INPUTLIST_INDEX_SHARDS']) : undefined,
    waf: onOff(env['INPUTLIST_WAF']),
    rateLimit: env['INPUTLIST_RATE_LIMIT'] ? Number(env['INPUTLIST_RATE_LIMIT']) : undefined,
    signingKeys: env['INPUTLIST_SIGNING_KEYS']?.split(',').map((text) => Number(text.trim() || Number.NaN)),
    timeZone: env['INPUTLIST_TIMEZONE'] || undefined,
    presence: onOff(env['INPUTLIST_PRESENCE']),
    yearlyRun: onOff(env['INPUTLIST_YEARLY_RUN']),
    budget: env['INPUTLIST_BUDGET'] ? Number(env['INPUTLIST_BUDGET']) : undefined,
    local: onOff(env['INPUTLIST_LOCAL']),
    localEndpoint: env['INPUTLIST_LOCAL_ENDPOINT'] || undefined,
    localIndex: env['INPUTLIST_LOCAL_INDEX'] || undefined,
  })
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((i) => ({ name: String(i.path[0]), message: i.message }))
  if (parsed.success && Boolean(parsed.data.domain) !== Boolean(parsed.data.certificate))
    wrong.push({
      name: parsed.data.domain ? 'certificate' : 'domain',
      message: 'domain and certificate go together',
    })
  if (parsed.success && parsed.data.signIn.kind !== 'password' && !parsed.data.domain)
    wrong.push({
      name: 'domain',
      message: 'a sign-in elsewhere comes back to an address, which must be known beforehand',
    })
  if (wrong.length > 0)
    throw new Error(
      `The deployment's settings are not right:\n${wrong.map((w) => `  ${w.name}: ${w.message}. Example: ${examples[w.name]}`).join('\n')}`,
    )
  return (parsed as { data: DeploySettings }).data
}
