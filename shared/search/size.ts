/**
 * How large what is asked may be, looked at before it is read: to read a schema's every branch for a hundred thousand
 * conditions takes seconds, and the answer would be the same.
 */
import * as z from 'zod'
import { tooExpensive } from './too-expensive.ts'

/** Conditions, groups and rows around them, and values that fields are compared with. */
export const askedLimits = { conditions: 500, groups: 2500, values: 10_000 }

type Wrong = Parameters<z.RefinementCtx['addIssue']>[0]
const wrong = (message: string): Wrong => ({ code: 'custom', message })
/** Why a filter or a tree of conditions is too large, whatever else it is; undefined if it is not. */
function outgrown(asked: unknown): Wrong | undefined {
  let [conditions, groups, values] = [0, 0, 0]
  const todo: unknown[] = [asked]
  while (todo.length > 0) {
    const at = todo.pop()
    if (typeof at !== 'object' || at === null) continue
    const isList = Array.isArray(at)
    if (!isList && Object.hasOwn(at, 'field')) conditions++
    else if (!isList) groups++
    for (const inner of isList ? at : Object.values(at)) {
      if (typeof inner === 'object') todo.push(inner)
      else if (isList) values++
      if (values > askedLimits.values) return wrong(tooExpensive)
    }
    if (conditions > askedLimits.conditions)
      return wrong(`expected at most ${askedLimits.conditions} conditions`)
    if (groups > askedLimits.groups) return wrong(tooExpensive)
  }
  return undefined
}

/** The schema for what `judge` finds nothing wrong with. */
const judgedFirst = <T, I>(schema: z.ZodType<T, I>, judge: (value: unknown) => Wrong | undefined) =>
  z.preprocess((value, ctx) => {
    const wrong = judge(value)
    if (wrong !== undefined) ctx.addIssue(wrong)
    return value
  }, schema) as z.ZodType as z.ZodType<T, I>
/** Of filters and trees that are not too large. */
export const asked = <T, I>(schema: z.ZodType<T, I>) => judgedFirst(schema, outgrown)
/** A list that is not longer, known before its entries are looked at. */
export const atMost = <T, I>(limit: number, entry: z.ZodType<T, I>, { min = 0 } = {}) => {
  const list = z.array(entry).max(limit)
  return judgedFirst(min > 0 ? list.min(min) : list, (value) =>
    Array.isArray(value) && value.length > limit
      ? { code: 'too_big', origin: 'array', maximum: limit, inclusive: true, input: value }
      : undefined,
  )
}
