/** What starts by itself: told, switched, and started by hand, at first only to see what it would do. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { list } from '../../shared/calls/batch/schedule/list.ts'
import { run } from '../../shared/calls/batch/schedule/run.ts'
import { set } from '../../shared/calls/batch/schedule/set.ts'
import { forbidden } from '../../shared/errors.ts'
import type { ScheduleView } from '../../shared/model/schedule.ts'
import { SchedulesScreen } from '../../web/features/jobs/schedules-screen.tsx'
import { notices } from '../../web/frame/notify.ts'
import { type FakeServer, fakeServer, openScreen, uuid } from './screen-kit.tsx'

const schedules: ScheduleView[] = [
  {
    name: 'yearly-invoices',
    kind: 'invoice-run',
    isOn: false,
    lastDue: '2026-01-02T01:00:00Z',
    nextDue: '2027-01-02T01:00:00Z',
  },
  {
    name: 'yearly-unindex',
    kind: 'unindex',
    isOn: true,
    lastDue: '2025-12-31T23:30:00Z',
    nextDue: '2026-12-31T23:30:00Z',
    lastJob: {
      id: uuid(10),
      kind: 'unindex',
      status: 'complete',
      total: 3,
      done: 3,
      failed: 1,
      startedBy: uuid(1),
      created: '2025-12-31T23:30:00.000Z',
      result: {},
      about: {},
      canAbort: false,
      canUndo: false,
    },
  },
]
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(list, () => ({ list: schedules }))
})
const open = () =>
  openScreen([{ path: '/admin/schedules', element: <SchedulesScreen /> }], '/admin/schedules')
const factOf = (name: string) => screen.getAllByText(name).map((term) => term.nextSibling?.textContent)

it('tells whether each runs by itself, when it is due, and what became of it last', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 2, name: 'Jahresrechnungen' })).toBeTruthy()
  const switches = screen.getAllByRole('checkbox')
  expect(switches.map((one) => (one as HTMLInputElement).checked)).toEqual([false, true])
  const [off, on] = factOf('Nächster Termin')
  expect(off).toBe('ausgeschaltet')
  expect(on).toMatch(/^01\.01\.27/)
  const [never, done] = factOf('Letzter Termin')
  expect(never).toContain('kein Lauf bekannt')
  expect(done).toContain('fertig, nicht erledigt: 1')
  const link = screen.getByRole('link', { name: 'Hintergrundvorgang ansehen' })
  expect(link.getAttribute('href')).toBe(`/jobs?job=${uuid(10)}&drawer=job`)
})

it('of a fresh installation no run is known, and each leads to what somebody started', async () => {
  const lastByHand = { ...schedules[1]!.lastJob!, id: uuid(11), kind: 'invoice-run' as const }
  server.on(list, () => ({ list: [{ ...schedules[0]!, lastByHand }] }))
  await open()
  await screen.findByRole('heading', { level: 2, name: 'Jahresrechnungen' })
  expect(factOf('Letzter Termin')[0]).toContain('kein Lauf bekannt')
  await screen.findByText('Zuletzt von Hand')
  expect(factOf('Zuletzt von Hand')[0]).toContain('fertig, nicht erledigt: 1')
  const link = screen.getByRole('link', { name: 'Hintergrundvorgang ansehen' })
  expect(link.getAttribute('href')).toBe(`/jobs?job=${uuid(11)}&drawer=job`)
})

it('is switched on where it stands, which says so', async () => {
  const user = userEvent.setup()
  server.on(set, ({ schedule, isOn }) => ({
    list: schedules.map((one) => (one.name === schedule ? { ...one, isOn } : one)),
  }))
  await open()
  const toggle = await screen.findByRole('checkbox', { name: 'Jahresrechnungen: Läuft automatisch' })
  await user.click(toggle)
  expect(server.inputs(set)).toEqual([{ schedule: 'yearly-invoices', isOn: true }])
  expect((await screen.findAllByRole('checkbox', { checked: true })).length).toBe(2)
  expect(notices.get().map(({ text }) => text)).toEqual(['Zeitplan „Jahresrechnungen“ eingeschaltet'])
})

it('is tried before it is done, and says why it could not be started', async () => {
  const user = userEvent.setup()
  server.on(run, () => {
    throw forbidden()
  })
  await open()
  const name = 'Auslisten zum Jahreswechsel: jetzt ausführen …'
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Probelauf starten' }))
  expect(await dialog.findByText('Dazu haben Sie kein Recht.')).toBeTruthy()
  server.on(run, () => ({ jobId: uuid(20) }))
  await user.click(dialog.getByRole('checkbox', { name: 'Nur Probelauf' }))
  await user.click(dialog.getByRole('button', { name: 'Ausführen' }))
  expect(server.inputs(run)).toEqual([
    { schedule: 'yearly-unindex', dryRun: true },
    { schedule: 'yearly-unindex', dryRun: false },
  ])
  expect(notices.get().map(({ text }) => text)).toEqual(['„Auslisten zum Jahreswechsel“ gestartet'])
  expect(screen.queryByRole('dialog')).toBeNull()
})
