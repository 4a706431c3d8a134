import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { anyEntity } from '../../../model/entity.ts'

export const create = contract({
  name: 'eav/entity/create',
  title: 'Create an entity of a class',
  access: 'signed-in',
  maxBodyBytes,
  idempotent: true,
  input: z.strictObject({
    entityclass: z.string().max(100),
    attributeset: z.string().max(100).default('default'),
    data: z.record(z.string(), z.unknown()),
  }),
  output: anyEntity,
})
