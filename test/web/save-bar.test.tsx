import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SaveBar } from '../../web/ui/save-bar.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an error that is told below the field with the focus is brought out from behind the bar', () => {
  const watched = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #told: () => void
      constructor(told: () => void) {
        this.#told = told
      }
      observe(element: Element) {
        watched.set(element, this.#told)
      }
      unobserve(element: Element) {
        watched.delete(element)
      }
      disconnect() {
        watched.clear()
      }
    },
  )
  render(
    <>
      <div className="product-field">
        <input aria-label="Amount" />
      </div>
      <SaveBar changes={1} onSave={() => {}} onDiscard={() => {}} />
    </>,
  )
  const input = screen.getByRole('textbox', { name: 'Amount' })
  const field = input.parentElement!
  const bar = document.querySelector('section')!
  input.focus()
  const shown = vi.fn()
  field.scrollIntoView = shown
  bar.getBoundingClientRect = () => ({ top: 500 }) as DOMRect
  field.getBoundingClientRect = () => ({ bottom: 490 }) as DOMRect
  watched.get(field)!()
  expect(shown).not.toHaveBeenCalled()
  field.getBoundingClientRect = () => ({ bottom: 515 }) as DOMRect
  watched.get(field)!()
  expect(shown).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
})

test('a bar that goes with the focus in it gives it back to the field it came from', async () => {
  const Page = ({ changes, hasField = true }: { changes: number; hasField?: boolean }) => (
    <main>
      {hasField && <input aria-label="Amount" />}
      <SaveBar changes={changes} onSave={() => {}} onDiscard={() => {}} />
    </main>
  )
  const { rerender } = render(<Page changes={0} />)
  const input = screen.getByRole('textbox', { name: 'Amount' })
  input.focus()
  rerender(<Page changes={1} />)
  screen.getAllByRole('button').at(-1)!.focus()
  rerender(<Page changes={0} />)
  await waitFor(() => expect(document.activeElement).toBe(input))
  rerender(<Page changes={1} />)
  screen.getAllByRole('button').at(-1)!.focus()
  rerender(<Page changes={0} hasField={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
