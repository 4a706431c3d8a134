import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { line } from '../../../model/basics.ts'
import { companyView } from '../../../model/company.ts'

export const create = contract({
  name: 'bml/company/create',
  title: 'Create a company',
  access: 'company:create',
  idempotent: true,
  input: z.strictObject({
    name: z.string().trim().min(1).max(500),
    /** Of its main address. */
    city: line.optional(),
    taxId: line.optional(),
    taxIdCh: line.optional(),
  }),
  output: companyView,
})
