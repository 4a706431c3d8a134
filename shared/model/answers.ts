/** Shapes that several calls share. */
import * as z from 'zod'
import { filter, pagination, sorting } from '../search/filter.ts'
import { id, rev } from './basics.ts'
import { givenChangeset, jsonPatch } from './entity.ts'

export const saveInput = z.strictObject({ id, rev, patch: jsonPatch, changeset: givenChangeset.optional() })
export const searchInput = z.strictObject({
  attributeFilter: filter.optional(),
  pagination: pagination.optional(),
  sorting: sorting.optional(),
  /** Hits beyond so many need not be counted; without it the count is exact. */
  countTo: z.number().int().min(1).max(1_000_000).optional(),
})
/** Values of the asked columns; a column without a value that the viewer may see is absent. */
export const row = z.object({
  id,
  rev,
  columns: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))]),
  ),
})
export type Row = z.infer<typeof row>
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    list: z.array(item),
    count: z.number().int(),
    /** `count` is `countTo`, and there are more. */
    isAtLeast: z.literal(true).optional(),
    cursor: z.string().optional(),
  })
export const aggregateSpec = z.strictObject({
  kind: z.enum(['terms', 'min', 'max', 'count']),
  field: z.string().max(200),
  limit: z.number().int().min(1).max(1000).optional(),
})
export const aggregateResult = z.object({
  buckets: z
    .array(z.object({ key: z.union([z.string(), z.number(), z.boolean()]), count: z.number().int() }))
    .optional(),
  value: z.union([z.number(), z.string()]).optional(),
})
/** An account as its owner and the account selector see it. */
export const accountView = z.object({
  id,
  rev,
  fullname: z.string(),
  role: z.enum(['admin', 'editor', 'registered']),
  isSuperAdmin: z.boolean(),
  institutions: z.array(z.object({ id, title: z.string(), corePartner: z.boolean() })),
  registrationOptionName: z.string(),
  active: z.boolean(),
})
export type AccountView = z.infer<typeof accountView>
export const nothing = z.object({})
