import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { entityOf } from '../../../model/entity.ts'
import { feeSchedule, invoiceYear } from '../../../model/fee-schedule.ts'

export const copyfeeschedule = contract({
  name: 'bml/invoice/copyfeeschedule',
  title: 'Copy a fee schedule to another year, with a raise',
  access: 'administration:edit',
  idempotent: true,
  input: z.strictObject({
    /** Of the schedule that is copied. */
    id,
    year: invoiceYear,
    /** Whose the copy is; the same one's if absent. */
    institution: id.optional(),
    /** Of all fees, which are rounded half up to hundredths then; below zero they fall. */
    raisePercent: z.number().min(-100).max(1000).default(0),
  }),
  /** Tax, days and texts are its institution's of today. */
  output: entityOf(feeSchedule),
})
