import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { companyView } from '../../../model/company.ts'

export const revert = contract({
  name: 'bml/company/revert',
  title: 'Write an older revision of a company as the newest',
  access: 'company:edit',
  input: z.strictObject({ id, rev, toRev: rev }),
  output: companyView,
})
