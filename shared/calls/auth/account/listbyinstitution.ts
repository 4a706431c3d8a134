import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

export const listbyinstitution = contract({
  name: 'auth/account/listbyinstitution',
  title: 'People of an institution, to choose who is responsible',
  method: 'GET',
  access: 'account:look-up',
  input: z.strictObject({ institution: id }),
  /** By name; at most 900. */
  output: z.object({ list: z.array(z.object({ id, fullname: z.string() })) }),
})
