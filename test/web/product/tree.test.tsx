/** Choosing from a tree: grouped options of a field, and components. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { load as loadReference } from '../../../shared/calls/eav/reference/load.ts'
import { execute } from '../../../shared/calls/search/search/execute.ts'
import { CallError } from '../../../shared/errors.ts'
import { baseList } from '../../../web/features/product/model/draft.ts'
import { entity, uuid } from '../screen-kit.tsx'
import { field, openProduct, productServer, reference } from './page-kit.tsx'

const option = (id: string, title: string, group?: string) => ({
  id,
  title: { de_DE: title },
  enabled: true,
  group,
})
const edit = async () => {
  const user = userEvent.setup()
  await screen.findByText('Name und Kategorie')
  await user.keyboard('e')
  return user
}

it('options in groups are a tree: opened group by group, or searched', async () => {
  const server = productServer()
  const quality = field(90, 'treeselect', 'basis-f90', 'Reinheit', {
    groups: [
      { id: 'g1', title: { de_DE: 'Fein' } },
      { id: 'g2', title: { de_DE: 'Grob' } },
    ],
    options: [option('a', 'gemahlen', 'g1'), option('b', 'gesiebt', 'g1'), option('c', 'geschrotet', 'g2')],
  })
  server.fake.on(loadReference, () => ({
    classes: { ...reference, fielddefinition: [...reference.fielddefinition, quality] },
  }))
  await openProduct()
  const user = await edit()
  await user.click(await screen.findByRole('button', { name: 'Reinheit ändern' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reinheit' }))
  const tree = within(dialog.getByRole('tree', { name: 'Reinheit' }))
  expect((tree.getByRole('radio', { name: 'Fein' }) as HTMLInputElement).disabled).toBe(true)
  expect(tree.queryByRole('radio', { name: 'gesiebt' })).toBeNull()
  await user.click(tree.getAllByRole('button')[0]!)
  expect(await tree.findByRole('radio', { name: 'gesiebt' })).toBeTruthy()
  await user.type(dialog.getByRole('searchbox'), 'schrot')
  await user.click(await tree.findByRole('radio', { name: 'geschrotet' }))
  expect(tree.queryByRole('radio', { name: 'gesiebt' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(server.fake.inputs(save)[0]?.patch).toEqual([
      { op: 'add', path: `/listData/${baseList}/basis-f90`, value: { selectValue: 'c' } },
    ]),
  )
})

it('a component is added from the tree of all of them, with the secrecy of its main category', async () => {
  const server = productServer()
  const component = (n: number, title: string, more: object = {}) =>
    entity('component', uuid(n), { title: { de_DE: title }, disabled: false, order: n, ...more })
  const all = [
    component(950, 'Stickstoff'),
    component(951, 'Ammonium', { parent: uuid(950) }),
    component(952, 'Harnstoff', { parent: uuid(950), disabled: true }),
  ]
  server.fake.on(execute, ({ pagination }) => {
    const { start = 0 } = pagination as { start?: number }
    return { list: all.slice(start), count: all.length }
  })
  await openProduct()
  const user = await edit()
  await user.click((await screen.findAllByRole('button', { name: 'Aus dem Komponentenbaum' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Komponente wählen' }))
  await dialog.findByRole('radio', { name: 'Stickstoff' })
  await user.type(dialog.getByRole('searchbox'), 'stoff')
  const harnstoff = await dialog.findByRole('radio', { name: /Harnstoff/ })
  expect((harnstoff as HTMLInputElement).disabled).toBe(true)
  await user.clear(dialog.getByRole('searchbox'))
  await user.type(dialog.getByRole('searchbox'), 'ammon')
  await user.click(await dialog.findByRole('radio', { name: 'Ammonium' }))
  await user.click(dialog.getByRole('button', { name: 'Komponente hinzufügen' }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
  expect(server.fake.inputs(save)[0]?.patch).toEqual([
    expect.objectContaining({ value: { component: uuid(951), secrecy: 'core-partners', _order: 0 } }),
  ])
})

it('says in the tree that the components could not be loaded, and asks again', async () => {
  const server = productServer()
  server.fake.on(execute, () => {
    throw new CallError('search_unavailable', 'search is away')
  })
  await openProduct()
  const user = await edit()
  await user.click((await screen.findAllByRole('button', { name: 'Aus dem Komponentenbaum' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Komponente wählen' }))
  await dialog.findByText('Laden fehlgeschlagen')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  server.fake.on(execute, () => ({
    list: [entity('component', uuid(950), { title: { de_DE: 'Stickstoff' }, order: 1 })],
    count: 1,
  }))
  await user.click(dialog.getByRole('button', { name: 'Nochmals versuchen' }))
  await dialog.findByRole('radio', { name: 'Stickstoff' })
  expect(dialog.queryByText('Laden fehlgeschlagen')).toBeNull()
})
