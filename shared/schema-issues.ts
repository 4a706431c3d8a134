import type * as z from 'zod'
import { dateExpected, numberTooLarge, optionExpected, optionsExpected } from './constants.ts'
import type { Issue, ToldIssue } from './errors.ts'
import { tooExpensive } from './search/too-expensive.ts'

const maxIssues = 50
const article = (word: string) => (/^[aeiou]/i.test(word) ? `an ${word}` : `a ${word}`)
const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Places, as JSON pointers, of keys that the schema does not know. */
export const unknownPlaces = (error: z.ZodError): string[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => pointerOf([...issue.path, key])) : [],
  )

/** Sentences of the error catalogue that schemas say, with their keys in `shared/texts`. */
const sentenceKeys: Readonly<Record<string, string>> = {
  'invalid language': 'languageInvalid',
  'language code not defined': 'languageNotDefined',
  'Field type not found': 'fieldTypeUnknown',
  'invalid option source': 'optionSourceInvalid',
  'expected list object': 'listObjectExpected',
  'No flag was chosen.': 'flagMissing',
  [tooExpensive]: 'searchTooExpensive',
  [numberTooLarge]: 'numberTooLarge',
  [dateExpected]: 'valueDate',
  [optionExpected]: 'valueOption',
  [optionsExpected]: 'valueOption',
}
const issueAt = (path: string, sentence: string): Issue => {
  const key = sentenceKeys[sentence]
  return { path, expected: sentence, ...(key && { key }) }
}

/** Sentence starts of zod's own messages; any other message was written for people and is kept. */
const isOwnMessage = (message: string) => !/^(Invalid|Unrecognized|Too (big|small))/.test(message)

function expected(issue: z.core.$ZodIssue): string {
  if (isOwnMessage(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${article(issue.expected)}${/received undefined$/.test(issue.message) ? ', it is missing' : ''}`
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((v) => JSON.stringify(v)).join(', ')}`
    case 'too_big':
      return issue.origin === 'string'
        ? `expected at most ${issue.maximum} characters`
        : issue.origin === 'number' || issue.origin === 'int'
          ? `expected ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
          : `expected at most ${issue.maximum} entries`
    case 'too_small':
      return issue.origin === 'string'
        ? `expected at least ${issue.minimum} characters`
        : issue.origin === 'number' || issue.origin === 'int'
          ? `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
          : `expected at least ${issue.minimum} entries`
    case 'invalid_format':
      return `expected ${article(issue.format === 'datetime' ? 'instant like 2026-01-31T04:00:00.000Z' : issue.format)}`
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`
    default:
      return `expected a valid value (${issue.message})`
  }
}

/** How far into the value a branch of a union got: the deeper, the likelier it was meant. */
const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map((i) => i.path.length))

const kindKeys: Readonly<Record<string, string>> = {
  string: 'valueText',
  number: 'valueNumber',
  int: 'valueNumber',
  boolean: 'valueYesNo',
  array: 'valueList',
  object: 'valueGroup',
  record: 'valueGroup',
}
type Sizes = Record<'string' | 'number' | 'int' | 'other', string>
const sizeKeys: Record<'too_big' | 'too_small', Sizes> = {
  too_big: { string: 'valueTooLong', number: 'valueTooBig', int: 'valueTooBig', other: 'valueTooMany' },
  too_small: { string: 'valueTooShort', number: 'valueTooSmall', int: 'valueTooSmall', other: 'valueTooFew' },
}
/** What is told of an issue where nothing better is known: every issue has a sentence in each language. */
export const valueUnfit = 'valueUnfit'

/** Key and parameters of the sentence that tells people of an issue. */
function tellingOf(issue: z.core.$ZodIssue): Pick<ToldIssue, 'key' | 'params'> {
  switch (issue.code) {
    case 'invalid_type':
      return {
        key: /received undefined$/.test(issue.message)
          ? 'valueMissing'
          : (kindKeys[issue.expected] ?? valueUnfit),
      }
    case 'invalid_value':
      return { key: 'valueNotOffered' }
    case 'too_big':
    case 'too_small': {
      const keys = sizeKeys[issue.code]
      const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
      return { key: keys[issue.origin as keyof Sizes] ?? keys.other, params: { limit } }
    }
    case 'invalid_format':
      return { key: issue.format === 'datetime' ? 'valueDate' : valueUnfit }
    default:
      return { key: valueUnfit }
  }
}
const toldAt = (path: string, sentence: string, telling: Pick<ToldIssue, 'key' | 'params'>): ToldIssue => {
  const known = sentenceKeys[sentence]
  return known ? { path, expected: sentence, key: known } : { path, expected: sentence, ...telling }
}

function flatten(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): ToldIssue[] {
  const path = [...at, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, maxIssues)
      .map((key) =>
        toldAt(
          pointerOf([...path, key]),
          isOwnMessage(issue.message) ? issue.message : 'this key is not known here',
          { key: 'valueUnknown' },
        ),
      )
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branches = branchesOf(issue)
    // A branch that already fails at its discriminator or its type was not the one that was meant.
    const reached = branches.filter((branch) => branch.some((i) => i.path.length > 0 || isUnknown(i)))
    const meant = reached.filter((branch) => !failsAtLiteral(branch))
    // One whose keys are all there, and no others, was.
    const fitting = meant.filter((branch) => !branch.some((i) => isUnknown(i) || isMissing(i)))
    const candidates = [fitting, meant, reached].find(({ length }) => length > 0)
    if (!candidates) {
      if (isOwnMessage(issue.message)) return [toldAt(pointerOf(path), issue.message, { key: valueUnfit })]
      const words = [...new Set(branches.flat().map((i) => expected(i).replace(/^expected /, '')))]
      const key = scalarKey(branches.flat()) ?? valueUnfit
      return [{ path: pointerOf(path), expected: `expected ${words.join(' or ')}`, key }]
    }
    const best = candidates.reduce((a, b) => {
      const fewer = faults(a) - faults(b)
      return fewer > 0 || (fewer === 0 && depth(b) > depth(a)) ? b : a
    })
    // What stands in the place of something else is told once: that the other is missing follows from it.
    const told = best.some(isUnknown) ? best.filter((i) => !isMissing(i)) : best
    return flattened(told, path)
  }
  if (issue.code === 'invalid_union')
    return [{ path: pointerOf(path), expected: 'expected another kind of value', key: valueUnfit }]
  if (issue.code === 'invalid_key')
    return [
      {
        path: pointerOf(path),
        expected: `expected a valid key: ${issue.issues.map(expected).join(', ')}`,
        key: 'valueUnknown',
      },
    ]
  if (issue.code === 'invalid_element') return flattened(issue.issues, path)
  return [toldAt(pointerOf(path), expected(issue), tellingOf(issue))]
}
/** No more than are told: of a body of megabytes nearly each value may be wrong. */
function flattened(issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[]): ToldIssue[] {
  const told: ToldIssue[] = []
  for (const issue of issues) {
    if (told.length >= maxIssues) break
    told.push(...flatten(issue, at))
  }
  return told.slice(0, maxIssues)
}
type Union = z.core.$ZodIssue & { code: 'invalid_union' }
/** A union that is a branch of a union: its branches are as near as the others. */
const branchesOf = ({ errors }: Union): (readonly z.core.$ZodIssue[])[] =>
  errors.flatMap((branch) => {
    const [only] = branch
    const isUnion = branch.length === 1 && only?.code === 'invalid_union' && only.path.length === 0
    return isUnion && only.errors.length > 0 ? branchesOf(only) : [branch]
  })
const isUnknown = ({ code, path }: z.core.$ZodIssue) => code === 'unrecognized_keys' && path.length === 0
const isUndefined = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.flat().some((i) => i.path.length === 0 && isUndefined(i))
    : issue.code === 'invalid_type' && /received undefined$/.test(issue.message)
const isMissing = (issue: z.core.$ZodIssue) => issue.path.length === 1 && isUndefined(issue)
/** Where a plain value or a group of such may stand, people write the plain one. */
function scalarKey(issues: readonly z.core.$ZodIssue[]): string | undefined {
  const keys = new Set(issues.map((i) => tellingOf(i).key))
  keys.delete('valueGroup')
  const [key] = keys
  return keys.size === 1 ? key : undefined
}
/** At the one word that tells branches apart; a choice of several is a value like others. */
const failsAtLiteral = (branch: readonly z.core.$ZodIssue[]) =>
  branch.some((i) => i.code === 'invalid_value' && i.path.length === 1 && i.values.length === 1)
/** How much is wrong: each key that is not known counts. */
const faults = (branch: readonly z.core.$ZodIssue[]) =>
  branch.reduce((sum, i) => sum + (i.code === 'unrecognized_keys' ? i.keys.length : 1), 0)

/** Zod's issues as places of the data (JSON pointers), each with a sentence for people; at most 50. */
export const toldIssuesOf = (error: z.core.$ZodError): ToldIssue[] => flattened(error.issues, [])
/** Zod's issues as places of the body (JSON pointers) with what was expected there; at most 50. */
export const issuesOf = (error: z.core.$ZodError): Issue[] =>
  toldIssuesOf(error).map(({ path, expected }) => issueAt(path, expected))
