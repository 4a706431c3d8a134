import * as z from 'zod'
import { maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, instant, rev, text } from '../../../model/basics.ts'
import { productView } from '../../../model/product.ts'

export const approvalActions = [
  'initiate',
  'confirm',
  'setdates',
  'grantyear',
  'removedates',
  'reset',
  'extend',
  'activate',
  'deactivate',
  'annotate',
  'release',
] as const

export const approvals = contract({
  name: 'bml/product/approvals',
  title: 'Change an approval: initiate, confirm, dates, extend, reset, confirm again what has changed',
  access: 'product:approve',
  maxBodyBytes: maxAskedBytes,
  input: z.strictObject({
    id,
    rev,
    /** As the product was loaded with. Whoever releases data has seen those of the derived parents too. */
    parentRevs: z.array(rev).default([]),
    list: id,
    /** Absent only for `extend` of everything that is valid in the list. */
    standard: id.optional(),
    action: z.enum(approvalActions),
    begin: instant.optional(),
    /** Empty: without end. */
    end: z.union([instant, z.literal('')]).optional(),
    comment: text.optional(),
    restriction: text.optional(),
    restrictionTextId: z.union([id, z.literal('')]).optional(),
    /** `extend` in all lists of the product that the caller may edit. */
    allLists: z.boolean().default(false),
  }),
  output: productView,
})
