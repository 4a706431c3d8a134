import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const deleteEntity = contract({
  name: 'eav/entity/delete',
  title: 'Erase an entity with all of its revisions',
  access: 'entity:erase',
  input: z.strictObject({ id }),
  output: z.object({ id }),
})
