/**
 * The generated catalogue of the benchmark: `products` × 3 of 10 lists, 3 approvals a list, 4 company roles, on top
 * of the base seed. Deterministic, so that two runs measure the same data.
 */
import { fixedIds, mainCategories } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { entitySchemas } from '../../shared/model/entity-schemas.ts'
import type { ListData, ProductData } from '../../shared/model/product.ts'
import { uuidV5 } from '../fixed-ids.ts'

export const benchId = (name: string) => uuidV5(`bench/${name}`)

/** Small, fast, seeded random numbers (xorshift 32). */
function randomOf(seed: number) {
  let state = seed | 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
  }
}
type Random = ReturnType<typeof randomOf>

const beginnings =
  'Agri Bio Calu Dora Elva Fero Gala Humi Iver Kali Lumo Miro Nova Orga Pela Quin Riva Sola Terra Vita'.split(
    ' ',
  )
const middles = 'ba cal dor fen gar hum lan mel nit pho rin sul tar ver vin wol zin mag nal ter'.split(' ')
const endings = 'fert plant guard mix sol grow cid san phos lith humus comp form gran plus forte'.split(' ')
const forms = [
  '',
  ' WG',
  ' SC',
  ' 20',
  ' 50',
  ' Pro',
  ' Garden',
  ' Liquid',
  ' Extra',
  ' N',
  ' Kali',
  ' Forte',
]

const listCount = 10
const companyCount = 3000
const standardCount = 5
const fieldCount = 20
/** Lists: the base list and nine more; the restricted user's institution has the first of the nine. */
export const benchLists = [
  fixedIds.list.base,
  ...Array.from({ length: listCount - 1 }, (_, i) => benchId(`list/${i}`)),
]
export const benchStandards = Array.from({ length: standardCount }, (_, i) => benchId(`standard/${i}`))
const categoryId = (i: number) => benchId(`category/${i}`)
export const categoryCount = 210
const text = (de: string) => ({ de_DE: de, en_GB: de })
const at = '2025-01-02T08:00:00.000Z'
const day = (random: Random, year: number) =>
  `${year}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}T04:00:00.000Z`

function entity<T>(entityclass: EntityClassName, id: string, data: T): Entity<T> {
  const by = fixedIds.account.system
  return {
    id,
    entityclass,
    attributeset: 'default',
    rev: 0,
    created: at,
    createdBy: by,
    updated: at,
    updatedBy: by,
    disabled: false,
    data,
  }
}

/** Reference data and companies of the benchmark; `national` is the restricted user's institution, `core` another. */
export function* referenceEntities(institutions: { national: string; core: string }): Generator<Entity> {
  // Through the schemas, so that every default stands there as if the calls had written it.
  for (const raw of rawReference(institutions))
    yield {
      ...raw,
      data: entitySchemas[raw.entityclass as EntityClassName].parse(raw.data) as Entity['data'],
    }
}
function* rawReference(institutions: { national: string; core: string }): Generator<Entity> {
  const random = randomOf(11)
  for (let i = 0; i < listCount - 1; i++)
    yield entity('list', benchLists[i + 1]!, {
      title: text(`Benchmark list ${i + 1}`),
      institutes: [i === 0 ? institutions.national : institutions.core],
      biostandards: benchStandards,
      order: i + 1,
    })
  for (let i = 0; i < standardCount; i++)
    yield entity('biostandard', benchStandards[i]!, {
      name: text(`Standard ${i + 1}`),
      baseApproval: i === 0,
      activeInLists: benchLists,
      dependency: i > 2 ? benchStandards[0] : undefined,
    })
  for (let i = 0; i < categoryCount; i++) {
    const main = mainCategories[i % mainCategories.length]!
    yield entity('category', categoryId(i), {
      title: text(`${main.key} ${i}`),
      parent: i < 42 ? fixedIds.mainCategory[main.key] : categoryId(i % 42),
      mainCategoryKey: main.key,
      order: i,
    })
  }
  for (let i = 0; i < fieldCount; i++)
    yield entity('fielddefinition', benchId(`field/${i}`), {
      type: i % 4 === 0 ? 'numberfield' : i % 4 === 1 ? 'select' : 'singleline-textfield',
      path: `bench-f${i}`,
      displayKey: 'main',
      title: text(`Field ${i}`),
      // A restricted user sees 60 % of the fields.
      secrecy: i % 5 < 2 ? 'core-partners' : 'public',
      options:
        i % 4 === 1 ? Array.from({ length: 8 }, (_, o) => ({ id: `o${o}`, title: text(`Option ${o}`) })) : [],
    })
  for (let i = 0; i < 300; i++)
    yield entity('component', benchId(`component/${i}`), { title: text(`Component ${i}`) })
  for (let i = 0; i < companyCount; i++)
    yield entity('company', benchId(`company/${i}`), {
      baseData: {
        name: `${random.pick(beginnings)}${random.pick(middles)} ${random.pick(['AG', 'GmbH', 'SARL', 'Ltd', 'BV', 'SpA'])} ${i}`,
        customerNumber: 100_000 + i,
        institution: institutions.core,
        owner: institutions.core,
      },
      addresses: {
        a1: {
          type: 'main',
          street: `Street ${i}`,
          zip: String(1000 + (i % 9000)),
          city: random.pick(beginnings),
        },
      },
      contactPersons: {},
    })
}

/** A value of field `n` of the catalogue, by its type. */
export const fieldValueOf = (n: number, number: number, text: string): ListData[string] =>
  n % 4 === 0
    ? { numberValue: number }
    : n % 4 === 1
      ? { selectValue: `o${number % 8}` }
      : { textValue: text }

function fieldsOf(random: Random): Record<string, ListData[string]> {
  const fields: Record<string, ListData[string]> = {}
  for (let i = 0; i < 8; i++) {
    const n = random.below(fieldCount)
    fields[`bench-f${n}`] = fieldValueOf(
      n,
      random.below(1000),
      `${random.pick(beginnings)} ${random.pick(middles)} ${random.pick(endings)}`,
    )
  }
  return fields
}

function listOf(random: Random, id: string, institution: string, category: string): ListData {
  const isBase = id === fixedIds.list.base
  const approvals: ListData['_approval'] = {}
  for (let k = 0; k < 3; k++) {
    const standard = benchStandards[(random.below(standardCount) + k) % standardCount]!
    const begin = day(random, 2023 + random.below(4))
    approvals[standard] = {
      active: random.next() < 0.9,
      hasEverBeenApproved: random.next() < 0.8,
      begin,
      end: `${Number(begin.slice(0, 4)) + 1}${begin.slice(4)}`,
      finalApprovalAccountId: fixedIds.account.system,
      finalApprovalDate: begin,
    }
  }
  const companies: ListData['_companies'] = {
    c1: { company: benchId(`company/${random.below(companyCount)}`), role: 'distributor', _order: 1 },
  }
  if (isBase)
    companies['c2'] = {
      company: benchId(`company/${random.below(companyCount)}`),
      role: 'manufacturer',
      _order: 2,
    }
  const components: ListData['_components']['base'] = {}
  for (let k = 0; k < 3; k++)
    components[`k${k}`] = {
      component: benchId(`component/${random.below(300)}`),
      secrecy: random.pick([
        'public',
        'national-partners',
        'core-partners',
        'base-data-responsible',
      ] as const),
      amount: random.below(1000) / 10,
      _order: k,
    }
  const fields = fieldsOf(random)
  return {
    ...fields,
    _responsible: { institution },
    _approval: approvals,
    _category: isBase ? category : undefined,
    _companies: companies,
    _components: { base: components, additional: {} },
    _documents: {},
    _checklist: {},
    _notes: {},
    _active: random.next() < 0.85,
    _archived: random.next() < 0.04,
    _nameHistory: {},
    _linked: isBase ? {} : { _category: 'basis', 'basis-f1': 'basis' },
    activatedOn: day(random, 2020 + random.below(5)),
  } as ListData
}

/** Product `i` of the catalogue. */
export function productEntity(
  i: number,
  institutions: { national: string; core: string },
): Entity<ProductData> {
  const random = randomOf(i * 2_654_435_761 + 97)
  for (let k = 0; k < 4; k++) random.next()
  const name = `${random.pick(beginnings)}${random.pick(middles)}${random.pick(endings)}${random.pick(forms)}`
  const others = new Set<string>()
  while (others.size < 2) others.add(benchLists[1 + random.below(listCount - 1)]!)
  const institution = random.next() < 0.1 ? institutions.national : institutions.core
  const category = categoryId(random.below(categoryCount))
  const listData: ProductData['listData'] = {}
  for (const list of [fixedIds.list.base, ...others])
    listData[list] = listOf(random, list, institution, category)
  listData[fixedIds.list.base]!['basis-f1'] = { textValue: name }
  return entity('product', benchId(`product/${i}`), {
    isNationalPartner: random.next() < 0.1,
    isNationalPartnerInitial: false,
    invoiceFlags: {},
    listData,
  })
}
