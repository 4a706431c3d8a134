import { createSignIn } from '../../adapters/aws/sign-in.ts'
import { port as clock } from './clock.ts'
import { variable } from './environment.ts'

export const port = createSignIn(
  {
    region: variable('AWS_REGION'),
    poolId: variable('USER_POOL'),
    clientId: variable('USER_POOL_CLIENT'),
    jwksUrl: process.env['USER_POOL_KEYS'],
  },
  clock,
)
