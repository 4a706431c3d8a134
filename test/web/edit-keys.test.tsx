/** Keys of a page, and of the drawer beside it. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useEditKeys, useEscape } from '../../web/ui/edit-keys.ts'

const close = vi.fn()
const leave = vi.fn()
function Page({ isEditing }: { isEditing: boolean }) {
  useEditKeys({ onEdit: undefined, onLeave: isEditing ? leave : undefined })
  useEscape(close)
  return (
    <>
      {/* As Cloudscape does: what sets the width of a drawer prevents keys that it has no use for. */}
      <div
        role="slider"
        aria-label="Breite"
        aria-valuenow={1}
        tabIndex={0}
        onKeyDown={(event) => event.preventDefault()}
      />
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Nimmt die Taste
      </button>
    </>
  )
}

test('Escape closes the drawer from what sets its width too, once the page has left editing', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Page isEditing />)
  screen.getByRole('slider').focus()
  await user.keyboard('{Escape}')
  expect([leave.mock.calls.length, close.mock.calls.length]).toEqual([1, 0])
  rerender(<Page isEditing={false} />)
  await user.keyboard('{Escape}')
  expect([leave.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
  screen.getByRole('button').focus()
  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
})
