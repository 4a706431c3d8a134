import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { aggregateResult } from '../../../model/answers.ts'
import { filter } from '../../../search/filter.ts'

export const aggregate = contract({
  name: 'bml/company/aggregate',
  title: 'How many companies a filter finds, and of which kinds',
  access: 'company:view',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({ attributeFilter: filter.optional() }),
  output: z.object({
    count: z.number().int().min(0),
    /** By owner, institution, group, language, country, city and kind of address: values with how many companies have each. */
    aggregates: z.record(z.string(), aggregateResult),
  }),
})
