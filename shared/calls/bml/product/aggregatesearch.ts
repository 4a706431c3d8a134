import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { filter } from '../../../search/filter.ts'

export const aggregatesearch = contract({
  name: 'bml/product/aggregatesearch',
  title: 'Values of a field over the products that a search finds, with counts and titles',
  access: 'product:view',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    attributeFilter: filter.optional(),
    /** Field whose values are collected. */
    targetField: z.string().max(200),
    /** A second field: counts of `targetField` for each value of it. */
    groupBy: z.string().max(200).optional(),
    /** Entity class that the values are ids of: titles come with the answer. */
    ecName: z.string().max(100).optional(),
    limit: z.number().int().min(1).max(1000).default(100),
  }),
  output: z.object({
    buckets: z.array(
      z.object({
        key: z.union([z.string(), z.number(), z.boolean()]),
        count: z.number().int(),
        title: z.string().optional(),
        groups: z
          .array(z.object({ key: z.union([z.string(), z.number(), z.boolean()]), count: z.number().int() }))
          .optional(),
      }),
    ),
  }),
})
