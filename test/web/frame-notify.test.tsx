import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../shared/errors.ts'
import { apiError } from '../../web/api/api-error.ts'
import { DialogHost, reportOf } from '../../web/frame/dialog-host.tsx'
import { confirm, confirmUnsaved, warn } from '../../web/frame/dialogs.ts'
import { notify, showError } from '../../web/frame/notify.ts'
import { Toasts } from '../../web/frame/toasts.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'

const tell = (run: () => void) => act(async () => run())

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('close after one second when something succeeded, after five otherwise', async () => {
    render(<Toasts />)
    await tell(() => {
      notify.success({ id: 'a', text: 'Gespeichert' })
      notify.warning({ id: 'b', text: 'Vorsicht' })
    })
    await pass(999)
    expect(screen.getByText('Gespeichert')).toBeDefined()
    await pass(1)
    expect(screen.queryByText('Gespeichert')).toBeNull()
    await pass(3999)
    expect(screen.getByText('Vorsicht')).toBeDefined()
    await pass(1)
    expect(screen.queryByText('Vorsicht')).toBeNull()
  })

  const rect = (left: number, top: number, width: number, height: number) => {
    const box = { left, top, width, height, right: left + width, bottom: top + height }
    return box as DOMRect
  }
  /** Where each element lies, by its tag or its class; toasts are this high. */
  const lay = (boxes: Record<string, DOMRect>, height: number) =>
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return boxes[this.className] ?? boxes[this.tagName] ?? rect(0, 0, 400, height)
    })
  const corner = () => screen.getByRole('region', { name: 'Meldungen' }).dataset['corner']

  it('lie over the search in the bar: not over the title, and not over what is worked on', async () => {
    const search = rect(innerWidth - 600, 9, 400, 34)
    lay({ 'il-search-button': search, TR: rect(0, 60, innerWidth, innerHeight - 60) }, 42)
    render(
      <>
        <div id="il-top-bar">
          <button type="button" className="il-search-button">
            Suchen
          </button>
        </div>
        <table>
          <tbody>
            <tr>
              <td>Zeile</td>
            </tr>
          </tbody>
        </table>
        <Toasts />
      </>,
    )
    await tell(() => notify.info({ id: 'a', text: 'Gespeichert' }))
    expect(corner()).toBe('bar')
    const region = screen.getByRole('region', { name: 'Meldungen' })
    expect(region.style.getPropertyValue('--il-toasts-end')).toBe('200px')
  })

  it('that are higher than the bar lie where they cover no field, row or button', async () => {
    const boxes = { BUTTON: rect(innerWidth - 400, 65, 200, 32), INPUT: rect(30, innerHeight - 120, 300, 32) }
    lay(boxes, 90)
    render(
      <>
        <button type="button">Senden</button>
        <input aria-label="Menge" />
        <input aria-label="Name" />
        <Toasts />
      </>,
    )
    await tell(() => notify.info({ id: 'a', text: 'Eine lange Meldung' }))
    expect(corner()).toBe('bottom-end')
    // It stays there while it covers nothing, and goes on where it does.
    boxes.INPUT = rect(innerWidth - 400, innerHeight - 120, 300, 32)
    await tell(() => screen.getByRole('textbox', { name: 'Name' }).focus())
    expect(corner()).toBe('bottom-start')
    // Over the bar where there is no better place.
    boxes.INPUT = rect(30, innerHeight - 120, innerWidth - 60, 32)
    await tell(() => screen.getByRole('textbox', { name: 'Menge' }).focus())
    expect(corner()).toBe('bar')
    // Less of what is below than of what is above.
    boxes.BUTTON = rect(0, 65, innerWidth, 32)
    boxes.INPUT = rect(30, innerHeight - 60, innerWidth - 60, 32)
    await tell(() => screen.getByRole('textbox', { name: 'Name' }).focus())
    expect(corner()).toBe('bottom-end')
  })

  it('do not cover the bar that saves, also when it comes after them', async () => {
    const bar = rect(100, innerHeight - 100, innerWidth - 120, 60)
    lay({ BUTTON: rect(innerWidth - 400, 65, 200, 32), 'il-save-bar': bar }, 90)
    const draw = (hasChanges: boolean) => (
      <>
        <button type="button">Senden</button>
        <textarea aria-label="Bemerkung" hidden />
        <Toasts />
        {hasChanges && <section className="il-save-bar">Speichern</section>}
      </>
    )
    const { rerender } = render(draw(false))
    await tell(() => notify.info({ id: 'a', text: 'Aktiviert' }))
    expect(corner()).toBe('bottom-end')
    rerender(draw(true))
    await act(async () => window.dispatchEvent(new Event('input')))
    await pass(50)
    expect(corner()).toBe('bar')
  })

  it('go from progress to done under one id, and stay while in progress', async () => {
    render(<Toasts />)
    await tell(() => notify.progress({ id: 'save:product:42', text: 'Wird gespeichert' }))
    await pass(60_000)
    expect(screen.getByText('Wird gespeichert')).toBeDefined()
    await tell(() => notify.success({ id: 'save:product:42', text: 'Gespeichert' }))
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(screen.getByText('Gespeichert')).toBeDefined()
  })

  it('wait behind a dialog, and start their time when it is closed', async () => {
    const draw = (hasDialog: boolean) => (
      <>
        <Toasts />
        {hasDialog && <Dialog header="Löschen?" />}
      </>
    )
    const { rerender } = render(draw(true))
    await tell(() => notify.success({ id: 'a', text: 'Gespeichert' }))
    expect(screen.getByRole('region', { name: 'Meldungen' }).hasAttribute('data-behind')).toBe(true)
    await pass(60_000)
    expect(screen.getByText('Gespeichert')).toBeDefined()
    rerender(draw(false))
    expect(screen.getByRole('region', { name: 'Meldungen' }).hasAttribute('data-behind')).toBe(false)
    await pass(1000)
    expect(screen.queryByText('Gespeichert')).toBeNull()
  })

  it('stay when pinned', async () => {
    render(<Toasts />)
    await tell(() => notify.error({ id: 'a', text: 'Ging nicht' }))
    await tell(() => screen.getByRole('button', { name: 'Meldung anheften' }).click())
    await pass(60_000)
    expect(within(screen.getByRole('alert')).getByText('Ging nicht')).toBeDefined()
    await tell(() => screen.getByRole('button', { name: 'Meldung schließen' }).click())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('are ten at most: the oldest that nobody holds makes room', async () => {
    render(<Toasts />)
    await tell(() => {
      notify.progress({ id: 'job', text: 'Auftrag läuft' })
      for (let n = 1; n <= 10; n += 1) notify.info({ id: `n${n}`, text: `Meldung ${n}` })
    })
    expect(screen.getAllByRole('status')).toHaveLength(10)
    expect(screen.getByText('Auftrag läuft')).toBeDefined()
    expect(screen.queryByText('Meldung 1')).toBeNull()
    expect(screen.getByText('Meldung 10')).toBeDefined()
  })

  it('offer what can be done', async () => {
    const run = vi.fn()
    render(<Toasts />)
    await tell(() => notify.error({ id: 'a', text: 'Ging nicht', action: { label: 'Nochmals', run } }))
    await tell(() => screen.getByRole('button', { name: 'Nochmals' }).click())
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByText('Ging nicht')).toBeNull()
  })
})

describe('the error dialog', () => {
  const broken = apiError('bml/product/save', '/api/bml/product/save', {
    code: 'internal',
    message: 'boom',
    id: 'r-7',
  })

  it('lists each message once, with request id and address', async () => {
    render(<DialogHost />)
    await tell(() => {
      showError(broken)
      showError(broken)
      showError(new Error('etwas anderes'))
    })
    const dialog = screen.getByRole('dialog', { name: 'Es ist ein Fehler aufgetreten.' })
    expect(within(dialog).getAllByText('r-7')).toHaveLength(1)
    expect(within(dialog).getByText('/api/bml/product/save')).toBeDefined()
    expect(within(dialog).getAllByText('etwas anderes').length).toBeGreaterThan(0)
    expect(
      within(dialog).getByText('Bitte teilen Sie diese Angaben mit, wenn Sie den Fehler melden.'),
    ).toBeDefined()
    await tell(() => within(dialog).getAllByRole('button', { name: 'Schließen' }).at(-1)!.click())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('gives a report to copy', () => {
    const text = reportOf(
      [{ message: 'boom', code: 'internal', requestId: 'r-7', url: '/api/x' }],
      'http://app/product/1',
    )
    expect(text.split('\n')).toEqual([
      'Code: internal',
      'Request ID: r-7',
      'Request URL: /api/x',
      'Message: boom',
      '',
      'Location: http://app/product/1',
    ])
  })

  it('does not take an error of the domain for a call of the browser', async () => {
    render(<DialogHost />)
    await tell(() => showError(new CallError('rule_violated', 'No category selected!')))
    expect(screen.getAllByText('No category selected!').length).toBeGreaterThan(0)
  })
})

describe('questions', () => {
  const user = userEvent.setup()

  it('are answered by the verb; Escape is safe', async () => {
    render(<DialogHost />)
    let first: Promise<boolean>
    await tell(() => {
      first = confirm({ title: 'Liste archivieren?', text: '3 Zulassungen enden.', verb: 'Archivieren' })
    })
    await user.click(screen.getByRole('button', { name: 'Archivieren' }))
    expect(await first!).toBe(true)
    let second: Promise<boolean>
    await tell(() => {
      second = confirm({ title: 'Liste archivieren?', text: '', verb: 'Archivieren' })
    })
    // jsdom has no layout, so the dialog cannot take the focus by itself.
    fireEvent.keyDown(screen.getByRole('button', { name: 'Archivieren' }), { key: 'Escape', keyCode: 27 })
    expect(await second!).toBe(false)
  })

  it('come one after the other', async () => {
    render(<DialogHost />)
    let told: Promise<void>
    await tell(() => {
      void confirm({ title: 'Erste', text: '', verb: 'Ja' })
      told = warn({ title: 'Zweite', text: 'Das Produkt wurde gelöscht' })
    })
    expect(screen.queryByRole('dialog', { name: 'Zweite' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ja' }))
    await user.click(
      within(screen.getByRole('dialog', { name: 'Zweite' }))
        .getAllByRole('button')
        .at(-1)!,
    )
    await told!
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('want the name typed where it was asked for', async () => {
    render(<DialogHost />)
    let answer: Promise<boolean>
    await tell(() => {
      answer = confirm({
        title: 'Löschen?',
        text: '',
        verb: 'Löschen',
        typeName: 'Kali Plus',
        isDangerous: true,
      })
    })
    const verb = screen.getByRole('button', { name: 'Löschen' }) as HTMLButtonElement
    expect(verb.disabled).toBe(true)
    await user.type(screen.getByRole('textbox'), 'Kali Plus')
    await user.click(screen.getByRole('button', { name: 'Löschen' }))
    expect(await answer!).toBe(true)
  })

  it.each([
    ['Speichern', 'save'],
    ['Verwerfen', 'discard'],
    ['Abbrechen', 'cancel'],
  ])('about unsaved changes: %s is %s', async (name, expected) => {
    render(<DialogHost />)
    let answer: Promise<string>
    await tell(() => {
      answer = confirmUnsaved()
    })
    expect(screen.getByText(/noch nicht gespeichert/)).toBeDefined()
    await user.click(screen.getAllByRole('button', { name }).at(-1)!)
    expect(await answer!).toBe(expected)
  })
})
