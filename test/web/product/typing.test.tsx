/** What is typed into numbers, shares and dates stays as it is typed; what cannot be read is never saved in part. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { approvals } from '../../../shared/calls/bml/product/approvals.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { baseList, setValue } from '../../../web/features/product/model/draft.ts'
import { uuid } from '../screen-kit.tsx'
import { nationalId, openProduct, productServer, startData } from './page-kit.tsx'

const saveKeys = '{Control>}s{/Control}'
const withRows = () => {
  const components = {
    base: { c1: { component: uuid(950), amount: 64, secrecy: 'public' as const, _order: 0 } },
    additional: {},
  }
  const table = { tableValue: { r1: { amount: { numberValue: 25 }, _order: 0 } } }
  return setValue(
    setValue(startData(), baseList, '_components', components),
    baseList,
    'packaging-table',
    table,
  )
}
const bar = () => within(screen.getByRole('region', { name: 'Ungespeicherte Änderungen' }))
async function edit(list?: string) {
  const server = productServer(withRows())
  server.fake.on(execute, () => ({ list: [], count: 0 }) as never)
  const { router } = await openProduct(list)
  await screen.findByText('Name und Kategorie')
  const user = userEvent.setup()
  await user.keyboard('e')
  const field = async (name: string | RegExp) =>
    (await screen.findByRole('textbox', { name })) as HTMLInputElement
  const retype = async (name: string | RegExp, text: string) => {
    const input = await field(name)
    await user.clear(input)
    await user.type(input, text)
    return input
  }
  return { server, user, router, field, retype }
}

describe('what cannot be read', () => {
  test.each([
    [
      /^Menge von Unbekannte/,
      '7o',
      'Komponenten › Unbekannte Komponente › Menge',
      'Keine Prozentangabe. Zum Beispiel 64,1 %',
    ],
    ['Wartezeit', 'drei', 'Wartezeit', 'Keine Zahl. Zum Beispiel 1234,5'],
    [
      'Auf dem Markt seit',
      '31.13.2027',
      'Auf dem Markt seit',
      'Kein Datum. Zum Beispiel 31.12., 31.12.26 oder +1j',
    ],
    ['Menge, Zeile 1', '2 5', 'Packungen › Zeile 1 › Menge', 'Keine Zahl. Zum Beispiel 1234,5'],
  ])(
    'at %s is said in words, counted, and keeps the save from happening',
    async (name, text, title, words) => {
      const { server, user, retype, field } = await edit()
      await retype(name, text)
      expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
      await user.keyboard(saveKeys)
      const inBar = await bar().findByRole('button', { name: /–/ })
      expect(inBar.textContent?.replaceAll('\u00a0', ' ')).toBe(`${title} – ${words}`)
      // The bar leads to the field.
      ;(document.activeElement as HTMLElement).blur()
      await user.click(inBar)
      const typed = await field(name)
      await waitFor(() => expect(document.activeElement).toBe(typed))
      expect(screen.getByRole('alert').textContent?.replaceAll('\u00a0', ' ')).toBe(words)
      expect((await field(name)).value).toBe(text)
      expect(server.fake.inputs(save)).toEqual([])
      expect(server.now().rev).toBe(1)
    },
  )

  test('is not left without a question; discarding brings back what was there', async () => {
    const { user, router, retype, field } = await edit()
    await retype(/^Menge von Unbekannte/, '7o')
    void router.navigate('/elsewhere')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getAllByRole('button', { name: 'Abbrechen' }).at(-1) as HTMLElement)
    expect((await field(/^Menge von Unbekannte/)).value).toBe('7o')
    await user.click(screen.getByRole('button', { name: 'Verwerfen' }))
    await user.keyboard('e')
    expect((await field(/^Menge von Unbekannte/)).value).toBe('64')
  })

  test('goes with its row, and is still there on another tab of the page', async () => {
    const { user, retype, field } = await edit()
    await retype(/^Menge von Unbekannte/, '7o')
    await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
    await user.click(screen.getByRole('tab', { name: /^Stammdaten/ }))
    expect((await field(/^Menge von Unbekannte/)).value).toBe('7o')
    await user.click(screen.getByRole('button', { name: 'Unbekannte Komponente entfernen' }))
    await user.keyboard(saveKeys)
    await waitFor(() => expect(screen.queryByText(/Keine Prozentangabe/)).toBeNull())
  })

  test('is saved once it was put right, with the unit typed behind it', async () => {
    const { server, user, retype } = await edit()
    await retype(/^Menge von Unbekannte/, '7o')
    await retype(/^Menge von Unbekannte/, '70,5 %')
    await user.keyboard(saveKeys)
    await waitFor(() => expect(server.now().rev).toBe(2))
    expect(server.now().data.listData[baseList]?._components?.base['c1']?.amount).toBe(70.5)
  })
})

test('changes are counted as fields: an overridden value with its link is one, and so are all languages of a text', async () => {
  const { user, field } = await edit(nationalId)
  await user.click(await screen.findByRole('button', { name: /^GTIN: / }))
  expect(screen.getByText('1 ungespeicherte Änderung')).toBeTruthy()
  await user.type(await field('Beschreibung, Deutsch'), 'a')
  await user.type(await field('Beschreibung, Englisch'), 'b')
  expect(screen.getByText('2 ungespeicherte Änderungen')).toBeTruthy()
})

test('the end of an approval that is no date blocks the button and is said in words', async () => {
  const { server, user } = await edit()
  await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
  await user.click(await screen.findByRole('button', { name: 'Basiszulassung: Einleiten' }))
  const dialog = await screen.findByRole('dialog')
  const end = within(dialog).getByRole('textbox', { name: 'Ende' }) as HTMLInputElement
  await user.clear(end)
  await user.type(end, '31.13.2027')
  const button = within(dialog).getByRole('button', { name: 'Einleiten' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await user.tab()
  expect(within(dialog).getByText(/^Kein Datum/)).toBeTruthy()
  expect(end.value).toBe('31.13.2027')
  await user.clear(end)
  expect(button.disabled).toBe(true)
  await user.type(end, '31.12.2027')
  expect(button.disabled).toBe(false)
  expect(server.fake.inputs(approvals)).toEqual([])
})

test('a code whose check digit does not fit is warned of once it is left, and saved as it is', async () => {
  const { server, user, retype } = await edit()
  const warning = 'Die Prüfziffer stimmt nicht. Bitte prüfen Sie die Nummer.'
  const input = await retype('GTIN', '4006381333932')
  expect(screen.queryByText(warning)).toBeNull()
  await user.tab()
  const said = await screen.findByText(warning)
  expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(said.id)
  await retype('GTIN', '333')
  await user.tab()
  expect(await screen.findByText('Eine GTIN hat 8, 12, 13 oder 14 Ziffern.')).toBeTruthy()
  await user.keyboard(saveKeys)
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  expect(server.now().data.listData[baseList]?.['basis-f5']).toEqual({ textValue: '333' })
})
