/** The draft of a fee schedule: what a new one begins with, what is wrong with it, and how it is priced while it is typed. */
import type { Issue } from '../../../../../shared/errors.ts'
import type { Institution } from '../../../../../shared/model/administration.ts'
import {
  type FeeSchedule,
  type FeeScope,
  feeSchedule,
  feeScopes,
  feeTypes,
} from '../../../../../shared/model/fee-schedule.ts'
import type { Data } from '../../model/draft.ts'

/** In the order of the page: beside the fees of the scopes. */
export const scheduleKeys = ['currency', 'vatPercent', 'paymentDays'] as const
export const textKeys = ['textsInitial', 'textsYearly'] as const

export interface NewSchedule {
  institution: { id: string; data: Institution }
  year: number
  /** Two letters of its country. */
  country?: string | undefined
}

/** Of the countries of the languages; all others have the euro, or choose. */
const currencies: Readonly<Record<string, string>> = {
  CH: 'CHF',
  LI: 'CHF',
  GB: 'GBP',
  HU: 'HUF',
  RO: 'RON',
  SE: 'SEK',
}

/** Without fees; tax, days and texts are the institution's of today. */
export function newSchedule({ institution, year, country }: NewSchedule): FeeSchedule {
  const { vatPercent, paymentDeadline, invoiceTextsInitial, invoiceTextsYearly } = institution.data
  return feeSchedule.parse({
    institution: institution.id,
    year,
    currency: currencies[country ?? ''] ?? 'EUR',
    ...(vatPercent !== undefined && { vatPercent }),
    ...(paymentDeadline !== undefined && { paymentDays: paymentDeadline }),
    ...(invoiceTextsInitial && { textsInitial: invoiceTextsInitial }),
    ...(invoiceTextsYearly && { textsYearly: invoiceTextsYearly }),
  })
}

/** The texts' keys of what is wrong, by the kind of the place. */
const kinds: Readonly<Record<string, string>> = {
  currency: 'currency',
  vatPercent: 'percent',
  paymentDays: 'days',
  percent: 'percent',
}
function keyOf(path: readonly string[], isMissing: boolean): string {
  if (isMissing) return 'required'
  const last = path.at(-1) ?? ''
  return kinds[last] ?? (path.length === 2 ? 'fee' : 'invalid')
}

const isThere = (value: unknown, parts: readonly string[]): boolean => {
  let at = value
  for (const part of parts) at = (at as Record<string, unknown> | undefined)?.[part]
  return at !== undefined && at !== ''
}
/** Values that a person fills; a cleared one is missing, not zero. */
const wanted: readonly string[][] = [
  ...scheduleKeys.map((key) => [key]),
  ...feeScopes.flatMap((scope) => feeTypes.map((type) => [scope, type])),
]

/** What is wrong with a draft, by JSON pointer, said before anything is sent. */
export function scheduleIssues(data: Data): Issue[] {
  const found: Issue[] = wanted
    .filter((parts) => !isThere(data, parts))
    .map((parts) => ({ path: `/${parts.join('/')}`, expected: 'expected a value', key: 'required' }))
  const { error } = feeSchedule.safeParse(data)
  for (const { path, message } of error?.issues ?? []) {
    const parts = path.map(String)
    found.push({ path: `/${parts.join('/')}`, expected: message, key: keyOf(parts, !isThere(data, parts)) })
  }
  for (const scope of feeScopes) {
    const discounts = discountsOf(data, scope)
    discounts.forEach(({ percent, category }, at) => {
      const path = `/${scope}/discounts/${at}/percent`
      if (percent === undefined) found.push({ path, expected: 'expected a value', key: 'required' })
      if (discounts.findIndex((one) => one.category === category) < at)
        found.push({ path, expected: 'expected each category once', key: 'twice' })
    })
  }
  return [...new Map(found.toReversed().map((issue) => [issue.path, issue])).values()].toReversed()
}

export interface DiscountRow {
  category: string
  /** Undefined while it is cleared. */
  percent?: number | undefined
}
export const discountsOf = (data: Data, scope: FeeScope): readonly DiscountRow[] =>
  (data[scope] as { discounts?: DiscountRow[] } | undefined)?.discounts ?? []

/** The field that a place belongs to: one fee, the discounts of a scope, or a value of the whole schedule. */
export const fieldOfPlace = ([key = '', part]: readonly string[]): string =>
  part !== undefined && (feeScopes as readonly string[]).includes(key) ? `${key}/${part}` : key

/** A discount that is gone takes with it what was typed. */
export const isTypedAt = (data: Data, [key = '', part, row]: readonly string[]): boolean =>
  part !== 'discounts' || discountsOf(data, key as FeeScope)[Number(row)] !== undefined

/** In the order in which the fields stand on the page. */
export function issuesInPageOrder(issues: readonly Issue[]): Issue[] {
  const order = [
    ...scheduleKeys,
    ...feeTypes.flatMap((type) => feeScopes.map((scope) => `${scope}/${type}`)),
    ...feeScopes.map((scope) => `${scope}/discounts`),
    ...textKeys,
  ]
  const rankOf = ({ path }: Issue) => {
    const at = order.indexOf(fieldOfPlace(path.split('/').slice(1)))
    return at < 0 ? order.length : at
  }
  return issues.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1))
}

const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
/** The schedule as it can be priced while it is typed: what is missing counts as nothing. */
export function pricedSchedule(data: Data): FeeSchedule {
  const scopes = Object.fromEntries(
    feeScopes.map((scope) => {
      const fees = (data[scope] ?? {}) as Record<string, unknown>
      return [
        scope,
        {
          ...Object.fromEntries(feeTypes.map((type) => [type, numberOr(fees[type], 0)])),
          discounts: discountsOf(data, scope).map(({ category, percent = 0 }) => ({ category, percent })),
        },
      ]
    }),
  )
  return {
    ...data,
    ...scopes,
    currency: String(data['currency'] ?? ''),
    vatPercent: numberOr(data['vatPercent'], 0),
    paymentDays: numberOr(data['paymentDays'], 0),
  } as FeeSchedule
}
