import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Shortcuts } from '../../web/frame/shortcuts.tsx'
import { changeLocale } from '../../web/texts/texts.ts'
import { openDialogs } from '../../web/ui/dialog.tsx'

it('the question mark shows what the keys do, but not while somebody types it', async () => {
  render(
    <>
      <input aria-label="Feld" />
      <Shortcuts />
    </>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox'), '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(document.body)
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Strg KÜberall suchen')
  expect(dialog.textContent).toContain('EBearbeiten')
  // Toasts are behind it, and wait for its end.
  expect(openDialogs.get()).toBe(1)
})

it('names the keys as they are printed on the keyboards of the language', async () => {
  await changeLocale('fr_FR')
  render(<Shortcuts />)
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('EntréeChoisir et ouvrir une ligne')
  expect(dialog.textContent).toContain('ÉchapTerminer la modification')
  await changeLocale('de_DE')
})

it('Escape closes a dialog also after a click on its text', async () => {
  render(<Shortcuts />)
  const user = userEvent.setup()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByText('Suchen'))
  expect(document.activeElement).toBe(document.body)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a closed list of options that is not shown takes no key', async () => {
  // So Cloudscape leaves a select with a filter.
  render(
    <>
      <div style={{ display: 'none' }}>
        <div role="dialog" aria-label="Listen" />
      </div>
      <Shortcuts />
    </>,
  )
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).toBeTruthy()
})
