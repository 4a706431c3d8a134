import * as z from 'zod'
import { contract } from '../../../contract.ts'

export const keys = contract({
  name: 'bml/confirmation/keys',
  title: 'Public keys of the statements on listing confirmations',
  method: 'GET',
  access: 'public',
  cacheSeconds: 300,
  input: z.strictObject({}),
  /** A key set (RFC 7517). */
  output: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
})
