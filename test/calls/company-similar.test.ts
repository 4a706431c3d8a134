/** What the dialog for a new company asks the search for finds companies that it may be, and nothing that is hidden. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countryId } from '../../scripts/seed/people.ts'
import { create } from '../../shared/calls/bml/company/create.ts'
import { save } from '../../shared/calls/bml/company/save.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Row } from '../../shared/model/answers.ts'
import {
  type Entry,
  judgedColumns,
  nameAsked,
  similarFilter,
  similarOf,
} from '../../web/features/companies/model/similar.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const core = h.as('core')
  const inCity = (city: string, isHidden = false) => [
    { op: 'add' as const, path: '/contactPersons/p1', value: { isMain: true, lastName: 'Frei' } },
    {
      op: 'add' as const,
      path: '/addresses/a1',
      value: { type: 'main', country: countryId('CH'), city, visibleToOwnerOnly: isHidden },
    },
  ]
  const made = async (name: string, city: string, isHidden = false) => {
    const { id } = await core.call(create, { name })
    await core.call(save, { id, rev: 1, patch: inCity(city, isHidden) })
  }
  await made('Grünmühle & Söhne AG', 'Zürich')
  await made('Weißtal Biodünger', 'Lausanne')
  await made('Bio Hof Steiner', 'Bern')
  await made('Steinacher Pilze', 'Bern')
  await made('Verborgen Saatgut', 'Geheimwil', true)
  await core.call(create, { name: 'Ganz Anders SA', taxIdCh: 'CHE-116.281.710 MWST' })
  await core.call(create, { name: 'Tout Autre SARL', taxId: 'FR 83 404 833 048' })
  await h.indexed()
})
afterAll(() => h.close())

async function hints(entry: Partial<Entry>, user: 'core' | 'national' = 'core') {
  const whole: Entry = { name: '', city: '', taxNumber: '', ...entry }
  const filter = similarFilter(whole)
  if (!filter) return []
  const { list } = await h.as(user).call(execute, {
    entityClass: 'company',
    attributeFilter: filter,
    columns: judgedColumns,
    pagination: { start: 0, limit: 100 },
  })
  return similarOf(whole, list as Row[]).map(({ name, reasons }) => [name, ...reasons.map((r) => r.key)])
}

describe('a new company is recognised', () => {
  it.each([
    ['Gruenmuehle und Soehne', 'name'],
    ['Grunmuhle Sohne AG', 'name'],
    ['Grünmühle Söne', 'spelling'],
  ])('by its name, also written %s', async (name, reason) => {
    expect(await hints({ name })).toEqual([['Grünmühle & Söhne AG', reason]])
  })
  it('by ss for ß, and by one word for two', async () => {
    expect(await hints({ name: 'Weisstal Bioduenger GmbH' })).toEqual([['Weißtal Biodünger', 'name']])
    expect(await hints({ name: 'Biohof Steiner' })).toEqual([['Bio Hof Steiner', 'name']])
  })
  it('by a word of its name and the city, however that is written, and not by the city alone', async () => {
    expect(await hints({ name: 'Gruenmuehle Gartenbau Handel' })).toEqual([])
    expect(await hints({ name: 'Gruenmuehle Gartenbau Handel', city: '8000 Zuerich' })).toEqual([
      ['Grünmühle & Söhne AG', 'words', 'city'],
    ])
    expect(await hints({ name: 'Gruenmuehle Gartenbau Handel', city: 'Bern' })).toEqual([])
    expect(await hints({ name: 'Kompostwerk', city: 'Bern' })).toEqual([])
  })
  it.each([
    ['CHE116281710', 'Ganz Anders SA'],
    ['che 116 281 710 tva', 'Ganz Anders SA'],
    ['116.281.710', 'Ganz Anders SA'],
    ['FR83404833048', 'Tout Autre SARL'],
  ])('by its tax number, also written %s', async (taxNumber, name) => {
    expect(await hints({ name: 'Irgendwas', taxNumber })).toEqual([[name, 'taxNumber']])
  })
  it('whatever is typed, at a price that the search takes', async () => {
    const name = 'Überkühlung Äußere Mühlengüter Größenwähler Öffentliche Königsgrün Vermögensbüro'
    expect(await hints({ name, city: 'Sankt Gallen am Bodensee', taxNumber: 'NL 123 456 789 B01' })).toEqual(
      [],
    )
  })
  it('by a name as long as one may be, in a city of many words', async () => {
    const name = `Grünmühle & Söhne AG ${'Gartenbau '.repeat(60)}`.slice(0, 500)
    const asked = nameAsked(name)
    expect(name.startsWith(asked!)).toBe(true)
    await h.as('core').call(execute, { entityClass: 'company', name: asked! })
    expect(await hints({ name, city: 'Zürich '.repeat(70) })).toEqual([['Grünmühle & Söhne AG', 'words']])
    const words = Array.from({ length: 40 }, (_, n) => `Ort${n}`).join(' ')
    expect(await hints({ name: 'Gruenmuehle Soehne', city: words })).toEqual([
      ['Grünmühle & Söhne AG', 'name'],
    ])
  })
  it('by no tax number that only ends alike', async () => {
    expect(await hints({ taxNumber: '281710' })).toEqual([])
  })
  it('by no address that is the owner’s only', async () => {
    const entry = { name: 'Verborgen Gemüsebau Handelshaus', city: 'Geheimwil' }
    expect(await hints(entry)).toEqual([['Verborgen Saatgut', 'words', 'city']])
    expect(await hints(entry, 'national')).toEqual([])
  })
})

it('takes city and tax number into the new company', async () => {
  const { data } = await h
    .as('core')
    .call(create, { name: ' Neuling AG ', city: ' Chur ', taxId: ' DE136695976 ' })
  expect(data.baseData).toMatchObject({ name: 'Neuling AG', taxId: 'DE136695976' })
  expect(Object.values(data.addresses)).toMatchObject([{ type: 'main', city: 'Chur' }])
})
