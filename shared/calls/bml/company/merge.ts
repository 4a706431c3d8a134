import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { mergeInput } from '../../../jobs/merge.ts'
import { id } from '../../../model/basics.ts'

export const merge = contract({
  name: 'bml/company/merge',
  title: 'Merge two companies',
  access: 'company:merge',
  idempotent: true,
  input: mergeInput.omit({ resumes: true }),
  output: z.object({ jobId: id }),
})
