/** How the installation is, for administrators: each part comes by itself, and says what it cannot tell. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { list as listJobs } from '../../shared/calls/batch/job/list.ts'
import { list as listSchedules } from '../../shared/calls/batch/schedule/list.ts'
import { count } from '../../shared/calls/search/search/count.ts'
import { status } from '../../shared/calls/system/status.ts'
import type { OutputOf } from '../../shared/contract.ts'
import { CallError } from '../../shared/errors.ts'
import type { JobView } from '../../shared/model/job.ts'
import type { ScheduleView } from '../../shared/model/schedule.ts'
import { SystemScreen } from '../../web/features/jobs/system-screen.tsx'
import { type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const job: JobView = {
  id: uuid(10),
  kind: 'reindex',
  status: 'running',
  total: 4000,
  done: 1000,
  failed: 0,
  startedBy: uuid(1),
  created: '2026-11-28T10:00:00.000Z',
  result: {},
  about: {},
  canAbort: true,
  canUndo: false,
}
const answer: OutputOf<typeof status> = {
  status: 'ok',
  version: '1.2.3',
  stage: 'test',
  time: '2026-11-28T10:00:00.000Z',
  indexCaughtUp: true,
  index: 'ok',
}
const schedule: ScheduleView = {
  name: 'yearly-unindex',
  kind: 'unindex',
  isOn: true,
  nextDue: '2026-12-31T23:30:00Z',
}
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(status, () => answer)
  server.on(listJobs, () => ({ list: [], count: 0 }))
  server.on(listSchedules, () => ({ list: [schedule] }))
  server.on(count, ({ entityClass }) => ({ count: entityClass === 'product' ? 12_345 : 7 }))
})
const open = () =>
  openScreen(
    [
      { path: '/admin/system', element: <SystemScreen /> },
      { path: '/jobs', element: <h1>jobs</h1> },
    ],
    '/admin/system',
  )
const factOf = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent

it('tells state, index, what runs by itself, and how much there is', async () => {
  await open()
  expect(await factOf('Betrieb')).toBe('In Betrieb')
  expect(await factOf('Suchindex')).toBe('In Ordnung')
  expect(await factOf('Aktualität der Suche')).toBe('Alle Änderungen sind enthalten')
  expect(await factOf('Version')).toBe('1.2.3')
  expect(await screen.findByText('Zurzeit läuft nichts.')).toBeTruthy()
  expect(await factOf('Auslisten zum Jahreswechsel')).toMatch(/^nächster Termin: 01\.01\.27/)
  expect(await factOf('Produkte')).toBe('12.345')
  expect(await factOf('Firmen')).toBe('7')
})

it('tells what is wrong, and what it cannot tell', async () => {
  const broken: OutputOf<typeof status> = {
    ...answer,
    status: 'degraded',
    index: 'unavailable',
    indexCaughtUp: false,
  }
  server.on(status, () => broken)
  server.on(count, ({ entityClass }) => {
    if (entityClass === 'product') throw new CallError('search_unavailable', 'no')
    return { count: 7 }
  })
  server.on(listJobs, () => {
    throw new CallError('rule_violated', 'no')
  })
  await open()
  expect(await factOf('Betrieb')).toBe('Eingeschränkt')
  expect(await factOf('Suchindex')).toBe('Nicht erreichbar')
  expect(await factOf('Aktualität der Suche')).toBe('Änderungen werden nachgetragen')
  expect(await screen.findByText('nicht gezählt')).toBeTruthy()
  server.on(listJobs, () => ({ list: [], count: 0 }))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Nochmals versuchen' }))
  expect(await screen.findByText('Zurzeit läuft nichts.')).toBeTruthy()
})

it('names what runs, with its progress, and leads there', async () => {
  server.on(listJobs, () => ({ list: [job], count: 3 }))
  const { address } = await open()
  const link = await screen.findByRole('link', { name: /Suchindex/ })
  expect(within(link.parentElement!.parentElement!).getByText('1.000 von 4.000')).toBeTruthy()
  expect(screen.getByText('und 2 weitere')).toBeTruthy()
  await userEvent.setup().click(link)
  expect(address()).toContain(`/jobs?job=${job.id}`)
})
