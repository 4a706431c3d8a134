import { act, render, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useRowsThatFit } from '../../web/ui/fit-rows.ts'
import { useTablePreferences } from '../../web/ui/table-preferences.ts'

let drawn: (number | undefined)[] = []
function List({ isComfortable = false }) {
  drawn.push(useRowsThatFit({ id: 'products', isComfortable, wrapLines: false, hasUnder: false }))
  return null
}
const first = (list = <List />) => {
  drawn = []
  render(list).unmount()
  return drawn[0]
}
beforeEach(() => localStorage.clear())

it('how many rows fit is measured once drawn, and known at once the next time', () => {
  expect(first()).toBeUndefined()
  const measured = drawn.at(-1)
  expect(measured).toBeGreaterThanOrEqual(5)
  expect(first()).toBe(measured)
})

it('is measured anew in another window and for rows of another height', () => {
  first()
  expect(first(<List isComfortable />)).toBeUndefined()
  const height = window.innerHeight
  first()
  window.innerHeight = height + 300
  expect(first()).toBeUndefined()
  window.innerHeight = height
})

it.each(['x', '768 false false 0', `${window.innerHeight} false false 9999`])(
  'does not believe %s',
  (kept) => {
    localStorage.setItem('inputlist.rows.products', kept)
    expect(first()).toBeUndefined()
  },
)

it('rows have a second line while the column that says the same was taken away by hand', () => {
  const columns = ['name', 'institution'].map((id) => ({ id, title: id, isDefault: true }))
  const hasUnder = (visible: readonly string[]) => !visible.includes('institution')
  const { result } = renderHook(() =>
    useTablePreferences('things', columns, { pageSize: 25, fits: true, hasUnder }),
  )
  const rows = result.current.pageSize
  const choose = (visible: boolean) =>
    act(() =>
      result.current.set({
        columns: [
          { id: 'name', visible: true },
          { id: 'institution', visible },
        ],
      }),
    )
  choose(false)
  expect(result.current.pageSize).toBeLessThan(rows)
  choose(true)
  expect(result.current.pageSize).toBe(rows)
})
