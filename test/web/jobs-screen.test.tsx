/** The jobs: the list, one of them beside it, stopping and taking back; and the sign in the bar. */
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { ids } from '../../shared/calls/search/search/ids.ts'
import { ruleViolated } from '../../shared/errors.ts'
import type { JobView } from '../../shared/model/job.ts'
import { JobsScreen } from '../../web/features/jobs/jobs-screen.tsx'
import { durationText } from '../../web/features/jobs/model.ts'
import { JobIndicator } from '../../web/frame/job-indicator.tsx'
import { tellEnd } from '../../web/frame/job-toasts.ts'
import { NoticesDrawer } from '../../web/frame/notices-drawer.tsx'
import { notices } from '../../web/frame/notify.ts'
import { runningJobs } from '../../web/frame/use-job-watch.ts'
import {
  actor,
  entity,
  type FakeServer,
  fakeServer,
  openScreen,
  provideDrawerHost,
  uuid,
} from './screen-kit.tsx'

const me = uuid(1)
const colleague = uuid(2)
const job = (n: number, change: Partial<JobView> = {}): JobView => ({
  id: uuid(n),
  kind: 'import',
  status: 'complete',
  total: 10,
  done: 10,
  failed: 0,
  startedBy: me,
  created: '2026-01-01T08:00:00.000Z',
  startedOn: '2026-01-01T08:00:00.000Z',
  endedOn: '2026-01-01T08:01:05.000Z',
  result: {},
  about: { source: 'swiss-ppp' },
  canAbort: false,
  canUndo: false,
  ...change,
})
/** A register is imported again and again: its day and size tell which one it is. */
const importName = 'Import: swiss-ppp, 01.01.26, 10 Einträge'
const running = job(10, { status: 'running', done: 3, failed: 1, canAbort: true })
const done = job(11, { failed: 2, done: 10, result: { created: 5, changed: 0 }, canUndo: true })

/** What an import tells of places of its data. */
const reasonsAt = (...places: string[]) =>
  places.map((place) => {
    const problem = { key: 'valueMissing' }
    const at = { key: 'reasonPlace', params: { path: { place }, problem } }
    return { unit: 'Zeile 4', message: 'x', text: { key: 'reasonPlaces', params: { places: [at] } } }
  })

let server: FakeServer
provideDrawerHost()
beforeEach(() => {
  server = fakeServer()
  server.on(list, ({ of }) => ({
    list: of === 'all' ? [running, done, job(12, { kind: 'pdf', startedBy: colleague })] : [running, done],
    count: of === 'all' ? 3 : 2,
  }))
  server.on(loadReference, () => ({
    classes: {
      list: [entity('list', uuid(300), { title: { de_DE: 'Schweiz' } })],
      fielddefinition: [
        entity('fielddefinition', uuid(700), { path: 'basis-f5', title: { de_DE: 'Strichcode' } }),
      ],
    },
  }))
  server.on(ids, () => ({ list: [], people: { [me]: 'Vera Beispiel', [colleague]: 'Ben Kollege' } }))
})
const open = (address = '/jobs', as = actor()) =>
  openScreen([{ path: '/jobs', element: <JobsScreen /> }], address, as)

describe('the list of jobs', () => {
  it('shows kind, state, progress, what was not done and how long it took', async () => {
    await open()
    await screen.findByText('läuft')
    const [, ...rows] = screen.getAllByRole('row')
    expect(rows).toHaveLength(2)
    const [first, second] = rows.map((row) => within(row))
    expect(first?.getByRole('rowheader', { name: importName })).toBeTruthy()
    expect(first?.getByText('läuft')).toBeTruthy()
    const bar = first?.getByRole('progressbar', { name: 'Fortschritt' })
    expect(bar?.getAttribute('value')).toBe('30')
    expect(first?.getByText('3 von 10')).toBeTruthy()
    expect(second?.getByText('fertig, nicht erledigt: 2')).toBeTruthy()
    expect(second?.getByText('1 Min. 5 Sek.')).toBeTruthy()
    // As in histories: how long ago, with the exact time on hover.
    expect(first?.getByRole('time').getAttribute('title')).toMatch(/\d\d:\d\d$/)
  })

  it('lets administrators see those of all, with who started them; nobody else', async () => {
    const user = userEvent.setup()
    const { address, unmount } = await open()
    await user.click(await screen.findByRole('button', { name: 'Alle' }))
    expect(await screen.findByText('Ben Kollege')).toBeTruthy()
    expect(address()).toBe('/jobs?of=all')
    unmount()
    await open('/jobs?of=all', actor({ role: 'editor' }))
    await screen.findAllByText(importName)
    expect(screen.queryByRole('button', { name: 'Alle' })).toBeNull()
    expect(server.inputs(list).at(-1)).toMatchObject({ of: 'me' })
  })

  it('asks for as many as fill the window', async () => {
    vi.stubGlobal('innerHeight', 900)
    await open()
    await screen.findByText('läuft')
    expect(server.inputs(list).at(-1)?.pagination).toEqual({ start: 0, limit: 20 })
    vi.stubGlobal('innerHeight', 768)
  })

  it('says what will be here while there is nothing', async () => {
    server.on(list, () => ({ list: [], count: 0 }))
    await open()
    expect(await screen.findByText('Noch keine Hintergrundvorgänge')).toBeTruthy()
  })
})

describe('one job', () => {
  const at = (one: JobView) => `/jobs?job=${one.id}&drawer=job`
  it('says what it did, and page by page what it did not do and why', async () => {
    const user = userEvent.setup()
    server.on(checkstatus, ({ cursor }) =>
      cursor === undefined
        ? {
            ...done,
            config: {},
            errors: [
              { unit: 'Zeile 3', message: 'Name fehlt' },
              ...reasonsAt(
                '/title',
                '/baseData/taxId',
                `/listData/${uuid(300)}/basis-f5`,
                `/listData/${uuid(300)}/_components/base/c1/amount`,
                `/listData/${uuid(300)}/unknown`,
                '/listData/CH/basis-f5',
                '/baseData',
                '/name',
                '/end',
                '/nobody/knows',
              ),
            ],
            cursor: 'R#0000#00000002',
          }
        : {
            ...done,
            config: {},
            errors: [
              {
                unit: 'line 9, company 3',
                unitText: {
                  key: 'importLine',
                  params: { line: 9, item: { key: 'importItem_company', params: { key: '3' } } },
                },
                message: 'Taken already',
                text: { key: 'duplicate' },
              },
            ],
          },
    )
    await open(at(done))
    // How far it came has a name, as everything else that is told of it.
    expect((await screen.findByText('Fortschritt')).parentElement?.textContent).toContain('10 von 10')
    expect(await screen.findByText('Angelegt')).toBeTruthy()
    expect(screen.queryByText('Geändert')).toBeNull()
    const reasons = within(screen.getByRole('region', { name: 'Nicht erledigt' }))
    expect(reasons.getByRole('row', { name: 'Zeile 3 Name fehlt' })).toBeTruthy()
    // Places of data are told by their titles; what has none as it is.
    for (const title of [
      'Titel',
      'USt-IdNr.',
      'Schweiz › Strichcode',
      'Schweiz › Komponenten › Menge',
      'Schweiz › unknown',
      'Liste CH › Strichcode',
      'Stammdaten',
      'Name',
      'Gilt bis',
      '/nobody/knows',
    ])
      expect(
        await reasons.findByRole('row', { name: `Zeile 4 Nicht gültig: ${title} – Die Angabe fehlt.` }),
      ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Weitere anzeigen' }))
    expect(
      await reasons.findByRole('row', { name: 'Zeile 9, Firma 3 Diesen Wert gibt es schon.' }),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Weitere anzeigen' })).toBeNull()
    expect(server.inputs(checkstatus).at(-1)).toMatchObject({ id: done.id, cursor: 'R#0000#00000002' })
  })

  it('of an import tells what was not done in the order of the lines, and apart what was taken in part', async () => {
    const at2 = (line: number, message: string, text: { key: string }) => ({
      unit: `line ${line}`,
      unitText: {
        key: 'importLine',
        params: { line, item: { key: 'importItem_product', params: { key: `p${line}` } } },
      },
      message,
      text,
    })
    const first = { ...done, config: {}, cursor: 'R#0000#00000002' }
    server.on(checkstatus, ({ cursor }) =>
      cursor === undefined
        ? {
            ...first,
            errors: [
              at2(21, 'x', { key: 'duplicate' }),
              { ...at2(13, 'x', { key: 'duplicate' }), isPartly: true },
            ],
          }
        : { ...done, config: {}, errors: [at2(18, 'x', { key: 'duplicate' })] },
    )
    await open(at(done))
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Weitere anzeigen' }))
    await screen.findByText('Zeile 18, Produkt p18')
    const linesIn = (name: string) => {
      const [, ...rows] = within(screen.getByRole('region', { name })).getAllByRole('row')
      return rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    }
    expect(linesIn('Nicht erledigt')).toEqual(['Zeile 18, Produkt p18', 'Zeile 21, Produkt p21'])
    expect(linesIn('Nur teilweise übernommen')).toEqual(['Zeile 13, Produkt p13'])
  })

  it('that only tells what it would do says so, and that nothing was saved', async () => {
    const dry = { ...done, failed: 0, about: { source: 'swiss-ppp', isDryRun: true }, canUndo: false }
    server.on(list, () => ({ list: [dry], count: 1 }))
    server.on(checkstatus, () => ({ ...dry, errors: [] }))
    await open(at(dry))
    expect(
      await screen.findByRole('heading', { name: 'Import (Probelauf): swiss-ppp, 01.01.26, 10 Einträge' }),
    ).toBeTruthy()
    expect(await screen.findByText('Probelauf: Es wurde nichts gespeichert.')).toBeTruthy()
    expect(screen.getByText('Würde angelegt')).toBeTruthy()
    expect(screen.queryByText('Angelegt')).toBeNull()
    expect(
      screen.getByRole('rowheader', { name: 'Import (Probelauf): swiss-ppp, 01.01.26, 10 Einträge' }),
    ).toBeTruthy()
  })

  it('that had nothing to do says so', async () => {
    const empty = job(11, { total: 0, done: 0 })
    server.on(checkstatus, () => ({ ...empty, errors: [] }))
    await open(at(empty))
    expect(await screen.findByText(/^Es gab keine Einträge zu bearbeiten/)).toBeTruthy()
  })

  it('is marked in the list while it is open', async () => {
    server.on(checkstatus, () => ({ ...done, errors: [] }))
    await open(at(done))
    await screen.findByText('Angelegt')
    const current = screen.getAllByRole('link', { current: true })
    expect(current.map((link) => link.getAttribute('href'))).toEqual([at(done)])
  })

  it('that ended while somebody decided to stop it is news, and no fault', async () => {
    const user = userEvent.setup()
    let now = running
    server.on(checkstatus, () => ({ ...now, errors: [] }))
    server.on(abort, () => {
      throw ruleViolated('The job has ended already.', { key: 'jobOver' })
    })
    await open(at(running))
    await user.click(await screen.findByRole('button', { name: 'Hintergrundvorgang stoppen' }))
    const dialog = within(await screen.findByRole('dialog'))
    now = { ...running, status: 'complete', done: 10, failed: 0, canAbort: false }
    const lists = server.inputs(list).length
    await user.click(dialog.getByRole('button', { name: 'Hintergrundvorgang stoppen' }))
    expect(await screen.findByText('Der Hintergrundvorgang ist schon beendet.')).toBeTruthy()
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Hintergrundvorgang stoppen' })).toBeNull(),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(server.inputs(list).length).toBeGreaterThan(lists))
  })

  it('is stopped once somebody has read what stays', async () => {
    const user = userEvent.setup()
    server.on(checkstatus, () => ({ ...running, errors: [] }))
    server.on(abort, () => job(10, { status: 'aborted', done: 3, failed: 1 }))
    await open(at(running))
    const press = async () =>
      user.click(await screen.findByRole('button', { name: 'Hintergrundvorgang stoppen' }))
    await press()
    let dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^3 von 10 Einträgen sind bearbeitet und bleiben so/)).toBeTruthy()
    await user.click(dialog.getAllByRole('button', { name: 'Abbrechen' })[0]!)
    expect(server.inputs(abort)).toEqual([])
    await press()
    dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Hintergrundvorgang stoppen' }))
    const stopped = job(10, { status: 'aborted', total: 1000, done: 950, failed: 19 })
    server.on(checkstatus, () => ({ ...stopped, errors: [] }))
    await waitFor(() => expect(server.inputs(abort)).toEqual([{ id: running.id }]))
    // As far as its notice says it was.
    expect(await screen.findByText('950 von 1.000')).toBeTruthy()
    expect(screen.getByText('19')).toBeTruthy()
    // What was pressed is gone: the focus is on how the job ended.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('gestoppt'))
  })

  it('is taken back by another job, which is opened', async () => {
    const user = userEvent.setup()
    const back = job(13, { status: 'running', undoes: done.id })
    server.on(checkstatus, ({ id }) => ({ ...(id === back.id ? back : done), errors: [] }))
    server.on(undo, () => ({ jobId: back.id }))
    const { address } = await open(at(done))
    await user.click(await screen.findByRole('button', { name: 'Rückgängig machen' }))
    const dialog = within(await screen.findByRole('dialog', { name: `„${importName}“ rückgängig machen?` }))
    await user.click(dialog.getByRole('button', { name: 'Rückgängig machen' }))
    await waitFor(() => expect(address()).toBe(at(back)))
    expect(
      await screen.findByRole('link', { name: /Macht einen früheren Hintergrundvorgang rückgängig/ }),
    ).toBeTruthy()
    // The button is gone: the focus is on how the other one does, and the notice of its start is its own.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('läuft'))
    expect(notices.get().some(({ id }) => id === `job:${back.id}`)).toBe(true)
  })

  it('that is not there, or not for this person, is said to be not there', async () => {
    await open(at(job(99)))
    expect(await screen.findByText('Hintergrundvorgang nicht gefunden')).toBeTruthy()
  })
})

describe('the sign in the bar', () => {
  const draw = () =>
    render(
      <MemoryRouter>
        <Suspense>
          <JobIndicator />
        </Suspense>
      </MemoryRouter>,
    )
  it('is there while something runs: one job by its name, several by their number', async () => {
    draw()
    expect(screen.queryByRole('link')).toBeNull()
    runningJobs.set([running])
    const one = await screen.findByRole('link', { name: /Import/ })
    expect(one.getAttribute('href')).toBe(`/jobs?job=${running.id}&drawer=job`)
    expect(
      within(one)
        .getByRole('progressbar', { name: `Fortschritt: ${importName}` })
        .getAttribute('value'),
    ).toBe('30')
    runningJobs.set([running, job(14, { status: 'new', done: 0, total: 10 })])
    const both = await screen.findByRole('link', { name: /2 Hintergrundvorgänge/ })
    expect(both.getAttribute('href')).toBe('/jobs')
    expect(within(both).getByText('15 %')).toBeTruthy()
  })
})

describe('the toast of jobs that have ended', () => {
  const shown = () => notices.get().map(({ text, kind }) => [kind, text])
  const go = vi.fn()

  it('says what ended how, with its subject, in the language’s numbers', () => {
    tellEnd(job(1, { total: 1000, done: 1000, failed: 200 }), go)
    expect(shown()).toEqual([
      ['warning', 'swiss-ppp: Import abgeschlossen, 200 von 1.000 Einträgen nicht erledigt'],
    ])
    notices.set([])
    tellEnd(job(2, { about: { source: 'swiss-ppp', isDryRun: true } }), go)
    expect(shown()).toEqual([['success', 'swiss-ppp: Probelauf des Imports abgeschlossen']])
    notices.set([])
    tellEnd(job(3, { total: 0, done: 0, about: {} }), go)
    expect(shown()).toEqual([['success', 'Import abgeschlossen, keine Einträge']])
    notices.set([])
    tellEnd(job(4, { kind: 'pdf', about: { fileName: 'Bescheid.pdf' } }), go)
    expect(shown()).toEqual([['success', 'Bescheid.pdf: PDF-Dokument erstellt']])
  })

  it('names what a run of invoices bills; on the page of a preview there is none', () => {
    const run = { type: 'yearly' as const, year: 2026 }
    const about = { isDryRun: true, run, title: { de_DE: 'Aaretal' } }
    tellEnd(job(5, { kind: 'invoice-run', about }), go)
    expect(shown()[0]?.[1]).toMatch(/^Jahresrechnungen 2026, Aaretal: /)
    notices.set([])
    history.pushState({}, '', `/invoice/run/${job(5).id}`)
    onTestFinished(() => history.pushState({}, '', '/'))
    tellEnd(job(5, { kind: 'invoice-run', about }), go)
    expect(shown()).toEqual([])
    tellEnd(job(6, { kind: 'invoice', about: { invoice: 'aare-2026-000001' } }), go)
    expect(shown()[0]?.[1]).toMatch(/^aare-2026-000001: /)
  })

  it('is one for all that end while it is there; the drawer keeps each, with the way to it', async () => {
    const user = userEvent.setup()
    for (const n of [1, 2, 3]) tellEnd(job(n), go)
    expect(shown()).toEqual([['success', '3 Hintergrundvorgänge abgeschlossen']])
    tellEnd(job(4, { status: 'aborted', done: 3 }), go)
    expect(shown()).toEqual([['warning', '4 Hintergrundvorgänge beendet, 1 davon nicht vollständig']])
    notices.get()[0]?.action?.run()
    expect(go).toHaveBeenLastCalledWith('/jobs')
    render(<NoticesDrawer />)
    const entries = screen.getAllByRole('listitem')
    expect(entries).toHaveLength(4)
    expect(within(entries[0]!).getByText(/^swiss-ppp: Import gestoppt, 3 von 10/)).toBeTruthy()
    await user.click(within(entries[3]!).getByRole('button', { name: 'Ansehen' }))
    expect(go).toHaveBeenLastCalledWith(`/jobs?job=${uuid(1)}&drawer=job`)
    notices.set([])
    tellEnd(job(5), go)
    expect(shown()).toEqual([['success', 'swiss-ppp: Import abgeschlossen']])
  })
})

it.each([
  [400, '0 Sek.'],
  [59_600, '1 Min. 0 Sek.'],
  [3_725_000, '1 Std. 2 Min.'],
])('%d milliseconds are %s', (ms, said) => {
  expect(durationText(ms, 'de-DE')).toBe(said)
})
