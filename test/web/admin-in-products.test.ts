/** Which products an entry shows in is asked by fields that the search has, in the form that the list of products reads. */
import { expect, it } from 'vitest'
import { fieldDefinition } from '../../shared/model/administration.ts'
import { unstored } from '../../shared/model/entity-data.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { descriptions } from '../../web/features/admin/model/descriptions.ts'
import { inProducts } from '../../web/features/admin/model/in-products.ts'
import { readQuery, writeQuery } from '../../web/ui/filter-query.ts'
import { uuid } from './screen-kit.tsx'

const field = fieldDefinition.parse({
  type: 'numberfield',
  path: 'basis-f9',
  displayKey: 'main',
  title: { de_DE: 'Gehalt' },
})
const names = new Set(
  fieldCatalogue('product', {
    list: new Map(),
    fielddefinition: new Map([[uuid(9), { id: uuid(9), data: field }]]),
  }).map(({ name }) => name),
)

it('is known of every class that products show by an id, and of fields', () => {
  const known = Object.values(descriptions).flatMap(({ entityclass }) => {
    const shown = inProducts(unstored(entityclass, uuid(9), { ...field }))
    if (!shown) return []
    expect([entityclass, names.has(shown.filter.field)]).toEqual([entityclass, true])
    const query = { operation: 'and' as const, tokens: [shown.token] }
    expect(readQuery(writeQuery(query))).toEqual(query)
    return entityclass
  })
  expect([...new Set(known)].sort()).toEqual(
    'biostandard category checklist component fielddefinition hobbygarden institution label list permit'.split(
      ' ',
    ),
  )
})

it('is not told of a table, which is nothing that is searched by itself', () => {
  expect(
    inProducts({ entityclass: 'fielddefinition', id: uuid(9), data: { ...field, type: 'table' } }),
  ).toBeUndefined()
})
