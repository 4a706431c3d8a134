/** Documents of a product in a real browser: hashed in its worker, sent to their address, fetched and shown. */
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maxUploadBytes } from '../../shared/constants.ts'
import type { ProductView } from '../../shared/model/product.ts'
import { addressOf, apiAs, baseList, takeProduct } from './api.ts'
import { expectAccessible, gone, openWindows, seen } from './browser.ts'
import { saved } from './product-page.ts'

const windows = openWindows()

/** A red picture of 8 × 8 points. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])
  const lines = Buffer.concat(
    Array.from({ length: 8 }, () => Buffer.from([0, ...Array(8).fill([255, 0, 0]).flat()])),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** Two lists that the viewer edits, and no documents yet. */
const isFit = ({ data, may }: ProductView) =>
  Object.keys(data.listData).filter((list) => may[list]?.includes('product:edit')).length > 1 &&
  Object.values(data.listData).every((list) => Object.keys(list._documents).length === 0)

test('documents are uploaded, one as large as can be, typed, saved, fetched and shown; a page of script stays a file', async () => {
  const api = await apiAs('core')
  const { id, ...view } = await takeProduct(api, isFit)
  const page = await windows.signIn('core', `${addressOf({ id, ...view })}?tab=documents`)
  await seen(page.getByText(/^oder hierher ziehen/))
  await expectAccessible(page, 'no documents yet')
  const large = Buffer.alloc(maxUploadBytes, 7)
  const script = '<script>document.title = "ran"</script>'
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Etikett ő.png', mimeType: 'image/png', buffer: png() },
    { name: 'Gutachten.pdf', mimeType: 'application/pdf', buffer: large },
    { name: 'Seite.html', mimeType: 'text/html', buffer: Buffer.from(script) },
    { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await seen(page.getByText('Die Datei ist leer.'))
  await page.getByRole('button', { name: 'leer.txt: Meldung ausblenden' }).click()
  await gone(page.getByRole('list', { name: 'Dateien werden hochgeladen' }))
  const table = page.getByRole('table', { name: 'Dokumente' })
  expect(await table.getByRole('row').count()).toBe(4)
  await expectAccessible(page, 'documents to edit')
  await table.getByRole('button', { name: 'Art von Etikett ő.png' }).click()
  await page.getByRole('option').nth(1).click()
  await page.keyboard.press('Control+s')
  await saved(page)
  await page.keyboard.press('Escape')

  await page.reload()
  const documents = Object.values((await api.product(id)).data.listData[baseList]!._documents)
  expect(documents.map(({ fileName, type }) => [fileName, type !== undefined]).sort()).toEqual([
    ['Etikett ő.png', true],
    ['Gutachten.pdf', false],
    ['Seite.html', false],
  ])
  const ofScript = page.getByRole('button', { name: 'Seite.html herunterladen' })
  const [fetched] = await Promise.all([page.waitForEvent('download'), ofScript.click()])
  expect(fetched.suggestedFilename()).toBe('Seite.html')
  expect(await page.title()).not.toBe('ran')
  await page.getByRole('button', { name: 'Etikett ő.png ansehen' }).click()
  const picture = page.getByRole('img', { name: 'Etikett ő.png' })
  await seen(picture)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8)
  await expectAccessible(page, 'a picture')
})
