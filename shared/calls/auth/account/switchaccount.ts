import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const switchaccount = contract({
  name: 'auth/account/switchaccount',
  title: 'Go on with another account of the same person',
  access: 'signed-in',
  input: z.strictObject({ account: id }),
  output: z.object({ jwt: z.string(), expires: z.number().int(), account: id }),
})
