import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { anyEntity } from '../../../model/entity.ts'

export const revert = contract({
  name: 'eav/entity/revert',
  title: 'Write an older revision of an entity as the newest',
  access: 'signed-in',
  input: z.strictObject({ id, rev, toRev: rev }),
  output: anyEntity,
})
