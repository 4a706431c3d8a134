/** Documents of a generated catalogue, for measuring the index by itself: the same in every run. */
import { companyRoles, fixedIds, secrecyLevels } from '../../shared/constants.ts'
import type { Actor } from '../../shared/model/actor.ts'
import type { SearchReference } from '../../shared/search/catalogue.ts'
import { nameKey } from '../../shared/search/fold.ts'
import type { IndexDocument, IndexRow, IndexValue } from '../../shared/search/index-query.ts'

const companies = 3000

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
export const random = numbers(42)
export const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
const uuid = (kind: number, n: number) =>
  `${((Math.imul(n, 2654435761) ^ kind) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8${kind.toString(16).padStart(3, '0')}-${n.toString(16).padStart(12, '0')}`
const many = (kind: number, n: number) => Array.from({ length: n }, (_, i) => uuid(kind, i))

export const lists = [fixedIds.list.base, ...many(1, 9)]
export const standards = many(2, 8)
export const categories = many(3, 120)
export const institutions = many(4, 12)
export const companyIds = many(5, companies)
const components = many(6, 300)
export const syllables =
  'bio agro ter ra vit sol fer ti kal mag pho sul gra nat eco pro bac tec lum ver hum alg nem'.split(' ')
export const words = Array.from({ length: 4000 }, () =>
  Array.from({ length: 2 + random(2) }, () => pick(syllables)).join(''),
)
const capital = (w: string) => w[0]!.toUpperCase() + w.slice(1)
const nameOf = () =>
  `${capital(pick(words))}${random(3) ? '' : '-Dünger'} ${capital(pick(words))} ${random(4) ? random(100) : 'Plus'}`
const companyNames = companyIds.map(
  (_, i) => `${capital(pick(words))} ${pick(['AG', 'GmbH', 'S.A.', 'Kft.'])} ${i}`,
)
export const date = () => new Date(Date.UTC(2018 + random(10), random(12), 1 + random(28), 4)).toISOString()
const fieldKinds = ['keyword', 'keyword', 'text', 'number', 'date', 'boolean', 'keyword', 'number'] as const
const definitions = fieldKinds.map((kind, i) => ({
  id: uuid(7, i),
  data: {
    type: {
      keyword: 'select',
      text: 'singleline-textfield',
      number: 'numberfield',
      date: 'datefield',
      boolean: 'checkbox',
    }[kind],
    path: `basis-f${i + 2}`,
    displayType: 'tab',
    displayKey: 'main',
    title: {},
    sorting: i,
    secrecy: secrecyLevels[(i + 2) % 4]!,
    options: [],
  },
}))
export const reference: SearchReference = {
  list: new Map(lists.map((id, i) => [id, { id, data: { institutes: i === 0 ? [] : [institutions[i]!] } }])),
  fielddefinition: new Map(definitions.map((d) => [d.id, d])),
}
const row = (fields: Record<string, IndexValue>, nested: Record<string, IndexRow[]> = {}): IndexRow => ({
  fields,
  nested,
})

function sampleOf(kind: (typeof fieldKinds)[number], i: number): IndexValue {
  if (kind === 'keyword') return `option-${i}-${random(20)}`
  if (kind === 'text') return `${pick(words)} ${pick(words)} ${random(1000)}`
  if (kind === 'number') return random(1000) / 10
  return kind === 'date' ? date() : random(2) === 1
}
function listRow(list: string, name: string, responsible: string, category: number): IndexRow {
  return row(
    {
      list,
      active: random(3) > 0,
      archived: random(20) === 0,
      responsible,
      category: categories[category],
      inCategory: [categories[category]!, categories[category % 12]!],
      mainCategory: `main-${category % 7}`,
      name,
      activatedOn: date(),
    },
    {
      values: [
        row({ path: 'basis-f1', responsible, text: name }),
        ...fieldKinds.map((kind, i) =>
          row({ path: `basis-f${i + 2}`, responsible, [kind]: sampleOf(kind, i) }),
        ),
      ],
      categories: [
        row({
          category: categories[category],
          inCategory: [categories[category]!, categories[category % 12]!],
          mainCategory: `main-${category % 7}`,
          tree: `${category % 7}-${category} Category ${category}`,
          sort: `${String(category).padStart(8, '0')} category`,
        }),
      ],
      approvals: [0, 1, 2].map((i) =>
        row({
          standard: standards[(random(3) * 3 + i) % 8],
          active: random(4) > 0,
          begin: date(),
          end: date(),
          hasEverBeenApproved: random(2) === 1,
          initiated: random(9) === 0,
        }),
      ),
      companies: Array.from({ length: 2 + random(2) }, (_, i) => {
        const c = random(companies)
        return row({ company: companyIds[c], role: companyRoles[i], name: companyNames[c] })
      }),
      components: Array.from({ length: random(3) }, () =>
        row({ component: pick(components), secrecy: pick(secrecyLevels), responsible, amount: random(100) }),
      ),
    },
  )
}
export function document(n: number, rev = 1): IndexDocument {
  const name = nameOf()
  const category = random(categories.length)
  const own = [lists[0]!, lists[1 + random(5)]!, lists[6 + random(4)]!]
  const base = pick(institutions)
  const rows = own.map((list, i) => listRow(list, name, i ? pick(institutions) : base, category))
  return documentOf(n, rev, name, base, rows)
}

/** The document of a product of the institution `base`; what its first list says of category and companies is the product's. */
export function documentOf(
  n: number,
  rev: number,
  name: string,
  base: string,
  rows: IndexRow[],
): IndexDocument {
  const id = uuid(0, n)
  const first = rows[0]!
  const inTree = first.nested['categories']![0]!.fields
  const [manufacturer, distributor] = first.nested['companies']!
  return {
    id,
    entityclass: 'product',
    rev,
    fields: {
      id,
      rev,
      name,
      nameSearch: nameKey(name),
      created: new Date(1.6e12 + random(1e9) * 100).toISOString(),
      updated: new Date(1.7e12 + random(1e9) * 50).toISOString(),
      createdBy: uuid(8, random(60)),
      updatedBy: uuid(8, random(60)),
      deleted: false,
      archived: false,
      isNationalPartner: random(2) === 1,
      categoryTree: inTree['tree'],
      categorySort: inTree['sort'],
      category: first.fields['category'],
      inCategory: first.fields['inCategory'],
      mainCategory: first.fields['mainCategory'],
      manufacturer: manufacturer!.fields['name'],
      distributor: distributor!.fields['name'],
      responsible: base,
      companies: [
        ...new Set(rows.flatMap((r) => r.nested['companies']!.map((c) => c.fields['company'] as string))),
      ],
    },
    nested: { lists: rows },
  }
}
export const actorOf = (role: 'admin' | 'editor', own: string[]) =>
  ({
    account: uuid(8, 1),
    sub: 's',
    fullname: '',
    role,
    isSuperAdmin: false,
    flags: { approval: true, responsible: true, companies: true },
    institutions: own.map((id) => ({ id, corePartner: false })),
  }) satisfies Actor
