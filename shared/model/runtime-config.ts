/** What `/config.json` tells the web app before anybody has signed in. Made by the stage, never by the build. */
import * as z from 'zod'
import { defaultTimeZone, isTimeZone } from '../rules/dates.ts'

const signInConfig = z.discriminatedUnion('kind', [
  /** Name and password against a Cognito-like user pool. */
  z.object({
    kind: z.literal('password'),
    userPoolId: z.string(),
    clientId: z.string(),
    /** By default the password itself stays in the browser; not every user pool on one machine can do that. */
    flow: z.enum(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']).default('USER_SRP_AUTH'),
    /** Whether a forgotten password can be set anew by a code that comes as a mail. */
    canReset: z.boolean().default(true),
    /** Absent where the user pool knows no second factor. */
    secondFactor: z.enum(['optional', 'required']).optional(),
    /** Address of the user pool; a path is taken from the app's own origin. The cloud's own if absent. */
    endpoint: z.string().optional(),
  }),
  /** Redirect to the hosted sign-in of the organisation. */
  z.object({
    kind: z.literal('redirect'),
    userPoolId: z.string(),
    clientId: z.string(),
    domain: z.string(),
    /** Name of the organisation's provider in the user pool. */
    provider: z.string(),
    scopes: z.array(z.string()).default(['openid', 'email', 'profile']),
  }),
])
export const runtimeConfig = z.object({
  stage: z.string(),
  version: z.string().default('0'),
  signIn: signInConfig,
  /** Where people manage their single-sign-on data. */
  accountUrl: z.string().optional(),
  institute: z.string().optional(),
  /** The installation's time zone: it says which day it is today. */
  timeZone: z.string().refine(isTimeZone).default(defaultTimeZone),
  /** Only on demo stages: names to sign in with, and their common password. */
  demo: z
    .object({
      password: z.string(),
      users: z.array(z.object({ name: z.string(), role: z.string() })),
    })
    .optional(),
})
export type RuntimeConfig = z.infer<typeof runtimeConfig>
