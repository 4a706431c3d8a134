import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { companyView } from '../../../model/company.ts'

export const load = contract({
  name: 'bml/company/load',
  title: 'Load a company or one of its revisions',
  access: 'company:view',
  input: z.strictObject({ id, rev: rev.optional() }),
  output: companyView,
})
