/** Which languages the fields of a product show: the person's own, or the list's where the person prefers them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateaccount } from '../../../shared/calls/auth/account/updateaccount.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { nationalId, openProduct, productServer } from './page-kit.tsx'

const offered = async () => {
  const user = userEvent.setup()
  await screen.findByText('Name und Kategorie')
  await user.keyboard('e')
  const boxes = await screen.findAllByRole('textbox', { name: /^Anwendung, / })
  return boxes.map((box) => box.getAttribute('aria-label'))
}

describe('languages of a multilingual field', () => {
  beforeEach(() => {
    const { fake } = productServer()
    fake.on(updateaccount, ({ rev, userData }) => ({ rev: rev + 1, userData }) as never)
  })

  it("are the person's own", async () => {
    await openProduct(nationalId)
    expect(await offered()).toEqual(['Anwendung, Deutsch', 'Anwendung, Englisch'])
  })

  it("are the list's, where the person prefers them", async () => {
    await openProduct(nationalId, {}, { overrideMultiLangFieldsWithListData: true })
    expect(await offered()).toEqual(['Anwendung, Französisch', 'Anwendung, Italienisch'])
  })

  it('are preferred from the options of the page, as a setting of the person', async () => {
    await openProduct(nationalId)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Optionen' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Sprachen der Liste vorziehen' }))
    await user.click(
      within(await screen.findByRole('dialog'))
        .getAllByRole('button', { name: 'Schließen' })
        .at(-1)!,
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await offered()).toEqual(['Anwendung, Französisch', 'Anwendung, Italienisch'])
  })

  it('stay the own ones where the list has none', async () => {
    await openProduct(baseList, {}, { overrideMultiLangFieldsWithListData: true })
    expect(await offered()).toEqual(['Anwendung, Deutsch', 'Anwendung, Englisch'])
  })
})
