import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { anyEntity } from '../../../model/entity.ts'

export const get = contract({
  name: 'eav/entity/get',
  title: 'Load an entity or one of its revisions',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: anyEntity,
})
