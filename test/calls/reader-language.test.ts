/** Answers that name something in one language name it in the reader's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { listaccounts } from '../../shared/calls/auth/domain/listaccounts.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { aggregatesearch } from '../../shared/calls/bml/product/aggregatesearch.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { fixedIds, type Locale } from '../../shared/constants.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
const { aare } = ids.institution
beforeAll(async () => {
  h = await startHarness()
  for (const id of [aare, ids.category.compost]) {
    const entity = (await h.ports.entities.get(id))!
    const title = { de_DE: 'Auf Deutsch', fr_FR: 'En français', hu_HU: 'Magyarul' }
    await h.ports.entities.put({ ...entity, data: { ...entity.data, title } }, { expectRev: entity.rev })
  }
  h.clock.advance(61)
  await h.indexed()
})
afterAll(() => h.close())

async function named(language: Locale | undefined) {
  const admin = h.as('admin')
  const { rev, userData } = await admin.call(getaccount, {})
  const { selectedUiLanguage: _, ...rest } = userData
  const saved = await admin.call(updateaccount, {
    rev,
    userData: { ...rest, ...(language && { selectedUiLanguage: language }) },
  })
  // The account of a token may be some seconds old.
  h.clock.advance(61)
  const account = await admin.call(getaccount, {})
  const { list } = await admin.call(listaccounts, {})
  const { buckets } = await admin.call(aggregatesearch, { targetField: 'category' })
  const titles = [saved, account, ...list].map((one) => one.institutions.find(({ id }) => id === aare)?.title)
  return [
    ...titles,
    (await admin.call(load, { id: ids.company.nordhain })).titles[aare],
    buckets.find(({ key }) => key === ids.category.compost)?.title,
  ]
}

test('institutions of accounts and companies, and what is counted by its name', async () => {
  for (const [language, title] of [
    ['fr_FR', 'En français'],
    ['hu_HU', 'Magyarul'],
    // Without a text in this language: the default one.
    ['it_IT', 'Auf Deutsch'],
    [undefined, 'Auf Deutsch'],
  ] as const)
    expect([language, ...new Set(await named(language))]).toEqual([language, title])
})

test('what nobody did', async () => {
  const { system } = fixedIds.account
  const nameIn = async (language: Locale) => {
    await named(language)
    return (await h.as('admin').call(byIds, { ids: [system] })).people[system]
  }
  expect([await nameIn('fr_FR'), await nameIn('hu_HU')]).toEqual(['Système', 'Rendszer'])
})

test('what keeps an entry from being deleted', async () => {
  await named('hu_HU')
  const country = await h.as('admin').call(create, {
    entityclass: 'country',
    data: { title: { de_DE: 'Land' }, isoCode: 'XN' },
  })
  await h.as('admin').call(create, {
    entityclass: 'region',
    data: { title: { de_DE: 'Gegend', hu_HU: 'Vidék' }, country: country.id },
  })
  const { details } = await failureOf(h.as('admin').call(disable, { id: country.id }))
  expect(details.namedBy?.list).toMatchObject([{ title: 'Vidék' }])
})
