import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { confirmation } from '../../../model/confirmation.ts'

export const withdrawlistingconfirmation = contract({
  name: 'bml/product/withdrawlistingconfirmation',
  title: 'Withdraw a listing confirmation whose document was made out and not sent',
  access: 'confirmation:edit',
  logged: ['confirmationId'],
  input: z.strictObject({ confirmationId: id }),
  output: confirmation,
})
