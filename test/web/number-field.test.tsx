/** A number whose unit changes while something stands in it that cannot be read. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { NumberField } from '../../web/ui/number-field.tsx'
import { useOwnTyping } from '../../web/ui/typed-input.tsx'

function Amount() {
  const [unit, setUnit] = useState('%')
  const [value, setValue] = useState<number>()
  const typing = useOwnTyping()
  return (
    <>
      <NumberField ariaLabel="Gehalt" unit={unit} value={value} onChange={setValue} typing={typing} />
      <p>{typing.problem ?? `gilt: ${value}`}</p>
      <button type="button" onClick={() => setUnit('kg')}>
        in Kilogramm
      </button>
    </>
  )
}

it('says what it is not, by the unit that it has now', async () => {
  const user = userEvent.setup()
  render(<Amount />)
  await user.type(screen.getByRole('textbox', { name: 'Gehalt' }), '7o')
  await user.tab()
  expect(screen.getByText(/^Keine Prozentangabe/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'in Kilogramm' }))
  expect(await screen.findByText(/^Keine Zahl/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Gehalt' }) as HTMLInputElement).value).toBe('7o')
})

it('takes what can be read with the unit that it has now', async () => {
  const user = userEvent.setup()
  render(<Amount />)
  await user.type(screen.getByRole('textbox', { name: 'Gehalt' }), '7 kg')
  await user.tab()
  expect(screen.getByText(/^Keine Prozentangabe/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'in Kilogramm' }))
  expect(await screen.findByText('gilt: 7')).toBeTruthy()
})
