/** Keys of the page while a list of options has the focus. */
import Select from '@cloudscape-design/components/select'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SaveBar } from '../../web/ui/save-bar.tsx'
import { useKeysPastLists } from '../../web/ui/select-keys.ts'

const percent = { value: 'percent', label: '%' }
const options = [percent, { value: 'piece', label: 'Stück' }]
function Page({ onSave }: { onSave: (unit: string) => void }) {
  const [unit, setUnit] = useState(percent)
  useKeysPastLists()
  return (
    <>
      <Select
        ariaLabel="Einheit"
        options={options}
        selectedOption={unit}
        onChange={({ detail }) => setUnit(detail.selectedOption as typeof percent)}
      />
      <SaveBar changes={1} onSave={() => onSave(unit.value)} onDiscard={() => {}} />
    </>
  )
}

test('Ctrl S saves what a list of options shows, and chooses nothing else there', async () => {
  const user = userEvent.setup()
  const save = vi.fn()
  render(<Page onSave={save} />)
  screen.getByRole('button', { name: /Einheit/ }).focus()
  await user.keyboard('{Control>}s{/Control}')
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('percent'))
  // A letter alone still chooses what begins with it.
  await user.keyboard('s')
  expect(screen.getByRole('button', { name: /Einheit/ }).textContent).toContain('Stück')
})
