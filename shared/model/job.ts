/** What calls tell of a job. */
import * as z from 'zod'
import { batchJob } from './administration.ts'
import { id, instant, localized } from './basics.ts'
import { invoiceType } from './invoice-type.ts'
import { message } from './message.ts'

/** A row (product, line of a file …) that was not done, and why. */
export const jobReason = z.object({
  unit: z.string(),
  message: z.string(),
  /** The same for readers of any language, where it is not only a technical text. */
  unitText: message.optional(),
  text: message.optional(),
  /** The row was done, but not all of it: why not the rest. */
  isPartly: z.boolean().optional(),
})
export type JobReason = z.infer<typeof jobReason>

/** What tells a job from others of its kind, as far as its kind knows it. */
export const jobAbout = z.object({
  /** Name of the register that an import takes. */
  source: z.string().optional(),
  /** Name that a document has as a download. */
  fileName: z.string().optional(),
  /** Class whose documents of the index are made anew. */
  entityClass: z.string().optional(),
  /** What the flag is called that is set. */
  title: localized.optional(),
  /** The flag is removed. */
  isRemoval: z.boolean().optional(),
  /** Tells what it would do, and writes nothing. */
  isDryRun: z.boolean().optional(),
  /** Name of the schedule that has started it. */
  schedule: z.string().optional(),
  /** What is done to invoices; without it they are sent. */
  action: z.enum(['delete', 'cancel', 'mark']).optional(),
  /** The one invoice that something is done to: its number; of a draft, its company. */
  invoice: z.string().optional(),
  /** What a run of invoices bills. */
  run: z
    .object({
      type: invoiceType,
      year: z.number().int(),
      /** Day that they are dated, and the only institutions that bill, where that was asked for. */
      date: z.string().optional(),
      institutions: z.array(id).optional(),
      /** Only some companies or institutions, which are not told. */
      isPart: z.boolean().optional(),
    })
    .optional(),
})
export type JobAbout = z.infer<typeof jobAbout>

export const jobView = batchJob.omit({ errors: true, config: true, startedBySub: true }).extend({
  id,
  /** When it was asked for. */
  created: instant,
  about: jobAbout,
  /** Whether the viewer may abort it now. */
  canAbort: z.boolean(),
  /** Whether the viewer may take it back now. */
  canUndo: z.boolean(),
})
export type JobView = z.infer<typeof jobView>

/** A page of reasons, in the order of the job's units. */
export const jobReasons = z.object({
  errors: z.array(jobReason),
  /** Continues behind the last reason; absent at the end. */
  cursor: z.string().optional(),
})

export const jobPreview = z.object({
  /** Rows that the job would look at. */
  total: z.number().int().min(0),
  /** What it would do, by the names that `result` of the job uses. */
  result: z.record(z.string(), z.number().int()),
  /** Rows that it would pass over. */
  skipped: z.number().int().min(0),
  /** Why, of the first hundred of them. */
  reasons: z.array(jobReason),
})
export type JobPreview = z.infer<typeof jobPreview>

export const jobOrder = z.strictObject({
  /** Name of the kind. */
  template: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'expected the name of a template of jobs'),
  /** What the job is about, in the form that the template says. */
  config: z.record(z.string(), z.unknown()).default({}),
})
