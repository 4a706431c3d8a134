/** A colleague takes the parent away, and deletes it, while the product is open. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { load } from '../../../shared/calls/bml/product/load.ts'
import type { ListData, ProductData } from '../../../shared/model/product.ts'
import { baseList, stored } from '../../../web/features/product/model/draft.ts'
import { uuid } from '../screen-kit.tsx'
import { openProduct, productServer, startData, text } from './page-kit.tsx'
import { listOf } from './samples.ts'

const parentId = uuid(900)
const gtin = text('7610000000017')
const ofParent = (value: unknown) => ({
  source: 'derived',
  value,
  fromProduct: parentId,
  fromList: baseList,
})

/** GTIN and remark of the base list are the parent's. */
async function open() {
  const { listData, ...rest } = startData()
  const { 'basis-f5': _, ...base } = listData[baseList] as ListData
  const server = productServer({
    ...rest,
    derivedProductId: parentId,
    listData: {
      ...listData,
      [baseList]: listOf({ ...base, _linked: { 'basis-f5': 'derived', 'basis-f7': 'derived' } }),
    },
  })
  server.fake.on(load, () => {
    const view = server.now()
    const hasParent = view.data.derivedProductId !== undefined
    const resolved = { [baseList]: { 'basis-f5': ofParent(gtin), 'basis-f7': ofParent(text('Vom Stamm')) } }
    return { ...view, resolved: hasParent ? resolved : {} } as never
  })
  await openProduct()
  const user = userEvent.setup()
  await screen.findByText('Vom Stamm')
  await user.keyboard('e')
  return { server, user }
}
/** The GTIN becomes the product's own, the remark of the parent may not be seen by those responsible. */
const withoutParent = ({ derivedProductId: _, ...data }: ProductData): ProductData => ({
  ...data,
  listData: {
    ...data.listData,
    [baseList]: listOf({ ...data.listData[baseList], _linked: {}, 'basis-f5': gtin }),
  },
})

test('what is empty without the parent is told in words; what was typed is saved', async () => {
  const { server, user } = await open()
  const name = await screen.findByRole('textbox', { name: 'Handelsname' })
  await user.clear(name)
  await user.type(name, 'Meiner')
  server.set(withoutParent)
  await user.keyboard('{Control>}s{/Control}')
  expect(
    await screen.findByText(
      'Das Produkt hat kein Stammprodukt mehr: Jemand hat es inzwischen entfernt. Jetzt ohne Wert: Interne Bemerkung.',
    ),
  ).toBeTruthy()
  const { data } = server.now()
  expect(stored(data, baseList, 'basis-f1')).toEqual(text('Meiner'))
  expect(stored(data, baseList, 'basis-f5')).toEqual(gtin)
  expect(data.derivedProductId).toBeUndefined()
})

test('what was typed instead of the value of the parent is kept by a decision', async () => {
  const { server, user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Interne Bemerkung: eigenen Wert eingeben' }))
  const remark = await screen.findByRole('textbox', { name: 'Interne Bemerkung' })
  await user.clear(remark)
  await user.type(remark, 'Meine')
  server.set(withoutParent)
  await user.keyboard('{Control>}s{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Gleichzeitig geändert' })
  await user.click(within(dialog).getByRole('radio', { name: /^Ihre Eingabe/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(stored(server.now().data, baseList, 'basis-f7')).toEqual(text('Meine')))
  expect(server.now().data.listData[baseList]?._linked).toEqual({})
})
