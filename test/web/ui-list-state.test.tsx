import { act, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider, useBlocker } from 'react-router-dom'
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

/** A page that keeps its state in the address, beside another one. */
function openAddress(at: string) {
  const page = {} as {
    set: ReturnType<typeof useListState<typeof schema.shape>>[1]
    openDrawer: ReturnType<typeof useDrawer>[1]
  }
  /** Going away is asked about; unless told, nobody wants to stay. */
  let isStaying = false
  function Page() {
    page.set = useListState(schema, defaults)[1]
    page.openDrawer = useDrawer()[1]
    const blocker = useBlocker(() => isStaying)
    useEffect(() => {
      if (blocker.state === 'blocked') blocker.reset()
    }, [blocker])
    return null
  }
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page /> },
      { path: '/other', element: null },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return {
    page,
    router,
    address: () => router.state.location.pathname + router.state.location.search,
    stay: (stays: boolean) => {
      isStaying = stays
    },
  }
}

it('keeps nothing of a change that was not let through: whoever stays with unsaved work types on from what is there', async () => {
  const { page, address, stay } = openAddress('/?drawer=settings')
  stay(true)
  await act(async () => page.openDrawer(undefined))
  expect(address()).toBe('/?drawer=settings')
  stay(false)
  await act(async () => page.set({ text: 'k' }))
  expect(address()).toBe('/?drawer=settings&text=k')
})

it('keeps nothing of a change that Back undid before it was drawn', async () => {
  const { page, router, address } = openAddress('/')
  await act(async () => {
    page.set({ page: 2 })
    await router.navigate(-1)
  })
  await act(async () => page.set({ text: 'k' }))
  expect(address()).toBe('/?text=k')
})

it('writes nothing into the address of the next page, which is not drawn yet', async () => {
  const { page, router, address } = openAddress('/')
  await act(async () => {
    void router.navigate('/other')
    page.set({ page: 2 })
  })
  expect(address()).toBe('/other')
})

it('keeps both of two changes right after each other, from two parts of the page, and none of what Back undid', async () => {
  const { page, router, address } = openAddress('/?text=k')
  await act(async () => {
    page.set({ text: '' }, { replace: true })
    page.openDrawer('history')
  })
  expect(address()).toBe('/?drawer=history')
  await act(() => router.navigate(-1))
  await act(async () => page.set({ page: 2 }))
  expect(address()).toBe('/?page=2')
})
