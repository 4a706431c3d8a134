/** Items of a small register. */
import { countryId } from '../../scripts/seed/people.ts'
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { fixedIds } from '../../shared/constants.ts'
import { ids } from './harness.ts'

export const source = 'tiny'
export const base = fixedIds.list.base
export const { fr } = ids.list
const main = 'plant-protection-agents'

export const category = (key: string, title = key): ImportItem => ({
  kind: 'category',
  key,
  data: { title: { de_DE: title }, mainCategoryKey: main, parent: fixedIds.mainCategory[main] },
})
export const component = (key: string): ImportItem => ({
  kind: 'component',
  key,
  data: { title: { de_DE: key }, mainCategoryMapping: [main] },
})
export const company = (key: string, name: string, city: string): ImportItem => ({
  kind: 'company',
  key,
  data: {
    baseData: { name },
    addresses: { [`${source}:main`]: { type: 'main', city, country: countryId('CH') } },
    contactPersons: { [`${source}:main`]: { isMain: true } },
  },
})
interface Facts {
  name?: string
  sale?: boolean
  components?: string[]
  company?: string
  parent?: string
  end?: string
  active?: boolean
  line?: number
}
export const product = (key: string, facts: Facts = {}): ImportItem => {
  const companies = {
    [`${source}:1`]: { company: { $key: `company:${facts.company ?? 'acme'}` }, role: 'distributor' },
  }
  return {
    kind: 'product',
    key,
    ...(facts.line && { line: facts.line }),
    data: {
      ...(facts.parent && { derivedProductId: { $key: `product:${facts.parent}` } }),
      isNationalPartner: false,
      listData: {
        [base]: {
          _responsible: { institution: ids.institution.aare },
          _active: facts.active ?? true,
          _category: { $key: 'category:fungi' },
          'basis-f1': { textValue: facts.name ?? `Product ${key}` },
          'basis-f4': { booleanValue: facts.sale ?? false },
          _companies: companies,
          _components: {
            base: Object.fromEntries(
              (facts.components ?? ['copper']).map((c, i) => [
                `${source}:${c}`,
                { component: { $key: `component:${c}` }, secrecy: 'public', amount: 10 + i },
              ]),
            ),
          },
        },
        [fr]: {
          _active: facts.active ?? true,
          _linked: { 'basis-f1': 'basis', _category: 'basis' },
          _companies: companies,
          _approval: { [ids.standard.fr]: { active: true, ...(facts.end && { end: facts.end }) } },
        },
      },
    },
  }
}
export const things = [
  category('fungi'),
  component('copper'),
  component('sulphur'),
  company('acme', 'Acme AG', 'Olten'),
]
