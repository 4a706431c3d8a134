import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const updateEntitiesAfterMerge = contract({
  name: 'bml/company/updateEntitiesAfterMerge',
  title: 'Bring what still names a merged company to the one that it was merged into',
  access: 'company:merge',
  idempotent: true,
  /** The company that was merged. */
  input: z.strictObject({ id }),
  output: z.object({ jobId: id }),
})
