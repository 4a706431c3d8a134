/** A new product is stored by its first save, and not before. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { applyJsonPatch } from '../../../shared/rules/json-patch.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { pageHead } from '../../../web/frame/page.tsx'
import { uuid } from '../screen-kit.tsx'
import { categoryId, institutionId, meId, openProduct, productServer, text, viewFor } from './page-kit.tsx'
import { listOf, productWith } from './samples.ts'

const saveKeys = '{Control>}s{/Control}'
const responsible = { _responsible: { institution: institutionId, accountId: meId } }
const blank = (more: object = { _category: categoryId }) =>
  viewFor(productWith({ [baseList]: listOf({ ...responsible, ...more }) }), 1)
async function opened(start = blank) {
  const { fake } = productServer()
  const made = new Map<string, ReturnType<typeof blank>>()
  fake.on(create, ({ dryrun, patch = [] }) => {
    const outcome = applyJsonPatch(start().data, patch)
    if (!outcome.ok) throw new Error(outcome.path)
    const view = { ...viewFor(outcome.document, 1), id: dryrun ? uuid(998) : uuid(999) }
    if (!dryrun) made.set(view.id, view)
    return view as never
  })
  fake.on(load, ({ id }) => made.get(id) as never)
  const { router } = await openProduct(baseList, {}, {}, 'new')
  const user = userEvent.setup()
  const name = (await screen.findByRole('textbox', { name: 'Handelsname' })) as HTMLInputElement
  const stored = () => fake.inputs(create).filter((input) => !input.dryrun)
  return { fake, user, name, router, stored, made }
}

test('opens with its fields and the focus in the first; leaving without input stores nothing', async () => {
  const { router, name, stored, fake } = await opened()
  expect(pageHead.get().title).toBe('Neues Produkt')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(screen.queryByRole('tab', { name: 'Zulassungen' })).toBeNull()
  await router.navigate('/elsewhere')
  await screen.findByText('another screen')
  expect(stored()).toEqual([])
  expect(fake.inputs(save)).toEqual([])
})

test('says that there is nothing to save as long as nothing was entered', async () => {
  const { user, name, stored } = await opened()
  await user.keyboard(saveKeys)
  await screen.findByText('Es gibt nichts zu speichern.')
  expect(stored()).toEqual([])
  await user.type(name, 'K')
  await waitFor(() => expect(screen.queryByText('Es gibt nichts zu speichern.')).toBeNull())
})

test('is made by its first save, has its own address then, and goes on as any other', async () => {
  const { router, user, name, stored, fake } = await opened()
  await user.type(name, 'Kalk')
  await user.keyboard(saveKeys)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${uuid(999)}/${baseList}`))
  expect(stored()).toHaveLength(1)
  expect(stored()[0]?.patch).toEqual([
    { op: 'add', path: `/listData/${baseList}/basis-f1`, value: text('Kalk') },
  ])
  await waitFor(() => expect(pageHead.get().title).toBe('Kalk'))
  // The focus stays where it was, and so does editing.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Handelsname' })),
  )
  fake.on(save, () => viewFor(blank().data, 2) as never)
  await user.type(screen.getByRole('textbox', { name: 'Handelsname' }), '!')
  await user.keyboard(saveKeys)
  await waitFor(() => expect(fake.inputs(save)).toHaveLength(1))
  expect(fake.inputs(save)[0]).toMatchObject({ id: uuid(999), rev: 1 })
  expect(stored()).toHaveLength(1)
})

test('is saved on the way to somewhere else, where the person then is', async () => {
  const { router, user, name, stored } = await opened()
  await user.type(name, 'Kalk')
  void router.navigate('/elsewhere')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Speichern' }))
  await screen.findByText('another screen')
  expect(stored()).toHaveLength(1)
  expect(router.state.location.pathname).toBe('/elsewhere')
})

test('whose first save had no answer is not made twice', async () => {
  const { user, name, fake, stored } = await opened()
  await user.type(name, 'Kalk')
  await fake.setOffline(true)
  await user.keyboard(saveKeys)
  await screen.findByText(/wird gespeichert, sobald sie wieder da ist/)
  await fake.setOffline(false)
  await waitFor(() => expect(pageHead.get().title).toBe('Kalk'))
  expect(stored()).toHaveLength(1)
})

test('is not stored before its mandatory fields are filled: what is missing is said', async () => {
  const { user, stored } = await opened(() => blank({}))
  await user.type(screen.getByRole('textbox', { name: 'GTIN' }), '1')
  await user.keyboard(saveKeys)
  const bar = screen.getByRole('region', { name: 'Ungespeicherte Änderungen' })
  await within(bar).findByText(/Pflichtfeld|Keine Kategorie/)
  // It is said once at the field: by its error.
  const field = screen.getByText('Keine Kategorie gewählt!').closest('fieldset')!
  expect(within(field).getAllByText(/Keine Kategorie gewählt/)).toHaveLength(1)
  expect(screen.getByText('Pflichtfeld')).toBeTruthy()
  expect(stored()).toEqual([])
})
