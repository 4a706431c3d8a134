import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { accountData, actorSchema } from '../../../model/actor.ts'
import { accountView } from '../../../model/answers.ts'

export const getaccount = contract({
  name: 'auth/account/getaccount',
  title: 'The account in use, with its settings and rights',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({}),
  output: accountView.extend({ userData: accountData.shape.userData, actor: actorSchema }),
})
