/** Where a dialog begins, and where the focus is once it is closed. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import Select from '@cloudscape-design/components/select'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { DialogHost } from '../../web/frame/dialog-host.tsx'
import { confirm, confirmUnsaved, warn } from '../../web/frame/dialogs.ts'
import { showError } from '../../web/frame/notify.ts'
import { Shortcuts } from '../../web/frame/shortcuts.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'
import { VerbDialog } from '../../web/ui/verb-dialog.tsx'

const hasFocus = (role: string, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
const verb = (children: ReactNode) =>
  render(
    <VerbDialog title="Titel" verb="Tun" onVerb={() => {}} onClose={() => {}}>
      {children}
    </VerbDialog>,
  )
const choices = [
  { value: 'a', label: 'Erstes' },
  { value: 'b', label: 'Zweites' },
]

it('a dialog begins at its first field that can be used', async () => {
  verb(
    <>
      <Button>Mehr</Button>
      <input aria-label="Gesperrt" disabled />
      <input aria-label="Name" />
      <input aria-label="Ort" />
    </>,
  )
  await hasFocus('textbox', 'Name')
})

it('Enter in a line does what the button does, where that can be done', async () => {
  const done = vi.fn()
  function Asked({ isBusy = false }) {
    const [name, setName] = useState('')
    return (
      <VerbDialog
        title="Titel"
        verb="Tun"
        isBusy={isBusy}
        isBlocked={name === ''}
        onVerb={() => done(name)}
        onClose={() => {}}
      >
        <Input ariaLabel="Name" value={name} onChange={({ detail }) => setName(detail.value)} />
        <textarea aria-label="Text" />
        <input aria-label="Suche" type="search" />
        <input aria-label="Ja" type="checkbox" />
      </VerbDialog>
    )
  }
  const { rerender } = render(<Asked />)
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'Name' })
  await user.type(field, '{Enter}')
  expect(done).not.toHaveBeenCalled()
  for (const other of ['Text', 'Suche', 'Ja']) await user.type(screen.getByLabelText(other), '{Enter}')
  await user.type(field, 'Kalk')
  rerender(<Asked isBusy />)
  await user.type(field, '{Enter}')
  expect(done).not.toHaveBeenCalled()
  rerender(<Asked />)
  await user.type(field, '{Enter}')
  expect(done.mock.calls).toEqual([['Kalk']])
})

it('of choices it begins at the one that is chosen, of a select at its button', async () => {
  const { unmount } = verb(<RadioGroup ariaLabel="Was" value="b" items={choices} />)
  await hasFocus('radio', 'Zweites')
  unmount()
  verb(
    <FormField label="Was">
      <Select options={choices} selectedOption={null} placeholder="wählen" />
    </FormField>,
  )
  await waitFor(() => expect(document.activeElement?.textContent).toContain('wählen'))
})

it('without a field it begins at the way out', async () => {
  verb(<p>Das geschieht.</p>)
  await hasFocus('button', 'Abbrechen')
})

it.each([
  [
    'confirmation',
    () => void confirm({ title: 'Löschen', text: 'Weg.', verb: 'Löschen' }),
    'button',
    'Abbrechen',
  ],
  [
    'confirmation by name',
    () => void confirm({ title: 'Löschen', text: 'Weg.', verb: 'Löschen', typeName: 'Humus' }),
    'textbox',
    'Zum Bestätigen „Humus“ eingeben',
  ],
  ['unsaved changes', () => void confirmUnsaved(), 'button', 'Abbrechen'],
  ['warning', () => void warn({ title: 'Gelöscht', text: 'Ist weg.' }), 'button', 'Schließen'],
  ['error', () => showError(new Error('kaputt')), 'button', 'Schließen'],
])('so does every question that is asked: %s', async (_, ask, role, name) => {
  render(<DialogHost />)
  ask()
  await screen.findByRole('dialog')
  await waitFor(() => {
    const found = screen.getAllByRole(role, { name })
    expect(found).toContain(document.activeElement)
    expect(document.activeElement?.closest('[class*="dismiss-control"]')).toBeNull()
  })
})

it('the keys that `?` shows leave the focus where it was; from nowhere it goes to the page', async () => {
  render(
    <main>
      <button type="button">Weiter</button>
      <Shortcuts />
    </main>,
  )
  const user = userEvent.setup()
  const see = async () => {
    await user.keyboard('?')
    await screen.findByRole('dialog')
    await hasFocus('button', 'Schließen')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await see()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await user.tab()
  await hasFocus('button', 'Weiter')
  expect(screen.getByRole('main').hasAttribute('tabindex')).toBe(false)
  await see()
  await hasFocus('button', 'Weiter')
})

it('where the button that opened it is gone, the focus goes to the page', async () => {
  function Removal() {
    const [state, setState] = useState<'there' | 'asked' | 'gone'>('there')
    return (
      <main>
        {state !== 'gone' && (
          <button type="button" onClick={() => setState('asked')}>
            Entfernen
          </button>
        )}
        {state === 'asked' && (
          <Dialog
            header="Entfernen"
            onDismiss={() => {}}
            footer={<Button onClick={() => setState('gone')}>Ja</Button>}
          />
        )}
      </main>
    )
  }
  render(<Removal />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Entfernen' }))
  await hasFocus('button', 'Ja')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
