import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const sendlistingconfirmation = contract({
  name: 'bml/product/sendlistingconfirmation',
  title: 'Send a listing confirmation to its company',
  access: 'confirmation:edit',
  idempotent: true,
  logged: ['confirmationId'],
  input: z.strictObject({ confirmationId: id }),
  /** The job that sends it, or has sent it. */
  output: z.object({ jobId: id }),
})
