import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { jobOrder, jobPreview } from '../../../model/job.ts'

export const preview = contract({
  name: 'batch/job/preview',
  title: 'What a job would do; nothing is written',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  logged: ['template'],
  input: jobOrder,
  output: jobPreview,
})
