import { describe, expect, it } from 'vitest'
import type { FilterField } from '../../web/ui/filter-field.ts'
import { tokenOfTyped, withProperties } from '../../web/ui/filter-typed.ts'
import { rowsThatFit } from '../../web/ui/fit-rows.ts'
import { secondLines, tellApart } from '../../web/ui/tell-apart.ts'

describe('things of one name', () => {
  const thing = (id: string, name: string, ...parts: (string | undefined)[]) => ({ id, name, parts })
  const lines = (...things: Parameters<typeof tellApart>[0]) => Object.fromEntries(tellApart(things))
  it('are told apart by the first part that differs, others are left alone', () => {
    expect(
      lines(thing('a', 'Kalk', 'W-1', 'Leu'), thing('b', 'KALK', 'W-2', 'Leu'), thing('c', 'Horn', 'W-3')),
    ).toEqual({ a: 'W-1', b: 'W-2' })
  })
  it('take as many parts as it needs, and leave out those that are the same', () => {
    expect(
      lines(
        thing('a', 'Kalk', 'W-1', 'Leu', 'Dünger'),
        thing('b', 'Kalk', 'W-1', 'Sarl', 'Dünger'),
        thing('c', 'Kalk', 'W-1', 'Sarl', 'Futter'),
      ),
    ).toEqual({ a: 'Leu · Dünger', b: 'Sarl · Dünger', c: 'Sarl · Futter' })
  })
  it('have a second line each in a table: what differs where names look alike once they are cut, else what they have', () => {
    const long = 'Azufre mojable micronizado '
    expect(
      Object.fromEntries(
        secondLines([
          thing('a', `${long}80 WG`, undefined, 'Leu', 'Schwefel'),
          thing('b', `${long}80 WP`, undefined, 'Leu', 'Netzmittel'),
          thing('c', 'Horn', 'W-3', 'Leu', 'Schwefel'),
          thing('d', 'Kalk', undefined, undefined, 'Schwefel'),
          thing('e', 'Sand', undefined),
        ]),
      ),
    ).toEqual({ a: 'Schwefel', b: 'Netzmittel', c: 'W-3', d: 'Schwefel', e: '\u00a0' })
  })
  it('stay alike where nothing differs', () => {
    expect(lines(thing('a', 'Kalk', undefined), thing('b', 'Kalk', undefined))).toEqual({ a: '', b: '' })
  })
})

describe('a text without a property', () => {
  const fields: FilterField[] = [
    { key: 'name', kind: 'text', title: 'Name', group: 'x' },
    {
      key: 'partner',
      kind: 'boolean',
      title: 'Partner',
      group: 'x',
      options: [{ value: 'true', label: 'ja' }],
    },
    {
      key: 'list',
      kind: 'choice',
      title: 'Liste',
      group: 'x',
      options: [{ value: '1', label: 'Österreich' }],
    },
    { key: 'maker', kind: 'text', title: 'Hersteller', group: 'x', loader: 'company-name' },
  ]
  const optionsOf = (field: FilterField) =>
    field.key === 'maker' ? [{ value: 'Jaeger AG', label: 'Jaeger AG' }] : (field.options ?? [])
  const tokenOf = (text: string) => tokenOfTyped(text, fields, optionsOf)
  it('is the first known value that contains it, as the search folds text', () => {
    expect(tokenOf('osterr')).toEqual({ propertyKey: 'list', operator: '=', value: ['1'] })
    expect(tokenOf('ja')).toEqual({ propertyKey: 'maker', operator: '=', value: 'Jaeger AG' })
    expect(tokenOf(' horn ')).toEqual({ propertyKey: 'name', operator: ':', value: 'horn' })
  })
  it('is of the first text where nothing has a name, so that a list of invoices finds a company', () => {
    const nameless = fields.filter(({ key }) => key !== 'name')
    expect(tokenOfTyped('horn', nameless, optionsOf).propertyKey).toBe('maker')
  })
  it('is a number of the property that has them, if it looks like one', () => {
    const numbered: FilterField[] = [
      { key: 'size', kind: 'choice', title: 'Größe', group: 'x', options: [{ value: '1', label: '5994 l' }] },
      { key: 'permit', kind: 'text', title: 'Nummer', group: 'x', typed: 'number' },
      ...fields,
    ]
    const propertyOf = (text: string) => {
      const { propertyKey, operator } = tokenOfTyped(text, numbered, optionsOf)
      return [propertyKey, operator]
    }
    expect(propertyOf('5994')).toEqual(['permit', ':'])
    expect(propertyOf('W-5994')).toEqual(['permit', ':'])
    // A year or a size within words is no number by itself, nor is a short one.
    expect(propertyOf('Horn 5994')).toEqual(['name', ':'])
    expect(propertyOf('80')).toEqual(['name', ':'])
    const customers: FilterField[] = [
      { key: 'customer', kind: 'number', title: 'Kunde', group: 'x', typed: 'number' },
    ]
    expect(tokenOfTyped('4711', customers, optionsOf)).toEqual({
      propertyKey: 'customer',
      operator: '=',
      value: '4711',
    })
  })
  it('is a company in any role before one role, and a known value before both where it comes first', () => {
    const roles: FilterField[] = [
      ...fields,
      { key: 'any', kind: 'choice', title: 'Firma', group: 'x', loader: 'company', typed: 'any' },
    ]
    const found = (field: FilterField) =>
      field.key === 'any' ? [{ value: 'id', label: 'Jaeger AG Österreich' }] : optionsOf(field)
    expect(tokenOfTyped('jaeger', roles, found)).toEqual({ propertyKey: 'any', operator: '=', value: ['id'] })
    expect(tokenOfTyped('osterr', roles, found).propertyKey).toBe('list')
  })
  it('is a value that is called so, ahead of one that a search found by a name in another language', () => {
    const known: FilterField[] = [
      { key: 'component', kind: 'choice', title: 'Komponente', group: 'x', loader: 'component' },
      { key: 'animals', kind: 'choice', title: 'Tierhaltung', group: 'x' },
    ]
    const yeast = { value: 'yeast', label: 'Bäckerhefe', foundBy: 'cat' }
    const found = (animal: string) =>
      tokenOfTyped('cat', known, ({ key }) =>
        key === 'component' ? [yeast] : [{ value: animal, label: animal }],
      ).propertyKey
    expect(found('Cattle')).toBe('animals')
    expect(found('Pigs')).toBe('component')
  })
  it('is the value that begins with it, ahead of one of another property that holds it', () => {
    const known: FilterField[] = [
      { key: 'company', kind: 'choice', title: 'Firma', group: 'x', loader: 'company', typed: 'any' },
      { key: 'category', kind: 'choice', title: 'Kategorie', group: 'x' },
      { key: 'list', kind: 'choice', title: 'Liste', group: 'x' },
    ]
    const option = (label: string) => ({ value: label, label })
    const options: Record<string, string[]> = {
      company: ['Adama France SAS', 'Françon SA'],
      category: ['Importe aus Frankreich'],
      list: ['Österreich', 'Frankreich'],
    }
    const found = (text: string) => {
      const { propertyKey, value } = tokenOfTyped(text, known, ({ key }) => options[key]!.map(option))
      return [propertyKey, [value].flat()[0]]
    }
    expect(found('fran')).toEqual(['list', 'Frankreich'])
    expect(found('franc')).toEqual(['company', 'Françon SA'])
    expect(found('importe')).toEqual(['category', 'Importe aus Frankreich'])
    expect(found('adama')).toEqual(['company', 'Adama France SAS'])
  })
  it('takes the place of its token, within groups too; a blank one is gone', () => {
    const free = (value: string) => ({ operator: ':' as const, value })
    expect(
      withProperties(
        {
          operation: 'and',
          tokens: [free('horn'), { operation: 'or', tokens: [free('osterr'), free(' ')] }],
        },
        tokenOf,
      ),
    ).toEqual({
      operation: 'and',
      tokens: [
        { propertyKey: 'name', operator: ':', value: 'horn' },
        { operation: 'or', tokens: [{ propertyKey: 'list', operator: '=', value: ['1'] }] },
      ],
    })
  })
})

describe('rows that fit', () => {
  it('leave room for what stands above and below, but are a few at least, and no more than a page has', () => {
    expect(rowsThatFit({ window: 900, top: 219, row: 31 })).toBe(19)
    expect(rowsThatFit({ window: 900, top: 299, row: 40 })).toBe(13)
    expect(rowsThatFit({ window: 900, top: 181, row: 40 }), 'the product list at 1280 × 900').toBe(16)
    expect(rowsThatFit({ window: 300, top: 219, row: 31 })).toBe(5)
    expect(rowsThatFit({ window: 20_000, top: 219, row: 31 })).toBe(250)
  })
})
