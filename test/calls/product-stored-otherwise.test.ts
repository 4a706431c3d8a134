/** Products that another version stored with what this one does not know: the rest of them is saved, through the runtime. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base } = ids.list
const patch = async (id: string, ...patch: JsonPatch) =>
  h.as('core').call(save, { id, rev: await h.revOf(id), patch })
/** Writes past the rules, as another version would have. */
async function storedWith(change: Record<string, unknown>) {
  const { id } = await h.as('core').call(create, {})
  await patch(id, set(base, 'basis-f1', text('Von einst')))
  const entity = (await h.ports.entities.get('product', id))!
  const data = structuredClone(entity.data)
  Object.assign(data.listData[base]!, change)
  await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
  return id
}
const listOf = async (id: string) =>
  listIn(await h.as('core').call(load, { id }), base) as unknown as Record<string, unknown>

const note = { read: true, at: '2020-01-01T04:00:00.000Z', by: ids.institution.rhine, colour: 'red' }
test.each([
  ['a key of the list', { _former: { a: 1 } }],
  ['a key of one of its rows', { _notes: { n: note } }],
] as const)('%s keeps nobody from saving another field, and stays', async (_, stored) => {
  const id = await storedWith(stored)
  await patch(id, set(base, 'basis-f7', text('neu')))
  expect(await listOf(id)).toMatchObject({ ...stored, 'basis-f7': text('neu') })
})

test.each([
  [
    'a wrong row',
    { _companies: { old: { company: ids.company.nordhain, role: 'brewer' } } },
    '_companies/new',
  ],
  [
    'a wrong component',
    {
      _components: { base: { old: { component: ids.component.horn, secrecy: 'whispered' } }, additional: {} },
    },
    '_components/base/new',
  ],
] as const)(
  '%s keeps nobody from saving the rest, stays, and is judged once it is changed',
  async (_, stored, place) => {
    const id = await storedWith(stored)
    await patch(id, set(base, 'basis-f7', text('neu')))
    expect(await listOf(id)).toMatchObject({ ...stored, 'basis-f7': text('neu') })
    const old = place.replace('new', 'old')
    const isCompany = place.startsWith('_companies')
    const right = isCompany
      ? { company: ids.company.belmont, role: 'recipe-holder' }
      : { component: ids.component.horn, secrecy: 'public' }
    // Beside it another row is saved; wrong ones are not, and the old one only right.
    await patch(id, set(base, place, right))
    const wrong = isCompany ? { ...right, role: 'cook' } : { ...right, secrecy: 'loud' }
    for (const [at, value] of [
      [place, wrong],
      [place.replace('new', 'third'), wrong],
      [`${old}/_order`, 'first'],
      [`${old}/colour`, 'red'],
    ] as const)
      expect(await refusal(patch(id, set(base, at, value)))).toMatchObject({ status: 400 })
    await patch(id, set(base, old, right))
  },
)

test('another row beside one that stays is saved, and no key that is not known is added', async () => {
  const id = await storedWith({ _permits: { old: { number: 'A', _order: 1, since: 1999 } } })
  await patch(id, set(base, '_permits/new', { number: 'B', _order: 2 }))
  expect(await listOf(id)).toMatchObject({
    _permits: { old: { number: 'A', since: 1999 }, new: { number: 'B', _order: 2 } },
  })
  for (const [place, value] of [
    ['_permits/old/until', 2001],
    ['_permits/old/since', 2000],
    ['_permits/third', { number: 'C', since: 1999 }],
    ['_former', {}],
  ] as const)
    expect(await refusal(patch(id, set(base, place, value)))).toMatchObject({
      status: place === '_former' ? 422 : 400,
    })
})
