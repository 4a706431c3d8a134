/** Catalogue B: every product is in all 10 lists, with 200 fields, 30 approvals and 6 components in each. */
import { companyRoles, secrecyLevels } from '../../../shared/constants.ts'
import type { IndexDocument, IndexKind, IndexRow, IndexValue } from '../../../shared/search/index-query.ts'
import * as a from '../index-catalogue.ts'
import type { BenchCatalogue } from './catalogue.ts'

const fieldCount = 200
const standardCount = 30
const componentsPerList = 6
const { pick, random, lists, categories, institutions, companyIds, words } = a
const numbered = (what: string, i: number) =>
  `${what}0000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`.padStart(36, '0')
const standards = Array.from({ length: standardCount }, (_, i) => numbered('b2b2', i))
const components = Array.from({ length: 300 }, (_, i) => numbered('c0c0', i))

/** Of ten fields four are options, two texts, two numbers, one a date, one a checkbox. */
const kinds = 'keyword keyword text number date boolean keyword number text keyword'.split(' ') as IndexKind[]
const types = {
  keyword: 'select',
  text: 'singleline-textfield',
  number: 'numberfield',
  date: 'datefield',
  boolean: 'checkbox',
}
const fields = Array.from({ length: fieldCount - 1 }, (_, i) => ({
  path: `basis-f${i + 2}`,
  kind: kinds[i % kinds.length]!,
}))
const pathsOf = (kind: IndexKind) => fields.filter((f) => f.kind === kind).map((f) => f.path)
const definitions = fields.map(({ path, kind }, i) => ({
  id: numbered('d0d0', i),
  data: {
    type: types[kind],
    path,
    displayType: 'tab',
    displayKey: 'main',
    title: {},
    sorting: i,
    secrecy: secrecyLevels[(i + 2) % 4]!,
    options: [],
  },
}))
const row = (fields: Record<string, IndexValue>, nested: Record<string, IndexRow[]> = {}): IndexRow => ({
  fields,
  nested,
})
const capital = (w: string) => w[0]!.toUpperCase() + w.slice(1)

function sampleOf(kind: IndexKind, path: string): IndexValue {
  if (kind === 'keyword') return `option-${path}-${random(20)}`
  if (kind === 'text') return `${pick(words)} ${pick(words)} ${random(1000)}`
  if (kind === 'number') return random(1000) / 10
  return kind === 'date' ? a.date() : random(2) === 1
}
function listRow(list: string, name: string, responsible: string, category: number): IndexRow {
  const inCategory = [categories[category]!, categories[category % 12]!]
  const mainCategory = `main-${category % 7}`
  return row(
    {
      list,
      active: random(3) > 0,
      archived: random(20) === 0,
      responsible,
      category: categories[category],
      inCategory,
      mainCategory,
      name,
      activatedOn: a.date(),
    },
    {
      values: [
        row({ path: 'basis-f1', responsible, text: name }),
        ...fields.map(({ path, kind }) => row({ path, responsible, [kind]: sampleOf(kind, path) })),
      ],
      categories: [
        row({
          category: categories[category],
          inCategory,
          mainCategory,
          tree: `${category % 7}-${category} Category ${category}`,
          sort: `${String(category).padStart(8, '0')} category`,
        }),
      ],
      approvals: standards.map((standard) =>
        row({
          standard,
          active: random(4) > 0,
          begin: a.date(),
          end: a.date(),
          hasEverBeenApproved: random(2) === 1,
          initiated: random(9) === 0,
          given: random(2) === 1,
        }),
      ),
      companies: Array.from({ length: 2 + random(2) }, (_, i) => {
        const c = random(companyIds.length)
        return row({ company: companyIds[c], role: companyRoles[i], name: `${capital(words[c]!)} AG ${c}` })
      }),
      components: Array.from({ length: componentsPerList }, () =>
        row({
          component: pick(components),
          secrecy: pick(secrecyLevels),
          responsible,
          amount: random(100),
          name: `${pick(words)}`,
        }),
      ),
    },
  )
}
function document(n: number, rev = 1): IndexDocument {
  const name = `${capital(pick(words))}${random(3) ? '' : '-Dünger'} ${capital(pick(words))} ${random(100)}`
  const category = random(categories.length)
  const base = pick(institutions)
  const rows = lists.map((list, i) => listRow(list, name, i ? pick(institutions) : base, category))
  return a.documentOf(n, rev, name, base, rows)
}

export const catalogueB: BenchCatalogue = {
  name: 'B',
  reference: { list: a.reference.list, fielddefinition: new Map(definitions.map((d) => [d.id, d])) },
  restricted: [institutions[1]!, institutions[7]!],
  vocabulary: {
    lists,
    standards,
    categories,
    companies: companyIds,
    words,
    syllables: a.syllables,
    fields: {
      keyword: pathsOf('keyword'),
      number: pathsOf('number'),
      sortable: fields.filter((f) => f.kind !== 'boolean').map((f) => f.path),
    },
    date: a.date,
  },
  document,
}
