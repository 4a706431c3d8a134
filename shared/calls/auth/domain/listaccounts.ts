import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { accountView } from '../../../model/answers.ts'

export const listaccounts = contract({
  name: 'auth/domain/listaccounts',
  title: 'List the accounts of the signed-in person',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ list: z.array(accountView) }),
})
