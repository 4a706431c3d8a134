/** What a merge of two companies is told. */
import * as z from 'zod'
import { id, rev } from '../model/basics.ts'
import { companyBase } from '../model/company.ts'

/** A merge can be taken back for so many days. */
export const mergeUndoDays = 30

/** `both`: of fields that hold a set. */
const side = z.enum(['survivor', 'merged', 'both'])
const pointer = z.string().regex(/^\/(addresses|contactPersons|checklists)\/[^/]{1,200}$/, {
  error: 'expected the place of an address, a contact or a checklist',
})
const pointers = z.array(pointer).max(5000)

/** Field by field, which of the two companies it is taken from. What is not said is the survivor's. */
export const mergeChoices = z.strictObject({
  /** By keys of the base data. */
  values: z.partialRecord(z.enum(Object.keys(companyBase.shape) as [keyof typeof companyBase.shape]), side),
  /** Whose main contact stays the main contact. */
  mainContact: z.enum(['survivor', 'merged']).default('survivor'),
  /** Rows of either that are not taken, by their places there. All others are. */
  leave: z.strictObject({ survivor: pointers, merged: pointers }),
})
export type MergeChoices = z.infer<typeof mergeChoices>

export const mergeInput = z.strictObject({
  /** Exactly two, each with the revision that the choices were made from. */
  companies: z.array(z.strictObject({ id, rev })).max(100),
  /** The one of them that stays. */
  survivor: id,
  /** Without them what `preselectedChoices` says. */
  choices: mergeChoices.optional(),
  /** Goes on with a merge that has ended before all was brought to the survivor. */
  resumes: z.boolean().optional(),
})
export type MergeInput = z.infer<typeof mergeInput>
