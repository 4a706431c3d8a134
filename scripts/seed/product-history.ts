/**
 * Histories of the invented products: created, described, given companies, activated, taken into lists, approved by
 * two people, corrected, renamed, extended … by the people who would do it, over three years.
 */
import { fixedIds, type MainCategoryKey } from '../../shared/constants.ts'
import type { ListData } from '../../shared/model/product.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { companies } from './companies.ts'
import { emptyList, History, linkedKeys, staff } from './history.ts'
import { listRows, standardId } from './lists.ts'
import { optionIds } from './options.ts'
import { demoAccount, institutionId } from './people.ts'
import {
  compose,
  describe,
  description,
  leafCategories,
  mainCategoryOfEach,
  newName,
} from './product-facts.ts'
import { addList, approve, type Fate, rename } from './product-lists.ts'
import { random } from './random.ts'
import { detail } from './tab-facts.ts'
import { permits } from './texts.ts'
import type { SeedEntity } from './writer.ts'

const base = fixedIds.list.base
const fates: Fate[] = [
  'approved',
  'approved',
  'approved',
  'approved',
  'approved',
  'initiated',
  'expired',
  'open',
  'dependent',
  'approved',
]

const productId = (n: number) => uuidV5(`product/${n}`)

/** What another product is derived from, as it is today. */
interface Parent {
  id: string
  main: MainCategoryKey
  list: ListData
}
/** What a derived product has of its own: its name and its package; of the rest a few are read from the parent. */
const ownKeys = new Set(['basis-f1', 'display-f1', 'misc-f6'])
const readKeys = ['basis-f2', 'nutrients-table']

function takeFrom(parent: ListData, list: ListData) {
  for (const key of linkedKeys) {
    if (ownKeys.has(key)) continue
    delete list[key]
    if (parent[key] !== undefined) list[key] = structuredClone(parent[key])
  }
  for (const key of readKeys) {
    delete list[key]
    list._linked[key] = 'derived'
  }
}

/** One product with its history up to `end` (today). `parents` are products that it may derive from. */
function productHistory(
  n: number,
  main: MainCategoryKey,
  end: number,
  taken: Set<string>,
  parents: Parent[],
): SeedEntity & { list: ListData } {
  const draw = random(10_000 + n)
  const institution = draw.pick(['aare', 'aare', 'rhine', 'rhine', 'france', 'austria', 'sweden', 'hungary'])
  const people = staff[institution]!
  const name = newName(main, taken, draw)
  const fate = fates[n % fates.length]!
  const category = draw.pick(leafCategories(main))
  const own = draw.pick(companies.filter((c) => c.owner === institution || draw.chance(0.1)))
  const start = end - Math.floor((200 + draw.next() * 860) * dayMs)
  const parent = n % 13 === 5 ? parents.filter((p) => p.main === main).at(-1) : undefined
  const root = Object.assign(emptyList(), {
    _responsible: { institution: institutionId(institution), accountId: demoAccount(people[0]!) },
  })
  const h = new History(
    {
      isNationalPartner: parent !== undefined,
      isNationalPartnerInitial: parent !== undefined,
      invoiceFlags: {},
      listData: { [base]: root },
    },
    start,
    end,
    draw,
  )
  h.step(people[0]!, () => {}, [{ kind: 'created', list: base }], undefined, 2)
  h.step(
    people[0]!,
    (d) => {
      const list = d.listData[base]!
      list['basis-f1'] = { textValue: name }
      list._category = category
      if (!parent) describe(list, main, draw)
      // Numbers of its own: what the product is otherwise does not change with it.
      detail(list, main, name, h.day(200 + n), random(50_000 + n))
      if (parent) {
        d.derivedProductId = parent.id
        takeFrom(parent.list, list)
      }
    },
    [{ kind: 'nameChanged', list: base, to: name }, { kind: 'saved' }],
    'Antrag erfasst',
    10,
  )
  h.step(
    draw.pick(people),
    (d) => {
      const list = d.listData[base]!
      compose(list, main, draw)
      if (parent) {
        takeFrom(parent.list, list)
        list._components = structuredClone(parent.list._components)
      }
      list._companies['m1'] = { company: own.id, role: 'manufacturer', _order: 0 }
      list._companies['d1'] = {
        company: draw.chance(0.7) ? own.id : draw.pick(companies).id,
        role: 'distributor',
        _order: 1,
      }
      if (draw.chance(0.15))
        list._companies['r1'] = { company: draw.pick(companies).id, role: 'recipe-holder', _order: 2 }
      const permit = permits.find((p) => p.main.includes(main))
      if (permit)
        list._permits = {
          p1: {
            permit: permit.id,
            number: `${own.country}-${draw.between(1000, 9999)}-${draw.between(10, 99)}`,
          },
        }
      if (main === 'cleaning-disinfection-agents') list._risklabels = draw.some(optionIds('risk-phrase'), 2)
    },
    [{ kind: 'saved' }],
    'Rezeptur und Firmen',
  )
  const isActive = n % 29 !== 3
  if (isActive)
    h.step(
      people[0]!,
      (d) =>
        Object.assign(d.listData[base]!, {
          _active: true,
          activatedOn: h.now,
          activatedBy: demoAccount(people[0]!),
        }),
      [{ kind: 'activated', list: base }],
    )
  // 'dependent': approved under the standard that depends on the base approval, which itself is still missing.
  if (fate === 'approved' || fate === 'expired') approve(h, base, standardId('base'), people, fate, true)
  if (fate === 'approved' || fate === 'expired' || fate === 'dependent')
    approve(h, base, standardId('organic'), people, fate === 'dependent' ? 'approved' : fate, false)

  const offered = listRows.filter(
    (l) =>
      !l.hobby || ['fertilisers', 'plant-protection-agents', 'plant-strengthening-agents'].includes(main),
  )
  for (const row of draw.some(offered, draw.between(0, 4))) addList(h, row, n, own.id, isActive, fate, draw)
  if (n % 7 === 2) rename(h, people, name, draw, taken)
  if (n % 5 === 1)
    h.step(
      draw.pick(people),
      (d) => {
        const list = d.listData[base]!
        if (list['basis-f2']) list['basis-f2'] = description(main, draw)
        list['misc-f1'] = { dateValue: h.day(-draw.between(20, 200)) }
        list['basis-f7'] = {
          textValue: draw.pick([
            'Muster angefordert.',
            'Rückfrage beim Hersteller offen.',
            'Etikett 2. Auflage liegt vor.',
          ]),
        }
      },
      [{ kind: 'saved' }],
      'Jährliche Durchsicht',
    )
  if (fate === 'approved' && n % 3 === 0)
    h.step(
      people[0]!,
      (d) => {
        const rows = d.listData[base]!._approval
        for (const standard of Object.keys(rows))
          rows[standard] = { ...rows[standard]!, end: h.day(430), updatedBy: demoAccount(people[0]!) }
      },
      Object.keys(h.data.listData[base]!._approval).map((standard) => ({
        kind: 'approvalExtended',
        list: base,
        standard,
      })),
    )
  if (n % 41 === 7 && institution !== 'aare')
    h.step(
      'admin',
      (d) => {
        d.listData[base]!._responsible = {
          institution: institutionId('aare'),
          accountId: demoAccount('core'),
        }
      },
      [
        {
          kind: 'responsibilityChanged',
          list: base,
          from: institutionId(institution),
          to: institutionId('aare'),
        },
      ],
      'Zuständigkeit übernommen',
    )
  // What waits for a colleague was initiated lately.
  if (fate === 'initiated') {
    h.passUntil(4 + (n % 17))
    approve(h, base, standardId('base'), people, fate, true)
  }
  return { id: productId(n), entityclass: 'product', steps: h.steps, list: h.data.listData[base]! }
}

/** All 400 products, their histories ending at `today`. */
export function* productHistories(today: number): Generator<SeedEntity> {
  const taken = new Set<string>()
  const parents: Parent[] = []
  for (const [n, main] of mainCategoryOfEach.entries()) {
    const { list, ...seed } = productHistory(n, main, today, taken, parents)
    if (n % 13 !== 5) parents.push({ id: seed.id, main, list })
    yield seed
  }
}
