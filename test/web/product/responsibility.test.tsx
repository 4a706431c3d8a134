import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listbyinstitution } from '../../../shared/calls/auth/account/listbyinstitution.ts'
import { setresponsibility } from '../../../shared/calls/bml/product/setresponsibility.ts'
import { notFound } from '../../../shared/errors.ts'
import {
  colleagueId,
  institutionId,
  meId,
  openProduct,
  productServer,
  startData,
  viewFor,
} from './page-kit.tsx'

async function open() {
  await openProduct()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Zuständigkeit ändern' }))
  const dialog = await screen.findByRole('dialog', { name: /Zuständigkeit für/ })
  return { user, dialog }
}
const people = [
  { id: colleagueId, fullname: 'Ben Kollege' },
  { id: meId, fullname: 'Vera Beispiel' },
]

test('the people of the institution are looked up, and the chosen one becomes responsible', async () => {
  const { fake } = productServer()
  fake.on(listbyinstitution, () => ({ list: people }))
  fake.on(setresponsibility, ({ rev }) => viewFor(startData(), rev + 1) as never)
  const { user, dialog } = await open()
  expect(fake.inputs(listbyinstitution)).toEqual([{ institution: institutionId }])
  await user.click(within(dialog).getByRole('button', { name: /Person/ }))
  await user.click(await screen.findByRole('option', { name: 'Vera Beispiel' }))
  await user.click(within(dialog).getByRole('button', { name: 'Zuständigkeit ändern' }))
  await waitFor(() =>
    expect(fake.inputs(setresponsibility)).toMatchObject([{ institution: institutionId, accountId: meId }]),
  )
})

test('who is responsible already is named even where they are no longer offered', async () => {
  const { fake } = productServer()
  fake.on(listbyinstitution, () => ({ list: [] }))
  const { dialog } = await open()
  expect(within(dialog).getByRole('button', { name: /Person/ }).textContent).toContain('Ben Kollege')
})

test('a look-up that failed is told, and is tried again when asked', async () => {
  const { fake } = productServer()
  fake.on(listbyinstitution, () => {
    throw notFound(institutionId)
  })
  const { user, dialog } = await open()
  await user.click(within(dialog).getByRole('button', { name: /Person/ }))
  fake.on(listbyinstitution, () => ({ list: people }))
  await user.click(await screen.findByRole('button', { name: 'Nochmals versuchen' }))
  expect(await screen.findByRole('option', { name: 'Vera Beispiel' })).toBeTruthy()
})
