import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'

export const disable = contract({
  name: 'eav/entity/disable',
  title: 'Delete an entity so that it can be restored',
  access: 'signed-in',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: z.object({ id }),
})
