/** The data of an entry while it is edited: what a new one begins with, what a field takes, what is wrong. */
import type * as z from 'zod'
import type { Issue } from '../../../../shared/errors.ts'
import { toldIssuesOf } from '../../../../shared/schema-issues.ts'
import { setAt } from '../../../ui/json-at.ts'
import { type ClassDescription, type FieldDescription, isLocalized } from './description.ts'

export type Data = Record<string, unknown>

/** What a new entry holds before anything is typed: the presets of its class. */
export function blankData({ schema, fields }: ClassDescription): Data {
  const blank: Data = {}
  for (const [key, one] of Object.entries(schema.shape)) {
    const preset = (one as z.ZodType).safeParse(undefined).data
    if (preset !== undefined) blank[key] = preset
  }
  for (const field of fields) if (field.isRequired && isLocalized(field)) blank[field.key] ??= {}
  return blank
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)

/** Types a value. A cleared one leaves no trace but the preset of its class, so that typing and clearing is no change. */
export const typeValue = (data: Data, key: string, value: unknown, blank: Data): Data =>
  setAt(data, [key], isBlank(value) ? blank[key] : value)

/** Something that a reader would call a value. */
export const isFilled = (field: FieldDescription, value: unknown): boolean => {
  if (isLocalized(field))
    return Object.values((value ?? {}) as Record<string, string>).some((text) => text.trim() !== '')
  return Array.isArray(value) ? value.length > 0 : !isBlank(value)
}

/** `stored`: the value of the last revision, which keeps nobody from saving the rest. */
function issueOf(field: FieldDescription, value: unknown, stored: unknown): Issue | undefined {
  const path = `/${field.key}`
  if (field.kind === 'rows') {
    const rows = Array.isArray(value) ? (value as Data[]) : []
    const isNamed = ({ title }: Data) =>
      Object.values((title ?? {}) as Record<string, string>).some((one) => one.trim())
    return rows.every(isNamed) ? undefined : { path, expected: 'expected a title', key: 'rowTitle' }
  }
  if (!isFilled(field, value))
    return field.isRequired ? { path, expected: 'expected a value', key: 'required' } : undefined
  const fault = value === stored ? undefined : field.fault?.(value)
  if (fault) return { path, expected: 'expected another value', key: fault }
  if (field.kind === 'colour' && !/^#[0-9a-f]{6}$/i.test(String(value)))
    return { path, expected: 'expected a colour', key: 'colour' }
  return undefined
}

/** What is wrong with the draft, said before anything is sent: by its fields, then by the schema of the class. */
export function draftIssues(description: ClassDescription, data: Data, stored: Data): Issue[] {
  if (description.ownForm) return description.ownForm.issues(data)
  const found = description.fields.flatMap(
    (field) => issueOf(field, data[field.key], stored[field.key]) ?? [],
  )
  const named = new Set(found.map(({ path }) => path))
  const { error } = description.schema.safeParse(data)
  const others = (error ? toldIssuesOf(error) : []).map((issue) => ({
    ...issue,
    path: `/${issue.path.split('/')[1] ?? ''}`,
  }))
  return [...found, ...others.filter(({ path }) => !named.has(path))]
}

/** Issues in the order of the form. */
export function inFormOrder({ fields }: ClassDescription, issues: readonly Issue[]): Issue[] {
  const ranks = new Map(fields.map(({ key }, rank) => [key, rank]))
  const rankOf = ({ path }: Issue) => ranks.get(path.split('/')[1] ?? '') ?? ranks.size
  return issues.toSorted((a, b) => rankOf(a) - rankOf(b))
}
