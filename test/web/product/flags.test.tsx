import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setflags } from '../../../shared/calls/bml/product/setflags.ts'
import { history } from '../../../shared/calls/eav/entity/history.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { entity, uuid } from '../screen-kit.tsx'
import { colleagueId, openProduct, productServer, reference, startData } from './page-kit.tsx'

const [free, fresh, old, gone] = [uuid(960), uuid(961), uuid(962), uuid(963)]
const flag = (id: string, title: string, enabled = true) =>
  entity('selectoption', id, { type: 'invoice-flags', title: { de_DE: title }, enabled, order: 0 })
const options = [flag(free, 'Gebührenfrei'), flag(fresh, 'Neuaufnahme'), flag(old, 'Abgeschafft', false)]

async function open(flags: Record<string, number>, may = ['product:flag']) {
  const server = productServer({ ...startData(), invoiceFlags: flags }, may)
  const { fake } = server
  fake.on(loadReference, () => ({ classes: { ...reference, selectoption: options } }) as never)
  fake.on(history, ({ before }) => ({
    count: 1,
    list: [
      {
        rev: (before ?? 2) - 1,
        updated: '2026-03-02T08:00:00.000Z',
        updatedBy: colleagueId,
        updatedByName: 'Ben Kollege',
      },
    ],
  }))
  fake.on(setflags, ({ rev, set = [], remove = [] }) => {
    server.set((data) => {
      const kept = Object.entries(data.invoiceFlags).filter(([one]) => !remove.includes(one))
      return {
        ...data,
        invoiceFlags: Object.fromEntries([...kept, ...set.map((one) => [one, rev + 1] as const)]),
      }
    })
    return server.now() as never
  })
  await openProduct()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Aktionen/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Kennzeichnungen/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Kennzeichnungen' })
  return { user, dialog, fake }
}

test('flags are set and removed together, and the message takes it back', async () => {
  const { user, dialog, fake } = await open({ [free]: 2 })
  const box = (name: RegExp) => within(dialog).getByRole('checkbox', { name })
  expect(await within(dialog).findByText(/Ben Kollege \(Revision 2\)/)).toBeTruthy()
  const verb = within(dialog).getByRole('button', { name: 'Kennzeichnungen speichern' })
  expect(verb).toHaveProperty('disabled', true)
  // What is not offered any more is there only where it is set.
  expect(within(dialog).queryByRole('checkbox', { name: /Abgeschafft/ })).toBeNull()
  await user.click(box(/Gebührenfrei/))
  await user.click(box(/Neuaufnahme/))
  await user.click(verb)
  await waitFor(() => expect(fake.inputs(setflags)).toMatchObject([{ set: [fresh], remove: [free] }]))
  await user.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  await waitFor(() => expect(fake.inputs(setflags).at(-1)).toMatchObject({ set: [free], remove: [fresh] }))
})

test('who may not flag sees which flags are set, also those that are not offered any more, and no verb', async () => {
  const { dialog } = await open({ [old]: 2, [gone]: 1 }, [])
  for (const name of [/Abgeschafft/, /Unbekannte Kennzeichnung/])
    expect(within(dialog).getByRole('checkbox', { name }).getAttribute('aria-disabled')).toBe('true')
  expect(within(dialog).queryByRole('checkbox', { name: /Neuaufnahme/ })).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Kennzeichnungen speichern' })).toBeNull()
})
