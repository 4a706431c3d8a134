import { describe, expect, it } from 'vitest'
import { companyRoles } from '../../shared/constants.ts'
import { fieldDefinition } from '../../shared/model/administration.ts'
import { fieldCatalogue } from '../../shared/search/catalogue.ts'
import { filter as filterSchema } from '../../shared/search/filter.ts'
import sharedTexts from '../../shared/texts/products/de_DE.json' with { type: 'json' }
import { productColumns } from '../../web/features/products/model/columns.ts'
import { productFilterFields } from '../../web/features/products/model/filter-fields.ts'
import ownTexts from '../../web/texts/de_DE/products.json' with { type: 'json' }
import type { FieldWords } from '../../web/ui/catalogue-fields.ts'
import { compileQuery, operatorsOf } from '../../web/ui/filter-compile.ts'
import { getAt } from '../../web/ui/json-at.ts'
import { entity, uuid } from './screen-kit.tsx'

const texts = { ...ownTexts, ...sharedTexts }
/** The German text; a missing key is a fault. */
function t(key: string, params: Record<string, string> = {}): string {
  const text = getAt(texts, key.split('.'))
  if (typeof text !== 'string') throw new Error(`no text for ${key}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
}

const definitions = [
  { path: 'basis-f1', type: 'singleline-multitext', title: { de_DE: 'Handelsname' }, displayKey: 'main' },
  { path: 'basis-n1', type: 'numberfield', title: { de_DE: 'Gehalt' }, unit: '%', displayKey: 'main' },
  { path: 'basis-t1', type: 'table', title: { de_DE: 'Nährstoffe' }, displayKey: 'specific' },
  {
    path: 'basis-t1-amount',
    type: 'numberfield',
    title: { de_DE: 'Menge' },
    displayType: 'table',
    displayKey: 'basis-t1',
  },
  {
    path: 'basis-s1',
    type: 'select',
    title: { de_DE: 'Form' },
    options: [{ id: 'liquid', title: { de_DE: 'flüssig' } }],
    displayKey: 'main',
  },
].map((d, i) => entity('fielddefinition', uuid(i), fieldDefinition.parse(d)))
const catalogue = fieldCatalogue('product', {
  list: new Map(),
  fielddefinition: new Map(definitions.map((d) => [d.id, d])),
})
const words: FieldWords = { t: (key) => t(key), title: (text) => text.de_DE ?? '', yes: 'ja', no: 'nein' }
const fields = productFilterFields({
  catalogue,
  words,
  sources: {
    of: (field) => (field.entityClass ? { options: [{ value: uuid(1), label: 'one' }] } : undefined),
    selectOptions: () => [],
  },
  standards: [{ id: uuid(9), title: 'EU' }],
  checklist: [{ id: uuid(8), title: 'Rezeptur', options: [{ value: 'yes', label: 'ja' }] }],
  today: '2026-06-15',
  t,
})
const titleOf = (key: string) => fields.find((f) => f.key === key)?.title

describe('conditions of the product list', () => {
  it('are unmistakable: no key and no title twice', () => {
    expect(new Set(fields.map((f) => f.key)).size).toBe(fields.length)
    const titles = fields.map((f) => `${f.title}`)
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([])
  })
  it('offer each defined field in the base list and in any list, with its unit; the trade name is the name', () => {
    expect(titleOf('basis-n1')).toBe('Gehalt (%)')
    expect(titleOf('lists.basis-n1')).toBe('Liste: Gehalt (%)')
    expect(titleOf('basis-f1')).toBeUndefined()
  })
  it('offer a company that is typed in any role first and once in each, not by its name again', () => {
    const byName = fields.filter(({ typed }) => typed === 'never').map(({ key }) => key)
    expect(byName.sort()).toEqual(['distributor', 'lists.companies.name', 'manufacturer'])
    const byId = fields
      .map(({ key }) => key)
      .filter((key) => /^(lists\.companies|company)\..*(?<!name)$/.test(key))
    expect(byId).toEqual(['lists.companies.company', ...companyRoles.map((role) => `company.${role}`)])
  })
  it('are all understood by the catalogue, with every operator they offer', () => {
    const names = new Set(catalogue.flatMap((f) => [f.name, f.nestedPath ?? f.name]))
    const properties = new Map(fields.map((f) => [f.key, f]))
    for (const field of fields) {
      for (const operator of field.operators ?? operatorsOf[field.kind]) {
        const value = {
          number: '3',
          date: '2026-01-31',
          boolean: 'true',
          text: 'x',
          choice: [uuid(1)],
          cases: ['valid', 'open'],
        }[field.kind]
        const { filter, notUnderstood } = compileQuery(
          { operation: 'and', tokens: [{ propertyKey: field.key, operator, value }] },
          properties,
        )
        expect(notUnderstood, field.key).toEqual([])
        expect(filterSchema.safeParse(filter).success, field.key).toBe(true)
        const text = JSON.stringify(filter)
        for (const [, name] of text.matchAll(/"(?:field|path)":"([^"]+)"/g))
          expect(names, field.key).toContain(name)
      }
    }
  })
})

describe('columns of the product list', () => {
  const columns = productColumns(catalogue, words)
  it('show the defaults of the specification first', () => {
    expect(columns.filter((c) => c.isDefault).map((c) => c.id)).toEqual([
      'name',
      'rev',
      'created',
      'updated',
      'isNationalPartner',
      'categoryTree',
      'manufacturer',
      'distributor',
    ])
    expect(columns.filter((c) => c.isFixed).map((c) => c.id)).toEqual(['name'])
  })
  it('offer defined fields of the chosen list, without tables', () => {
    expect(columns.map((c) => c.id)).toContain('lists.basis-s1')
    expect(columns.map((c) => c.id)).not.toContain('lists.basis-t1-amount')
    expect(columns.map((c) => c.id)).not.toContain('lists.basis-f1')
  })
})
