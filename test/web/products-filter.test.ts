import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filter as filterSchema } from '../../shared/search/filter.ts'
import { compileQuery, type FilterProperty, operatorsOf } from '../../web/ui/filter-compile.ts'
import {
  type FilterGroup,
  type FilterQuery,
  type FilterToken,
  fromCloudscape,
  noValue,
  readQuery,
  toCloudscape,
  writeQuery,
} from '../../web/ui/filter-query.ts'

const valid = {
  $nested: {
    path: 'lists.approvals',
    match: { field: 'lists.approvals.active', comparison: 'eq', value: true },
  },
} as const
const open = {
  $not: {
    $nested: {
      path: 'lists.approvals',
      match: { field: 'lists.approvals.begin', comparison: 'exists' },
    },
  },
} as const
const properties = new Map<string, FilterProperty>(
  (
    [
      { key: 'name', kind: 'text' },
      { key: 'rev', kind: 'number' },
      { key: 'updated', kind: 'date' },
      { key: 'isNationalPartner', kind: 'boolean' },
      { key: 'manufacturer', kind: 'choice' },
      { key: 'lists.list', kind: 'choice', rowsOf: 'lists', isRowKey: true },
      { key: 'lists.active', kind: 'boolean', rowsOf: 'lists' },
      { key: 'lists.name', kind: 'text', rowsOf: 'lists' },
      { key: 'lists.basis-f3', kind: 'choice', rowsOf: 'lists' },
      {
        key: 'company.manufacturer',
        kind: 'choice',
        field: 'lists.companies.company',
        rowsOf: 'lists',
        within: {
          path: 'lists.companies',
          also: [{ field: 'lists.companies.role', comparison: 'eq', value: 'manufacturer' }],
        },
      },
      { key: 'approval.any', kind: 'cases', rowsOf: 'lists', cases: { valid, open } },
    ] satisfies FilterProperty[]
  ).map((p) => [p.key, p]),
)
const compile = (query: FilterQuery) => compileQuery(query, properties)
const t = (
  propertyKey: string,
  operator: FilterToken['operator'],
  value: string | string[],
): FilterToken => ({
  propertyKey,
  operator,
  value,
})
const and = (...tokens: (FilterToken | FilterGroup)[]): FilterQuery => ({ operation: 'and', tokens })
const or = (...tokens: FilterToken[]): FilterGroup => ({ operation: 'or', tokens })

const valuesFor = (property: FilterProperty, operator: string): fc.Arbitrary<string | string[]> => {
  const isEqual = operator === '=' || operator === '!='
  if (property.kind === 'number') return fc.integer().map(String)
  if (property.kind === 'boolean') return fc.constantFrom('true', 'false')
  if (property.kind === 'date')
    return fc
      .tuple(
        fc.integer({ min: 1970, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      )
      .map((d) => d.map((n) => String(n).padStart(2, '0')).join('-'))
  if (property.kind === 'cases') return fc.uniqueArray(fc.constantFrom('valid', 'open'), { minLength: 1 })
  const text = fc.string({ minLength: 1 }).filter((s) => s.trim() !== '' && s !== noValue)
  if (property.kind === 'choice')
    return fc.uniqueArray(fc.oneof(text, fc.constant(noValue)), { minLength: 1 })
  return isEqual ? fc.oneof(text, fc.constant(noValue)) : text
}
const tokens = fc
  .constantFrom(...properties.values())
  .chain((property) =>
    fc.constantFrom(...operatorsOf[property.kind]).map((operator) => ({ property, operator })),
  )
  .chain(({ property, operator }) =>
    valuesFor(property, operator).map((value) => t(property.key, operator, value)),
  )
const groups = fc.record({
  operation: fc.constantFrom('and' as const, 'or' as const),
  tokens: fc.array(tokens, { minLength: 2, maxLength: 3 }),
})
const queries: fc.Arbitrary<FilterQuery> = fc.record({
  operation: fc.constantFrom('and' as const, 'or' as const),
  tokens: fc.array(fc.oneof({ weight: 3, arbitrary: tokens }, { weight: 1, arbitrary: groups }), {
    maxLength: 5,
  }),
})

describe('a query in the address bar', () => {
  it('comes back as it was written, whatever was typed', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const text = writeQuery(query)
        const expected = query.tokens.length === 0 ? { operation: 'and', tokens: [] } : query
        expect(readQuery(text)).toEqual(expected)
        expect(readQuery(new URLSearchParams({ f: text }).get('f') ?? '')).toEqual(expected)
      }),
    )
  })
  it('is refused when it was mangled, never read as something else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = readQuery(text)
        if (query && text !== '') expect(['and', 'or']).toContain(query.operation)
      }),
    )
    expect(readQuery('name:kalk')).toBeUndefined()
    expect(readQuery('and;kalk und mehr')).toBeUndefined()
    expect(readQuery('and;(xor;rev>1)')).toBeUndefined()
  })
  it('reads well', () => {
    expect(
      writeQuery(and(t('name', ':', 'kalk'), or(t('rev', '>', '3'), t('manufacturer', '=', ['a', 'b'])))),
    ).toBe('and;name:kalk;(or;rev>3;manufacturer=[a,b])')
  })
  it('passes through the property filter unchanged', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(fromCloudscape(toCloudscape(query))).toEqual(query)
      }),
    )
  })
})

describe('a query as a filter', () => {
  it('is always one that calls accept', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { filter, notUnderstood } = compile(query)
        expect(notUnderstood).toEqual([])
        if (query.tokens.length === 0) expect(filter).toBeUndefined()
        else expect(filterSchema.safeParse(filter).success).toBe(true)
      }),
    )
  })
  it('lets conditions on a list meet the same list', () => {
    expect(
      compile(and(t('lists.list', '=', ['ch']), t('name', ':', 'kalk'), t('lists.active', '=', 'true')))
        .filter,
    ).toEqual({
      $and: [
        { field: 'name', comparison: 'contains', value: 'kalk' },
        {
          $nested: {
            path: 'lists',
            match: {
              $and: [
                { field: 'lists.list', comparison: 'eq', value: 'ch' },
                { field: 'lists.active', comparison: 'eq', value: true },
              ],
            },
          },
        },
      ],
    })
  })
  it('looks for a list without a valid approval when a list is named, else for products without any', () => {
    const denied = t('approval.any', '!=', ['valid'])
    expect(compile(and(t('lists.list', '=', ['ch']), denied)).filter).toEqual({
      $nested: {
        path: 'lists',
        match: { $and: [{ field: 'lists.list', comparison: 'eq', value: 'ch' }, { $not: valid }] },
      },
    })
    expect(compile(and(denied)).filter).toEqual({ $not: { $nested: { path: 'lists', match: valid } } })
  })
  it('reads "is not in list" as in no such list, and two named lists as two lists', () => {
    const list = (value: string) => ({ field: 'lists.list', comparison: 'eq', value })
    expect(compile(and(t('lists.list', '!=', ['de']))).filter).toEqual({
      $not: { $nested: { path: 'lists', match: list('de') } },
    })
    const active = { field: 'lists.active', comparison: 'eq', value: true }
    expect(
      compile(and(t('lists.list', '=', ['de']), t('lists.list', '=', ['ch']), t('lists.active', '=', 'true')))
        .filter,
    ).toEqual({
      $and: [
        { $nested: { path: 'lists', match: { $and: [list('de'), active] } } },
        { $nested: { path: 'lists', match: { $and: [list('ch'), active] } } },
      ],
    })
  })
  it('keeps an OR group on lists in the same list, also beside a condition on the product', () => {
    const ch = { field: 'lists.list', comparison: 'eq', value: 'ch' }
    const active = { field: 'lists.active', comparison: 'eq', value: true }
    expect(
      compile(and(t('lists.list', '=', ['ch']), or(t('lists.active', '=', 'true'), t('rev', '>', '3'))))
        .filter,
    ).toEqual({
      $and: [
        {
          $or: [
            { $nested: { path: 'lists', match: { $and: [ch, active] } } },
            { field: 'rev', comparison: 'gt', value: 3 },
          ],
        },
        { $nested: { path: 'lists', match: ch } },
      ],
    })
  })
  it('sends days as days: which instants they are is the same for everybody', () => {
    expect(compile(and(t('updated', '=', '2026-03-29'))).filter).toEqual({
      field: 'updated',
      comparison: 'eq',
      value: '2026-03-29',
    })
    expect(compile(and(t('updated', '>', '2026-03-29'))).filter).toEqual({
      field: 'updated',
      comparison: 'gt',
      value: '2026-03-29',
    })
    expect(compile(and(t('updated', '=', '2026-02-30'))).notUnderstood).toHaveLength(1)
  })
  it('names what it does not understand instead of dropping it', () => {
    const wrong = [
      t('gone', '=', 'x'),
      t('rev', '=', 'many'),
      t('updated', '<', 'soon'),
      t('approval.any', '=', ['lost']),
    ]
    expect(compile(and(...wrong)).notUnderstood).toEqual(wrong)
  })
  it('takes text without a property as a part of the name', () => {
    expect(compile({ operation: 'and', tokens: [{ operator: ':', value: 'kalk' }] }).filter).toEqual({
      field: 'name',
      comparison: 'contains',
      value: 'kalk',
    })
  })
})
