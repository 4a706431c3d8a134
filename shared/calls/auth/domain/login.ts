import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const login = contract({
  name: 'auth/domain/login',
  title: 'Exchange a single-sign-on token for a product token',
  access: 'public',
  input: z.strictObject({ token: z.string().max(20_000), useAccount: id.optional() }),
  output: z.object({
    jwt: z.string(),
    /** Epoch seconds. */
    expires: z.number().int(),
    account: id,
  }),
})
