/** What a run is asked for, in the address of its page: the page starts the run that its preview was of. */
import * as z from 'zod'
import { day, id } from '../../../../shared/model/basics.ts'
import { invoiceYear } from '../../../../shared/model/fee-schedule.ts'
import { invoiceType } from '../../../../shared/model/invoice-type.ts'
import type { JobAbout } from '../../../../shared/model/job.ts'

const runOrder = z.object({
  type: invoiceType,
  targetYear: invoiceYear,
  invoiceDate: day.optional(),
  institutions: z.array(id).min(1).optional(),
})
export type RunOrder = z.infer<typeof runOrder>

export function orderParams({ type, targetYear, invoiceDate, institutions }: RunOrder): URLSearchParams {
  const params = new URLSearchParams({ type, year: String(targetYear) })
  if (invoiceDate) params.set('date', invoiceDate)
  if (institutions) params.set('of', institutions.join(','))
  return params
}

/** Of a run that somebody else may have started; undefined where it is of some companies only. */
export function orderOf({ run }: JobAbout): RunOrder | undefined {
  if (!run || run.isPart) return undefined
  const { type, year, date, institutions } = run
  return runOrder.safeParse({ type, targetYear: year, invoiceDate: date, institutions }).data
}

/** Undefined where the address does not say it. */
export function orderIn(params: URLSearchParams): RunOrder | undefined {
  const of = params.get('of')
  return runOrder.safeParse({
    type: params.get('type'),
    targetYear: Number(params.get('year')),
    invoiceDate: params.get('date') ?? undefined,
    institutions: of ? of.split(',') : undefined,
  }).data
}
