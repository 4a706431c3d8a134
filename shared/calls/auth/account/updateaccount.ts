import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { accountData } from '../../../model/actor.ts'
import { accountView } from '../../../model/answers.ts'
import { rev } from '../../../model/basics.ts'

export const updateaccount = contract({
  name: 'auth/account/updateaccount',
  title: 'Save the settings of the own account',
  access: 'signed-in',
  maxBodyBytes,
  input: z.strictObject({ rev, userData: accountData.shape.userData }),
  output: accountView.extend({ userData: accountData.shape.userData }),
})
