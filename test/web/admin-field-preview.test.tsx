/** A field of products is seen while it is defined, as the product page will draw it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { CallError } from '../../shared/errors.ts'
import { AdminScreen } from '../../web/features/admin/admin-screen.tsx'
import { PreviewContext } from '../../web/features/admin/entry-preview.tsx'
import { descriptions } from '../../web/features/admin/model/descriptions.ts'
import { FieldPreview } from '../../web/features/product/field-preview.tsx'
import { loadTexts } from '../../web/texts/texts.ts'
import { entity, type FakeServer, fakeServer, openScreen, provideDrawerHost, uuid } from './screen-kit.tsx'

const field = entity('fielddefinition', uuid(41), {
  path: 'basis-f41',
  type: 'select',
  displayType: 'tab',
  displayKey: 'main',
  title: { de_DE: 'Gebinde', en_GB: 'Packaging' },
  description: { de_DE: 'Wie es verkauft wird', en_GB: 'How it is sold' },
  sorting: 1,
  mandatory: true,
  secrecy: 'public',
  options: [
    { id: 'bag', title: { de_DE: 'Sack', en_GB: 'Bag' }, enabled: true },
    { id: 'drum', title: { de_DE: 'Fass', en_GB: 'Drum' }, enabled: true },
  ],
})

let server: FakeServer
provideDrawerHost()
beforeEach(async () => {
  await loadTexts('product')
  server = fakeServer()
  server.on(loadReference, ({ classes }) => ({
    classes: Object.fromEntries(
      classes.map((name) => [name, [field].filter((one) => one.entityclass === name)]),
    ),
  }))
  server.on(get, ({ id }) => {
    if (id !== field.id) throw new CallError('not_found', 'no')
    return field
  })
  server.on(execute, () => ({ list: [], count: 0 }))
})

const open = (entry: string) =>
  openScreen(
    [
      {
        path: '/admin',
        element: (
          <PreviewContext value={FieldPreview}>
            <AdminScreen description={descriptions.fielddefinition} />
          </PreviewContext>
        ),
      },
    ],
    `/admin?entry=${entry}&drawer=entry`,
  )
const preview = async () => within(await screen.findByRole('region', { name: 'Vorschau' }))

it('shows the field to fill in and to read, follows what is typed, and stores nothing', async () => {
  const user = userEvent.setup()
  open(field.id)
  const shown = await preview()
  expect(await shown.findByText('Wie es verkauft wird')).toBeDefined()
  await user.click(shown.getByRole('button', { name: /Gebinde/ }))
  await user.click(await screen.findByRole('option', { name: 'Fass' }))
  // In the control, and as it is read.
  await waitFor(() => expect(shown.getAllByText('Fass')).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'Ungespeicherte Änderungen' })).toBeNull()

  const [title] = await screen.findAllByRole('textbox', { name: /Titel.*Deutsch|Deutsch/ })
  await user.clear(title!)
  await user.click(title!)
  await user.paste('Verpackung')
  await waitFor(() => expect(shown.getAllByText('Verpackung').length).toBeGreaterThan(0))
  expect(await screen.findByRole('region', { name: 'Ungespeicherte Änderungen' })).toBeDefined()
})

it('says what is missing before there is anything to draw', async () => {
  open('new')
  const shown = await preview()
  expect(await shown.findByText(/Sobald Titel und Feldtyp feststehen/)).toBeDefined()
})
