import * as z from 'zod'
import { contract } from '../../../contract.ts'

export const list = contract({
  name: 'eav/entityclass/list',
  title: 'The entity classes and the JSON schema of their data',
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({ name: z.string(), isReference: z.boolean(), schema: z.record(z.string(), z.unknown()) }),
    ),
  }),
})
