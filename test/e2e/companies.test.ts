import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load } from '../../shared/calls/bml/company/load.ts'
import { type Api, apiAs, companyOf } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'

const windows = openWindows()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Kundennummer, Name oder Kürzel' })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** A company that this user's institution owns, with a main address and a main contact. */
const ownCompany = (api: Api) =>
  companyOf(
    api,
    ({ may, data: { addresses, contactPersons } }) =>
      may.includes('company:edit') && Boolean(addresses['main'] && contactPersons['main']),
  )

test('find a company by its number and by a part of its name', async () => {
  const company = await ownCompany(await apiAs('core'))
  const { name, customerNumber } = company.data.baseData
  const page = await windows.signIn('core')
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Firmen' }).click()
  await seen(page.getByRole('table', { name: 'Firmen' }))
  await expectAccessible(page, 'the company list')
  await search(page).fill(String(customerNumber))
  await seen(link(page, name))
  await expect.poll(() => page.locator('a[data-row-link]').count()).toBe(1)
  await search(page).fill(name.slice(1, -1).toUpperCase())
  await seen(link(page, name))
  await search(page).press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { level: 1, name }))
})

test('edit an address and a contact: what is wrong is said at the field, then it saves and is in the history', async () => {
  const api = await apiAs('core')
  const company = await ownCompany(api)
  const { name } = company.data.baseData
  const page = await windows.signIn('core', `/company/view/${company.id}`)
  await seen(page.getByRole('heading', { level: 1, name }))
  await expectAccessible(page, 'a company to read')
  await page.keyboard.press('e')

  const address = page.getByRole('region', { name: /Hauptadresse/ })
  await seen(address)
  await expectAccessible(page, 'a company to edit')
  const street = `Prüfweg ${company.rev}`
  await address.getByLabel('Straße').fill(street)
  await address.getByLabel('Telefon').fill('keine Nummer')
  const person = page.getByRole('region', {
    name: new RegExp(`Hauptansprechperson|${company.data.contactPersons['main']?.lastName}`),
  })
  await person.getByLabel('E-Mail').fill('keine Adresse')
  await page.keyboard.press('Control+s')
  await seen(address.getByText('Das ist keine Telefonnummer.'))
  await seen(person.getByText('Das ist keine E-Mail-Adresse.'))
  expect(await address.getByLabel('Telefon').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'a company with errors')
  expect((await api.call(load, { id: company.id })).rev).toBe(company.rev)

  await address.getByLabel('Telefon').fill('+41 62 555 01 02')
  await person.getByLabel('E-Mail').fill('kontakt@beispiel.example')
  await page.keyboard.press('Control+s')
  await gone(page.getByRole('region', { name: 'Ungespeicherte Änderungen' }))
  const after = await api.call(load, { id: company.id })
  expect(after.rev).toBe(company.rev + 1)
  expect(after.data.addresses['main']).toMatchObject({ street, phone: '+41 62 555 01 02' })
  expect(after.data.contactPersons['main']).toMatchObject({ email: 'kontakt@beispiel.example' })

  await page.getByRole('button', { name: 'Verlauf öffnen' }).click()
  const history = page.getByRole('complementary', { name: 'Verlauf' })
  await seen(history.getByText(street).first())
  await seen(history.getByText('Matthias Egger').first())
  await expectAccessible(page, 'the history of a company')
})

test('a company of another institution can be read, not edited', async () => {
  const api = await apiAs('national')
  const { id, data } = await ownCompany(await apiAs('core'))
  expect((await api.call(load, { id })).may).not.toContain('company:edit')
  const page = await windows.signIn('national', `/company/view/${id}`)
  await seen(page.getByRole('heading', { level: 1, name: data.baseData.name }))
  await seen(page.getByText('Nur lesen'))
  await page.keyboard.press('e')
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Bearbeiten|hinzufügen/ }).count()).toBe(0)
})
