/** An import may leave out what a form wants; what contradicts itself it refuses as a save does, place by place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniqueKey } from '../../functions/domain/entity/unique-values.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import type { ListData } from '../../shared/model/product.ts'
import { ids } from './harness.ts'
import { company } from './import-items.ts'
import {
  base,
  fr,
  type Json,
  national,
  openStaffWorld,
  product,
  type StaffWorld,
  source,
} from './import-staff.world.ts'

let w: StaffWorld
beforeAll(async () => {
  w = await openStaffWorld()
})
afterAll(() => w.h.close())

const distributor = { company: ids.company.belmont, role: 'distributor' }
const twoDistributors = {
  _companies: { a: distributor, b: { ...distributor, company: ids.company.nordhain } },
}
/** Places of the reasons, and what stands at each. */
interface Told {
  params: { path: { place: string }; problem: { key: string } }
}
const told = ({ errors }: Awaited<ReturnType<StaffWorld['take']>>) =>
  errors.flatMap(({ text }) => {
    const places = (text?.params?.['places'] ?? []) as unknown as Told[]
    return places.map(({ params: { path, problem } }) => [path.place, problem.key])
  })

it('is the reason of the item in a dry run as in the run, and nothing of it is stored', async () => {
  const entry = await w.h.as('admin').call(create, {
    entityclass: 'checklist',
    data: { title: { de_DE: 'Prüfung' }, modus: 'default', active: true },
  })
  const use = await w.h
    .as('admin')
    .call(create, { entityclass: 'hobbygarden', data: { title: { de_DE: 'Rosen' }, kind: 'plant' } })
  const span = { date: '2026-02-01T04:00:00.000Z', until: '2026-01-01T04:00:00.000Z' }
  const lists: [said: { base?: Json; [list: string]: Json | undefined }, place: string, key: string][] = [
    [{ base: twoDistributors }, `${base}/_companies/b/role`, 'singleRole'],
    [{ [fr]: national(twoDistributors) }, `${fr}/_companies/b/role`, 'singleRole'],
    [
      { base: { _permits: { a: { number: 'W 1' }, b: { number: ' w  1' } } } },
      `${base}/_permits/b/number`,
      'permitTwice',
    ],
    [{ base: { _hobbygarden: [use.id] } }, `${base}/_hobbygarden`, 'hobbyNotHere'],
    [
      { base: { _checklist: { [entry.id]: span } } },
      `${base}/_checklist/${entry.id}/until`,
      'checklistDates',
    ],
    [{ [fr]: national({ _category: ids.category.compost }) }, `${fr}/_category`, 'mainCategoriesDiffer'],
  ]
  const items = lists.map(([said], n) => product(`contrary-${n}`, said))
  for (const dryrun of [true, false]) {
    const job = await w.take([...items, product('accepted', { [fr]: national() })], { dryrun })
    expect(told(job)).toEqual(lists.map(([, place, key]) => [`/listData/${place}`, key]))
    expect(job).toMatchObject({ failed: lists.length, result: { created: 1 } })
  }
  const stored = lists.map((_, n) =>
    w.h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:contrary-${n}`)),
  )
  expect((await Promise.all(stored)).filter(Boolean)).toEqual([])
})

it('is one of a company too: two main contacts, a contact at no address', async () => {
  const { data, ...item } = company('contrary', 'Zwist AG', 'Bern')
  const contactPersons = { a: { isMain: true }, b: { isMain: true, address: 'nowhere' } }
  const job = await w.take([{ ...item, data: { ...data, contactPersons } }])
  expect(told(job)).toEqual([
    ['/contactPersons/b/isMain', 'companyManyMainContacts'],
    ['/contactPersons/b/address', 'companyContactAddress'],
  ])
})

it('is not that a VAT number is missing that staff want, nor how one is written', async () => {
  const { data, ...item } = company('vat', 'Steuer AG', 'Bern')
  const baseData = { name: 'Steuer AG', forceTaxId: true }
  const numbers = { taxId: 'DE 12', taxIdCh: 'CHE-107' }
  for (const [said, outcome] of [
    [{}, 'created'],
    [numbers, 'changed'],
    [{}, 'changed'],
  ] as const) {
    const job = await w.take([{ ...item, data: { ...data, baseData: { ...baseData, ...said } } }])
    expect(job).toMatchObject({ failed: 0, errors: [], result: { [outcome]: 1 } })
  }
})

it('is told of what staff entered too; what was stored so before keeps no item out', async () => {
  await w.take([product('theirs', {})])
  const change = async (to: (data: ListData) => void) => {
    const { id } = await w.get('theirs')
    const stored = (await w.h.ports.entities.get(id))!
    const data = structuredClone(stored.data) as { listData: Record<string, ListData> }
    to(data.listData[base]!)
    await w.h.ports.entities.put({ ...stored, data }, { expectRev: stored.rev })
  }
  const second = { 'tiny:2': { company: ids.company.nordhain, role: 'manufacturer' } }
  const holder = (role: string) => ({ 'tiny:2': { ...second['tiny:2'], role } })
  await w.take([product('theirs', { base: { _companies: second } })])
  await change((list) => {
    list._companies['own'] = { ...distributor, _order: -1 } as never
  })
  const contrary = await w.take([product('theirs', { base: { _companies: holder('distributor') } })])
  expect(told(contrary)).toEqual([[`/listData/${base}/_companies/tiny:2/role`, 'singleRole']])
  await change((list) => {
    list._companies['tiny:2']!.role = 'distributor'
  })
  const job = await w.take([product('theirs', { base: { _companies: second, _remark: { de_DE: 'neu' } } })])
  expect(job.errors).toEqual([])
  expect(await w.listOf('theirs', base)).toMatchObject({ _remark: { de_DE: 'neu' } })
})
