/** What the invoices come to that a search finds: the questions that the index is asked, and what their answers mean. */
import { lineCategories, netOfCategory } from '../../../shared/rules/pricing/by-category.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { and } from '../../../shared/search/combine.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import type { IndexAggregate, IndexAggregateResult, IndexQuery } from '../../../shared/search/index-query.ts'
import { all } from '../../../shared/search/visibility.ts'
import { planAggregates, planQuery, type Scope, withValue } from '../search-calls/plan.ts'

/** Documents that are summed up together; without a key all of them. */
export interface Group {
  key: string
  where: IndexQuery
  /** What is summed up. */
  fields: { net: string; vat?: string; gross?: string }
}
const fields = { net: 'totals.net', vat: 'totals.vat', gross: 'totals.gross' } as const
/** Whole invoices, by what they say in the field. */
export const groupOf = (key: string, where: IndexQuery) => ({ key, where, fields })
/** All of them together. */
export const whole = groupOf('', all)
/** The parts of the invoices that each main category has. */
export const categoryGroups: readonly Group[] = lineCategories.map((key) => ({
  key,
  where: all,
  fields: { net: netOfCategory(key) },
}))
/** Institutions that are told apart, and currencies. */
const maxGroups = 50
const maxCurrencies = 10

/** Which values there are of a field. Refuses: invalid_input. */
export const askValues = (scope: Scope, field: 'currency' | 'institution') =>
  planAggregates(scope, {
    aggregate: { kind: 'terms', field, limit: field === 'currency' ? maxCurrencies : maxGroups },
  })

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
/** Invoices of each month of the year, by their day. Refuses: invalid_input. */
export function monthsOf(scope: Scope, year: number): Group[] | Refusal {
  const groups: Group[] = []
  for (const month of months) {
    const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate()
    const attributeFilter: Filter = {
      $and: [
        { field: 'invoiceDate', comparison: 'gte', value: `${year}-${month}-01` },
        { field: 'invoiceDate', comparison: 'lte', value: `${year}-${month}-${last}` },
      ],
    }
    const where = planQuery(scope, { attributeFilter })
    if (isRefusal(where)) return where
    groups.push(groupOf(`${year}-${month}`, where))
  }
  return groups
}

const nameOf = (currency: string, key: string, sum: string) => `${sum} ${currency} ${key}`
/** The sums of each group in each currency. Refuses: invalid_input. */
export function askSums(
  scope: Scope,
  currencies: readonly string[],
  groups: readonly Group[],
): Record<string, IndexAggregate> | Refusal {
  const asked: Record<string, IndexAggregate> = {}
  for (const currency of currencies) {
    const inCurrency = withValue(scope, 'currency', currency)
    if (isRefusal(inCurrency)) return inCurrency
    for (const { key, where, fields } of groups) {
      const narrowed = and(where, inCurrency)
      const add = (name: string, kind: IndexAggregate['kind'], field: string) => {
        const planned = planAggregates(scope, { aggregate: { kind, field } })
        if (isRefusal(planned)) return planned
        const { aggregate } = planned
        asked[nameOf(currency, key, name)] = {
          ...aggregate!,
          where: aggregate!.where ? and(aggregate!.where, narrowed) : narrowed,
        }
        return undefined
      }
      for (const [name, field] of Object.entries(fields)) {
        const refused = add(name, 'sum', field)
        if (refused) return refused
      }
      const refused = add('count', 'count', fields.net)
      if (refused) return refused
    }
  }
  return asked
}
/** Amounts have hundredths; what binary numbers add to that is no money. */
const hundredths = (value: unknown): number => Math.round(Number(value ?? 0) * 100) / 100

/** What a group comes to in each currency that it has. */
export function sumsOf<F extends Group['fields']>(
  found: Readonly<Record<string, IndexAggregateResult>>,
  currencies: readonly string[],
  { key, fields }: { key: string; fields: F },
) {
  return currencies.flatMap((currency) => {
    const of = (sum: string) => found[nameOf(currency, key, sum)]?.value
    const count = Number(of('count') ?? 0)
    if (count === 0) return []
    const amounts = Object.keys(fields).map((sum) => [sum, hundredths(of(sum))])
    return [{ currency, count, ...(Object.fromEntries(amounts) as { [K in keyof F]: number }) }]
  })
}
