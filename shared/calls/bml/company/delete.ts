import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { companyView } from '../../../model/company.ts'

export const deleteCompany = contract({
  name: 'bml/company/delete',
  title: 'Delete a company so that it can be restored',
  access: 'company:edit',
  input: z.strictObject({ id, rev }),
  output: companyView,
})
