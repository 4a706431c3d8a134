/** Screens and their parts that are loaded when they are needed, with and without a connection. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { connection, connectionFound, connectionLost } from '../../web/api/connection.ts'
import { watchStyles } from '../../web/api/load-script.ts'
import { ChunkLoadError, loadChunk } from '../../web/frame/chunk-error.ts'
import { ErrorBoundary } from '../../web/frame/error-page.tsx'
import { fetchAhead, latePart, loadPartsBy } from '../../web/ui/late-part.ts'

afterEach(() => {
  connectionFound()
  loadPartsBy((load) => load())
})
const goOffline = () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  connectionLost()
}
const comeBack = () =>
  act(async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'))
    connectionFound()
  })

test('a part that is opened without a connection is not asked for, and comes with the connection', async () => {
  loadPartsBy(loadChunk)
  const load = vi.fn(async () => () => <p>Bedingungen</p>)
  const Part = latePart(load)
  goOffline()
  fetchAhead(load)
  render(
    <Suspense fallback="Wird geladen">
      <Part />
    </Suspense>,
  )
  await screen.findByText('Wird geladen')
  expect(load).not.toHaveBeenCalled()
  await comeBack()
  expect(await screen.findByText('Bedingungen')).toBeDefined()
})

test('what was loaded before opens without a connection', async () => {
  const load = vi.fn(async () => 'screen')
  await loadChunk(load)
  goOffline()
  expect(await loadChunk(load)).toBe('screen')
})

test('a screen that breaks off as the connection is lost is asked for again when it is back', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const load = vi.fn(async () => 'screen').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const opened = loadChunk(load)
  await waitFor(() => expect(connection.get().isLost).toBe(true))
  expect(load).toHaveBeenCalledTimes(1)
  await comeBack()
  expect(await opened).toBe('screen')
})

test('the page of a script that did not load tries again by itself when the connection is back', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  sessionStorage.setItem('inputlist.reloaded', String(Date.now()))
  const Broken = () => {
    throw new ChunkLoadError(new TypeError('Failed to fetch'))
  }
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  await screen.findByRole('button', { name: 'Neu laden' })
  goOffline()
  expect(reload).not.toHaveBeenCalled()
  await comeBack()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  quiet.mockRestore()
})

test('the link of a style that failed is taken away, so that the style is asked for again', () => {
  watchStyles()
  const link = document.createElement('link')
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  expect(link.isConnected).toBe(false)
})
