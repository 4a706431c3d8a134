import * as z from 'zod'
import { contract } from '../../contract.ts'

export const status = contract({
  name: 'system/status',
  title: 'Is the service up, and how fresh is its index',
  method: 'GET',
  access: 'public',
  duringMaintenance: true,
  cacheSeconds: 5,
  input: z.strictObject({}),
  output: z.object({
    status: z.enum(['ok', 'degraded', 'maintenance']),
    version: z.string(),
    stage: z.string(),
    time: z.string(),
    /** True once every write so far is in the index; absent where a stage cannot tell (there an alarm watches it). */
    indexCaughtUp: z.boolean().optional(),
    /** `degraded`: searches work, but the service that holds the index is being changed. */
    index: z.enum(['ok', 'degraded', 'unavailable']),
  }),
})
