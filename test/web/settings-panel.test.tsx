import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { updateaccount } from '../../shared/calls/auth/account/updateaccount.ts'
import { SettingsPanel } from '../../web/features/settings/settings-panel.tsx'
import { fakeServer, openScreen } from './screen-kit.tsx'

it('says of search and columns each what the list does where they are not set', async () => {
  fakeServer()
  await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
  expect(await screen.findByText('Nicht gesetzt: Die Liste öffnet sich ohne Filter.')).toBeTruthy()
  expect(screen.getByText('Nicht gesetzt: Die Liste öffnet sich mit den üblichen Spalten.')).toBeTruthy()
})

it('says that mails need an address, where they are wanted and none is given', async () => {
  fakeServer()
  await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
  const user = userEvent.setup()
  const address = await screen.findByRole('textbox', { name: 'Adresse für Benachrichtigungen' })
  await user.clear(address)
  expect(screen.queryByText('Geben Sie an, wohin die E-Mails gesendet werden sollen.')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'E-Mail bei neuen Notizen' }))
  expect(screen.getByText('Geben Sie an, wohin die E-Mails gesendet werden sollen.')).toBeTruthy()
  await user.type(address, 'a@b.example')
  expect(screen.queryByText('Geben Sie an, wohin die E-Mails gesendet werden sollen.')).toBeNull()
})

it('keeps the focus on the button that saved or discarded, which says that nothing is left to do', async () => {
  const server = fakeServer()
  server.on(updateaccount, () => ({}) as never)
  await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
  const user = userEvent.setup()
  const isStillOn = async (button: HTMLElement) => {
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    // A browser takes the focus from a button that is disabled for good.
    expect([document.activeElement, (button as HTMLButtonElement).disabled]).toEqual([button, false])
  }
  const mails = await screen.findByRole('checkbox', { name: 'E-Mail bei neuen Notizen' })
  await user.click(mails)
  const save = screen.getByRole('button', { name: 'Speichern' })
  await user.click(save)
  await waitFor(() => expect(server.inputs(updateaccount)).toHaveLength(1))
  await isStillOn(save)
  await user.click(save)
  expect(server.inputs(updateaccount)).toHaveLength(1)
  await user.click(mails)
  const discard = screen.getByRole('button', { name: 'Verwerfen' })
  await user.click(discard)
  await isStillOn(discard)
})

it('of an address that is none offers the way there on leaving, not saving', async () => {
  const server = fakeServer()
  const { router } = await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
  const user = userEvent.setup()
  const address = await screen.findByRole('textbox', { name: 'Adresse für Benachrichtigungen' })
  await user.clear(address)
  await user.type(address, 'anna')
  void router.navigate('/elsewhere')
  await user.click(await screen.findByRole('button', { name: 'Zum ersten Fehler' }))
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(server.inputs(updateaccount)).toEqual([])
})
