import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SettingsPanel } from '../../web/features/settings/settings-panel.tsx'
import { fakeServer, openScreen } from './screen-kit.tsx'

it('says of search and columns each what the list does where they are not set', async () => {
  fakeServer()
  await openScreen([{ path: '/', element: <SettingsPanel /> }], '/')
  expect(await screen.findByText('Nicht gesetzt: Die Liste öffnet ohne Filter.')).toBeTruthy()
  expect(screen.getByText('Nicht gesetzt: Die Liste öffnet mit den üblichen Spalten.')).toBeTruthy()
})
