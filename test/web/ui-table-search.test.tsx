/** The search field of a list, whose value comes back through the address. */
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TableSearch } from '../../web/ui/table-search.tsx'

/** An address that takes a value when it likes. */
function openField() {
  const told: string[] = []
  let arrive: (value: string) => void = () => {}
  function Late() {
    const [value, setValue] = useState('')
    arrive = setValue
    return <TableSearch value={value} onChange={(text) => told.push(text)} placeholder="Suchen" delay={1} />
  }
  render(<Late />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  return { told, field, arrive: (value: string) => act(() => arrive(value)) }
}

it('keeps what is typed on while the address still takes what was told before', async () => {
  const user = userEvent.setup()
  const { told, field, arrive } = openField()
  await user.type(field, 'al')
  await waitFor(() => expect(told.at(-1)).toBe('al'))
  await user.type(field, 'ma')
  await waitFor(() => expect(told.at(-1)).toBe('alma'))
  arrive('al')
  expect(field.value).toBe('alma')
  arrive('alma')
  expect(field.value).toBe('alma')
})

it('keeps what is typed also where that was told before, and taken back in between', async () => {
  const user = userEvent.setup()
  const { told, field, arrive } = openField()
  for (const [keys, text] of [
    ['al', 'al'],
    ['m', 'alm'],
    ['{Backspace}', 'al'],
  ] as const) {
    await user.type(field, keys)
    await waitFor(() => expect(told.at(-1)).toBe(text))
  }
  for (const text of ['al', 'alm', 'al']) {
    arrive(text)
    expect(field.value).toBe('al')
  }
})

it('follows the address that changes by other means', async () => {
  const user = userEvent.setup()
  const { told, field, arrive } = openField()
  await user.type(field, 'al')
  await waitFor(() => expect(told.at(-1)).toBe('al'))
  arrive('al')
  arrive('')
  expect(field.value).toBe('')
  arrive('al')
  expect(field.value).toBe('al')
})
