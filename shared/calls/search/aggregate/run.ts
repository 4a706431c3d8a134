import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { aggregateResult, aggregateSpec } from '../../../model/answers.ts'
import { filter } from '../../../search/filter.ts'

export const run = contract({
  name: 'search/aggregate/run',
  title: 'Aggregate over the entities that a search finds',
  access: 'signed-in',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    entityClass: z.string().max(100),
    attributeFilter: filter.optional(),
    aggregate: aggregateSpec.optional(),
    aggregates: z.record(z.string().max(100), aggregateSpec).optional(),
  }),
  output: z.object({ aggregates: z.record(z.string(), aggregateResult) }),
})
