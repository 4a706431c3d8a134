import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { useDrawer } from '../../web/frame/page.tsx'
import { readListState, useListState, writeListState } from '../../web/ui/list-state.ts'

const schema = z.object({
  text: z.string(),
  page: z.number().int().min(1),
  sort: z.string().regex(/^[a-z]+:(asc|desc)$/),
  filter: z.array(z.object({ field: z.string(), value: z.string() })),
})
const defaults = { text: '', page: 1, sort: 'name:asc', filter: [] }
const read = (query: string) => readListState(schema, defaults, new URLSearchParams(query))

describe('the state in the address', () => {
  it('is the default where nothing is said', () => {
    expect(read('')).toEqual(defaults)
  })
  it('is read by the schema, key by key: what is wrong falls back alone', () => {
    expect(read('text=42&page=3&sort=rev:desc')).toEqual({
      ...defaults,
      text: '42',
      page: 3,
      sort: 'rev:desc',
    })
    expect(read('page=0&sort=drop table&text=a&filter=[{"field":1}]')).toEqual({ ...defaults, text: 'a' })
    expect(read('filter=not json')).toEqual(defaults)
  })
  it('leaves out what equals the default, and other parameters alone', () => {
    const now = new URLSearchParams('drawer=history&page=4')
    writeListState(defaults, { page: 1, text: 'ä b' }, now)
    expect(now.toString()).toBe('drawer=history&text=%C3%A4+b')
  })
  it('reads what it wrote', () => {
    const state = { text: '"x"', page: 12, sort: 'rev:desc', filter: [{ field: 'a', value: '&=' }] }
    const params = new URLSearchParams()
    writeListState(defaults, state, params)
    expect(readListState(schema, defaults, new URLSearchParams(params.toString()))).toEqual(state)
  })
})

it('makes steps that Back undoes, and typing that it does not', async () => {
  let set: ReturnType<typeof useListState<typeof schema.shape>>[1] = () => {}
  function List() {
    const [state, setState] = useListState(schema, defaults)
    set = setState
    return <p>{JSON.stringify(state)}</p>
  }
  const router = createMemoryRouter([{ path: '/', element: <List /> }])
  render(<RouterProvider router={router} />)
  await act(async () => set({ page: 2 }))
  await act(async () => set({ text: 'k' }, { replace: true }))
  await act(async () => set({ text: 'ka' }, { replace: true }))
  expect(router.state.location.search).toBe('?page=2&text=ka')
  await act(() => router.navigate(-1))
  expect(screen.getByText(JSON.stringify(defaults))).toBeDefined()
})

it('keeps both of two changes right after each other, from two parts of the page, and none of what Back undid', async () => {
  let set: ReturnType<typeof useListState<typeof schema.shape>>[1] = () => {}
  let openDrawer: ReturnType<typeof useDrawer>[1] = () => {}
  function Page() {
    set = useListState(schema, defaults)[1]
    openDrawer = useDrawer()[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?text=k'] })
  render(<RouterProvider router={router} />)
  await act(async () => {
    set({ text: '' }, { replace: true })
    openDrawer('history')
  })
  expect(router.state.location.search).toBe('?drawer=history')
  await act(() => router.navigate(-1))
  await act(async () => set({ page: 2 }))
  expect(router.state.location.search).toBe('?page=2')
})
