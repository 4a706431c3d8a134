import * as z from 'zod'
import { dateExpected, optionExpected, optionsExpected } from '../constants.ts'
import { instant, localized, number, rows } from './basics.ts'

/** Field types of the specification (file 1 §3). `button` has no value. */
export const fieldTypes = [
  'select',
  'multiselect',
  'singleline-textfield',
  'textfield',
  'multitext',
  'singleline-multitext',
  'checkbox',
  'datefield',
  'numberfield',
  'table',
  'button',
  'comment',
  'treeselect',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** What is missing is told as that. */
const unlessMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : sentence),
})
const option = z.string(unlessMissing(optionExpected)).max(100)
const scalarValue = z.union([
  z.strictObject({ textValue: z.union([z.string().max(20_000), localized]) }),
  z.strictObject({ selectValue: option }),
  z.strictObject({ multiselectValue: z.array(option, unlessMissing(optionsExpected)).max(1000) }),
  z.strictObject({ booleanValue: z.boolean() }),
  z.strictObject({ numberValue: number }),
  z.strictObject({ dateValue: z.union([instant, z.literal('')], { error: dateExpected }) }),
])
/** A field's value is a typed wrapper; a table holds rows of such by row id and column. */
export const fieldValue = z.union([
  scalarValue,
  z.strictObject({
    tableValue: rows(z.object({ _order: number.optional() }).catchall(z.union([scalarValue, number]))),
  }),
])
export type FieldValue = z.infer<typeof fieldValue>

/** Which wrapper a type has, and what it holds before anybody typed (file 1 §3). */
export const emptyFieldValue: Record<FieldType, FieldValue | undefined> = {
  select: { selectValue: '' },
  treeselect: { selectValue: '' },
  multiselect: { multiselectValue: [] },
  'singleline-textfield': { textValue: '' },
  textfield: { textValue: '' },
  comment: { textValue: '' },
  multitext: { textValue: {} },
  'singleline-multitext': { textValue: {} },
  checkbox: { booleanValue: false },
  datefield: { dateValue: '' },
  numberfield: { numberValue: 0 },
  table: { tableValue: {} },
  button: undefined,
}
