import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { anyEntity } from '../../../model/entity.ts'

export const restore = contract({
  name: 'eav/entity/restore',
  title: 'Restore a deleted entity',
  access: 'signed-in',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: anyEntity,
})
