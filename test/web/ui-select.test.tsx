import { render, screen } from '@testing-library/react'

import { expect, test } from 'vitest'
import { AsyncSelect, type Choice } from '../../web/ui/async-select.tsx'

const found: Choice[] = [{ id: '1', label: 'Muster AG' }]
const nothing = () => {}
const search = async () => found
const names = () => screen.getAllByRole('button').map((button) => nameOf(button))
/** As a screen reader puts it together. */
const nameOf = (element: Element) =>
  (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
    .filter(Boolean)
    .join(' ')

test('an empty choice whose label stands in it is called by it once', () => {
  render(
    <AsyncSelect
      ariaLabel="Firma suchen"
      placeholder="Firma suchen"
      search={search}
      value={undefined}
      onChange={nothing}
    />,
  )
  expect(screen.getByRole('button', { name: 'Firma suchen' })).toBeTruthy()
  expect(names()).toEqual(['Firma suchen'])
})

test('the label stays where something else stands in the choice', () => {
  const view = render(<AsyncSelect ariaLabel="Firma" search={search} value={undefined} onChange={nothing} />)
  expect(screen.getByRole('button', { name: 'Firma Auswählen' })).toBeTruthy()
  view.rerender(
    <AsyncSelect
      ariaLabel="Firma"
      placeholder="Firma"
      search={search}
      value={{ id: '1', label: 'Muster AG' }}
      onChange={nothing}
    />,
  )
  expect(screen.getByRole('button', { name: 'Firma Muster AG' })).toBeTruthy()
})
