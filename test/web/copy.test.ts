/** A link that is still being made when it is copied, by the rules of three browsers. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyText } from '../../web/ui/copy.ts'

let isInClick: boolean
let copied: string | undefined
const onlyInClick = () => {
  if (!isInClick) throw new DOMException('not allowed', 'NotAllowedError')
}
class Item {
  readonly parts: Record<string, Promise<Blob>>
  constructor(parts: Record<string, Promise<Blob>>) {
    this.parts = parts
  }
}
const writesPromises = async ([item]: Item[]) => {
  onlyInClick()
  copied = await (await item!.parts['text/plain']!).text()
}
function browser(write: (items: Item[]) => Promise<void>, check: () => void) {
  const writeText = async (text: string) => {
    check()
    copied = text
  }
  vi.stubGlobal('ClipboardItem', Item)
  vi.stubGlobal('navigator', { clipboard: { write, writeText } })
}
/** Clicks; the text comes when the click is over. */
async function click(text: Promise<string>) {
  isInClick = true
  const copying = copyText(text)
  isInClick = false
  return copying
}
const later = async () => {
  await Promise.resolve()
  return 'https://inputlist.example/?s=1'
}
beforeEach(() => {
  copied = undefined
})
afterEach(() => vi.unstubAllGlobals())

it('is promised to the clipboard while the click lasts, as Safari wants it', async () => {
  browser(writesPromises, onlyInClick)
  await click(later())
  expect(copied).toBe('https://inputlist.example/?s=1')
})
it('is written when it is there where the browser takes no promises', async () => {
  browser(
    () => Promise.reject(new TypeError('no promises')),
    () => {},
  )
  await click(later())
  expect(copied).toBe('https://inputlist.example/?s=1')
})
it('is not copied where it could not be made, and says why', async () => {
  browser(writesPromises, () => {})
  await expect(click(Promise.reject(new Error('no link')))).rejects.toThrow('no link')
  expect(copied).toBeUndefined()
})
