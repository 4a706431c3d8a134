import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { approvals } from '../../../shared/calls/bml/product/approvals.ts'
import { getapprovals } from '../../../shared/calls/bml/product/getapprovals.ts'
import { gettimeline } from '../../../shared/calls/bml/product/gettimeline.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { revisionConflict } from '../../../shared/errors.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { addYears, storedDay } from '../../../shared/rules/dates.ts'
import { baseList, setKey, setValue } from '../../../web/features/product/model/draft.ts'
import { noticeLog } from '../../../web/frame/notify.ts'
import { todayText } from '../../../web/ui/date-text.ts'
import {
  colleagueId,
  meId,
  nationalId,
  nationalStandardId,
  openProduct,
  productServer,
  standardId,
  startData,
  text,
  viewFor,
} from './page-kit.tsx'

const today = storedDay(todayText())
const withApproval = (row: Record<string, unknown>, list = baseList): ProductData =>
  setKey(startData(), list, '_approval', { [standardId]: { active: true, ...row } })
const initiatedBy = (account: string) =>
  withApproval({
    tmp_begin: today,
    tmp_end: addYears(today, 1),
    approvalInitiatorAccountId: account,
    approvalInitiatorSub: account === meId ? 'sub' : undefined,
    approvalInitiationDate: today,
  })
const card = (name = 'Basiszulassung') => screen.findByRole('row', { name })
type Status = OutputOf<typeof getapprovals>['lists'][number]
const status = (of: Partial<Status>): OutputOf<typeof getapprovals> => ({
  rev: 1,
  lists: [{ list: baseList, hasOwnChanges: false, missing: [], approvals: [], ...of }],
})
/** What a disabled button says beside its name. */
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
const open = async (list = baseList) => {
  await openProduct(`${list}?tab=approvals`)
  return { user: userEvent.setup(), card: await card() }
}

describe('approvals', () => {
  test('an open base approval is initiated for today and a year, and the effect is said first', async () => {
    const server = productServer()
    server.fake.on(approvals, ({ rev }) => viewFor(initiatedBy(meId), rev + 1) as never)
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Einleiten' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Sie gilt erst, wenn eine andere Person sie bestätigt.')
    await user.click(within(dialog).getByRole('button', { name: 'Einleiten' }))
    await waitFor(() => expect(server.fake.inputs(approvals)).toHaveLength(1))
    expect(server.fake.inputs(approvals)[0]).toMatchObject({
      rev: 1,
      list: baseList,
      standard: standardId,
      action: 'initiate',
      begin: today,
      end: addYears(today, 1),
    })
    await waitFor(() => expect(noticeLog.get().at(0)?.text).toBe('Basiszulassung eingeleitet'))
    expect(
      await within(card).findByText(
        'Sie haben diese Zulassung eingeleitet. Bestätigen muss sie eine andere Person.',
      ),
    ).toBeTruthy()
  })

  test('an end before the begin is told and cannot be sent', async () => {
    productServer()
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Einleiten' }))
    const dialog = await screen.findByRole('dialog')
    const end = within(dialog).getByRole('textbox', { name: 'Ende' })
    await user.clear(end)
    await user.type(end, '1.1.2020{Enter}')
    expect(await within(dialog).findByText('Der Beginn darf nicht nach dem Ende liegen.')).toBeTruthy()
    const button = within(dialog).getByRole('button', { name: 'Einleiten' }) as HTMLButtonElement
    expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(true)
  })

  test('a first period, and one without an end, are told in a sentence that fits', async () => {
    productServer(
      withApproval({
        begin: today,
        end: addYears(today, 1),
        approvalInitiatorAccountId: meId,
        finalApprovalAccountId: colleagueId,
        finalApprovalDate: today,
        hasEverBeenApproved: true,
      }),
    )
    await openProduct(`${baseList}?tab=approvals`)
    const user = userEvent.setup()
    const first = within(await card('Verband'))
    await user.click(first.getByRole('button', { name: 'Weitere Aktionen zu Verband' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Zeitraum ändern' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ohne Enddatum' }))
    expect(dialog.textContent).toMatch(/Der Zeitraum ändert sich \(bisher: ohne Zeitraum; neu: ab [\d.]+\)\./)
  })

  test('an approval that never was is given at once; one that was switched off is switched on first', async () => {
    const dated = { begin: today, end: addYears(today, 1), finalApprovalAccountId: colleagueId }
    const base = withApproval({
      ...dated,
      hasEverBeenApproved: true,
      approvalInitiatorAccountId: meId,
      finalApprovalDate: today,
    })
    for (const [row, first] of [
      [undefined, 'Verband: Für ein Jahr zulassen'],
      [{ active: false }, 'Verband: Aktivieren'],
    ] as const) {
      const rows = base.listData[baseList]!._approval
      const data = setKey(base, baseList, '_approval', row ? { ...rows, [nationalStandardId]: row } : rows)
      productServer(data)
      const { unmount } = await openProduct(`${baseList}?tab=approvals`)
      const { findByRole, queryByText } = within(await card('Verband'))
      expect(await findByRole('button', { name: first })).toBeTruthy()
      expect(queryByText(/wieder/)).toBeNull()
      unmount()
    }
  })

  test('the initiator is not offered to confirm, and reads why', async () => {
    productServer(initiatedBy(meId))
    const { card } = await open()
    expect(within(card).queryByRole('button', { name: /Bestätigen/ })).toBeNull()
    expect(within(card).getByText(/Bestätigen muss sie eine andere Person/)).toBeTruthy()
  })

  test('another person confirms, and reads who proposed what', async () => {
    productServer(initiatedBy(colleagueId))
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Bestätigen' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('Ben Kollege hat')
  })

  test('without the approval right nothing is offered', async () => {
    productServer(startData(), ['product:edit'])
    const { card } = await open()
    expect(within(card).queryByRole('button')).toBeNull()
    expect(screen.getByText(/^Zum Ändern brauchen Sie das Zulassungsrecht/)).toBeTruthy()
  })

  test('says what is missing: the distributor of a national list, the standard it depends on', async () => {
    productServer()
    await openProduct(`${nationalId}?tab=approvals`)
    expect(
      within(await card()).getByText('Erst möglich, wenn in dieser Liste ein Vertreiber eingetragen ist.'),
    ).toBeTruthy()
    const dependent = await card('Verband')
    expect(
      within(dependent).getByText('Erst möglich, wenn die Zulassung „Basiszulassung“ gültig ist.'),
    ).toBeTruthy()
    expect(within(dependent).queryByRole('button', { name: /Zulassen/ })).toBeNull()
    // What never was has nothing to be switched on, above all not below a sentence that says what comes first.
    expect(within(dependent).queryByRole('button', { name: 'Verband: Aktivieren' })).toBeNull()
    const user = userEvent.setup()
    await user.click(within(dependent).getByRole('button', { name: 'Weitere Aktionen zu Verband' }))
    expect(await screen.findByRole('menuitem', { name: 'Bemerkung und Einschränkung' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Aktivieren' })).toBeNull()
  })

  test('extending saves what was typed first and goes on with the new revision', async () => {
    const valid = withApproval({
      begin: storedDay('2020-01-01'),
      end: addYears(today, 1),
      hasEverBeenApproved: true,
      approvalInitiatorAccountId: meId,
      finalApprovalAccountId: colleagueId,
      finalApprovalDate: today,
    })
    const server = productServer(valid)
    server.fake.on(approvals, ({ rev }) => viewFor(server.now().data, rev + 1) as never)
    await openProduct()
    const user = userEvent.setup()
    await screen.findByText('Name und Kategorie')
    await user.keyboard('e')
    await user.type(await screen.findByRole('textbox', { name: 'Handelsname' }), ' X')
    await user.click(screen.getByRole('tab', { name: 'Zulassungen' }))
    await user.click(await screen.findByRole('button', { name: 'Basiszulassung: Um ein Jahr verlängern' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Ihre ungespeicherten Änderungen werden vorher gespeichert.')
    await user.click(within(dialog).getByRole('button', { name: 'Um ein Jahr verlängern' }))
    await waitFor(() => expect(server.fake.inputs(approvals)).toHaveLength(1))
    expect(server.fake.inputs(save)).toHaveLength(1)
    expect(server.fake.inputs(approvals)[0]).toMatchObject({ rev: 2, action: 'extend' })
  })

  test('another save in between does not stop it', async () => {
    const server = productServer()
    let tries = 0
    server.fake.on(approvals, ({ rev }) => {
      tries += 1
      if (tries === 1) server.set((data) => setValue(data, baseList, 'basis-f5', text('1')))
      if (rev !== server.now().rev) throw revisionConflict(rev, server.now().rev)
      return viewFor(initiatedBy(meId), rev + 1) as never
    })
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Einleiten' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Einleiten' }))
    expect(await within(card).findByText('Eingeleitet', { selector: 'span' })).toBeTruthy()
    expect(server.fake.inputs(approvals).map((i) => i.rev)).toEqual([1, 2])
  })

  test('a confirmation is not repeated on a revision that nobody saw, also where another field was changed', async () => {
    const server = productServer(initiatedBy(colleagueId))
    server.fake.on(approvals, ({ rev }) => {
      server.set((data) => setValue(data, baseList, 'basis-f5', text('1')))
      throw revisionConflict(rev, server.now().rev)
    })
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Bestätigen' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bestätigen' }))
    expect(await screen.findByText(/^Inzwischen hat jemand anderes das geändert/)).toBeTruthy()
    expect(server.fake.inputs(approvals).map((i) => i.rev)).toEqual([1])
  })

  test('nor where a parent was changed: the revisions of the parents that were seen go along', async () => {
    const server = productServer(initiatedBy(colleagueId))
    let parentRev = 4
    server.fake.on(load, () => ({ ...server.now(), parentRevs: [parentRev] }) as never)
    server.fake.on(approvals, ({ rev }) => {
      parentRev++
      throw revisionConflict(rev, rev)
    })
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Bestätigen' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bestätigen' }))
    await waitFor(() => expect(noticeLog.get().at(0)?.text).toMatch(/^Inzwischen hat jemand anderes/))
    expect(server.fake.inputs(approvals).map(({ parentRevs }) => parentRevs)).toEqual([[4]])
  })

  test('who has changed the data is told that another person confirms, and is not offered to', async () => {
    const server = productServer(initiatedBy(colleagueId))
    server.fake.on(getapprovals, () => status({ hasOwnChanges: true }))
    const { card } = await open()
    // Once for all of them.
    expect(await screen.findAllByText(/^Sie haben seit der letzten Bestätigung Daten/)).toHaveLength(1)
    expect(within(card).queryByRole('button', { name: /Bestätigen/ })).toBeNull()
  })

  test('of whom it cannot be told is not told that they have', async () => {
    const server = productServer(initiatedBy(colleagueId))
    server.fake.on(getapprovals, () => status({ hasOwnChanges: true, isUnexamined: true }))
    const { card } = await open()
    expect(await screen.findAllByText(/lässt sich nicht prüfen/)).toHaveLength(1)
    expect(screen.queryByText(/^Sie haben seit der letzten Bestätigung Daten/)).toBeNull()
    expect(within(card).queryByRole('button', { name: /Bestätigen/ })).toBeNull()
  })

  test('nor do they switch on again what was given, and read why', async () => {
    const server = productServer(
      withApproval({
        active: false,
        begin: storedDay('2020-01-01'),
        end: addYears(today, 1),
        hasEverBeenApproved: true,
        approvalInitiatorAccountId: meId,
        finalApprovalAccountId: colleagueId,
        finalApprovalDate: today,
      }),
    )
    server.fake.on(getapprovals, () => status({ hasOwnChanges: true }))
    const { card } = await open()
    expect(await screen.findAllByText(/^Sie haben seit der letzten Bestätigung Daten/)).toHaveLength(1)
    expect(within(card).queryByRole('button', { name: /Aktivieren/ })).toBeNull()
  })

  test('what nobody knows the initiator of is not offered for confirmation, and its row says what leads on', async () => {
    const server = productServer(initiatedBy(colleagueId))
    server.fake.on(getapprovals, () =>
      status({ approvals: [{ standard: standardId, missing: [], hasUnknownInitiator: true }] }),
    )
    const { card } = await open()
    expect(
      await within(card).findByText(/^Wer diese Zulassung eingeleitet hat, ist nicht bekannt/),
    ).toBeTruthy()
    expect(within(card).queryByRole('button', { name: /Bestätigen/ })).toBeNull()
  })

  test('nobody confirms before it is known whether they may', async () => {
    const server = productServer(initiatedBy(colleagueId))
    const answer = Promise.withResolvers<OutputOf<typeof getapprovals>>()
    server.fake.on(getapprovals, () => answer.promise)
    const { card } = await open()
    const button = within(card).getByRole('button', { name: 'Basiszulassung: Bestätigen' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(reasonOf(button)).toBe('Wird geprüft …')
    answer.resolve(status({ hasOwnChanges: true }))
    await waitFor(() => expect(within(card).queryByRole('button', { name: /Bestätigen/ })).toBeNull())
  })

  describe('what was typed is settled before somebody confirms: the tab says so, with what settles it', () => {
    const opened = async () => {
      const server = productServer(initiatedBy(colleagueId))
      await openProduct()
      const user = userEvent.setup()
      await screen.findByText('Name und Kategorie')
      await user.keyboard('e')
      await user.type(await screen.findByRole('textbox', { name: 'Handelsname' }), ' X')
      await user.click(screen.getByRole('tab', { name: /^Zulassungen/ }))
      const button = within(await card()).getByRole('button', { name: 'Basiszulassung: Bestätigen' })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(reasonOf(button)).toMatch(/^Speichern oder verwerfen Sie zuerst Ihre Änderungen/)
      return { server, user, button }
    }
    test('discarded, it can be confirmed', async () => {
      const { user, button } = await opened()
      // The same stands in the bar.
      await user.click(screen.getAllByRole('button', { name: 'Verwerfen' })[0]!)
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
      expect(screen.queryByText(/^Speichern oder verwerfen/)).toBeNull()
    })
    test('saved, it is gone from the tab', async () => {
      const { server, user } = await opened()
      await user.click(screen.getByRole('button', { name: 'Speichern' }))
      await waitFor(() => expect(server.fake.inputs(save)).toHaveLength(1))
      await waitFor(() => expect(screen.queryByText(/^Speichern oder verwerfen/)).toBeNull())
    })
  })

  describe('who confirms sees what has changed since it was initiated', () => {
    const opened = async (change: (data: ProductData) => ProductData) => {
      const server = productServer(initiatedBy(colleagueId))
      server.set(change)
      server.fake.on(gettimeline, () => ({
        list: [
          {
            kind: 'saved' as const,
            list: baseList,
            rev: 2,
            at: today,
            by: colleagueId,
            byName: 'Ben Kollege',
          },
          {
            kind: 'approvalInitiated' as const,
            list: baseList,
            standard: standardId,
            rev: 1,
            at: today,
            by: colleagueId,
            byName: 'Ben Kollege',
          },
        ],
        count: 2,
      }))
      const { user, card } = await open()
      await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Bestätigen' }))
      return within(await screen.findByRole('dialog'))
    }
    test('its data, its period and its restriction, before and after', async () => {
      const later = addYears(today, 2)
      const dialog = await opened((data) => {
        const rows = data.listData[baseList]!._approval
        const row = { ...rows[standardId], tmp_end: later, restriction: 'Nur Gewächshaus' }
        return setKey(setValue(data, baseList, 'basis-f5', text('1')), baseList, '_approval', {
          ...rows,
          [standardId]: row,
        })
      })
      expect(await dialog.findByText('Seit der Einleitung geändert')).toBeTruthy()
      const data = within(dialog.getByRole('row', { name: /^GTIN/ }))
      expect(data.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['7610000000017', '1'])
      const approval = dialog.getByRole('row', { name: /Basiszulassung/ })
      expect(approval.textContent).toContain('Nur Gewächshaus')
    })
    test('that nothing has changed is said', async () => {
      const dialog = await opened((data) => setValue(data, nationalId, 'basis-f7', text('Dort')))
      expect(
        await dialog.findByText('Von dem, was Sie sehen, hat sich seit der Einleitung nichts geändert.'),
      ).toBeTruthy()
      expect(dialog.queryByRole('table')).toBeNull()
    })
  })

  test('that it is not active is said once, and the action that leads on stands beside it', async () => {
    productServer(withApproval({ active: false }))
    const { card } = await open()
    expect(await within(card).findAllByText(/nicht aktiv/)).toHaveLength(1)
    expect(within(card).getByRole('button', { name: 'Basiszulassung: Aktivieren' })).toBeTruthy()
  })

  test('to who has initiated it and changed its data it is said once that somebody else confirms', async () => {
    const server = productServer(initiatedBy(meId))
    server.fake.on(getapprovals, () => status({ hasOwnChanges: true }))
    await open()
    await screen.findByText(/^Sie haben seit der letzten Bestätigung Daten/)
    expect(screen.getAllByText(/Bestätigen muss/)).toHaveLength(1)
  })

  test('the released revision, what has changed since, and what is missing with a way to its place', async () => {
    const server = productServer(
      withApproval({
        begin: storedDay('2020-01-01'),
        end: addYears(today, 1),
        hasEverBeenApproved: true,
        approvalInitiatorAccountId: meId,
        finalApprovalAccountId: colleagueId,
        finalApprovalDate: today,
      }),
    )
    server.fake.on(getapprovals, () =>
      status({
        missing: [
          { key: 'approvalCompany', path: `/listData/${baseList}/_companies` },
          { key: 'checklistUnmet', path: `/listData/${baseList}/_checklist/c1`, title: { de_DE: 'Labor' } },
          { key: 'mandatory', path: `/listData/${baseList}/basis-f7` },
        ],
        approvals: [
          { standard: standardId, releasedRev: 1, changed: ['basis-f5', '_components'], missing: [] },
          {
            standard: nationalStandardId,
            missing: [
              { key: 'approvalDependency', path: `/listData/${baseList}/_approval/x`, standard: standardId },
            ],
          },
        ],
      }),
    )
    const { user, card: row } = await open()
    expect(await within(row).findByText('seither geändert')).toBeTruthy()
    expect(within(row).getByText('GTIN, Komponenten')).toBeTruthy()
    expect(within(row).getByRole('link', { name: 'Revision 1' }).getAttribute('href')).toMatch(/\/1$/)
    // What is missing under one standard leads to the other's next action.
    const lacks = within(await card('Verband')).getByRole('list', { name: 'Was für „Verband“ noch fehlt' })
    // It stands with the state that it explains, and says what it tells.
    const state = lacks.closest('td')!
    expect(state.textContent).toMatch(/^OffenFehlt noch/)
    await user.click(within(lacks).getByRole('button', { name: 'Zulassung „Basiszulassung“' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Basiszulassung: Erneut bestätigen')
    const list = screen.getByRole('list', { name: 'Für jede Zulassung in „Basisdaten“ fehlt noch' })
    expect(within(list).queryByText('Prüfpunkt „Labor“')).toBeNull()
    // What hinders no approval is told apart.
    const unmet = screen.getByRole('list', {
      name: 'Für die Zulassungen in „Basisdaten“ ist 1 Prüfpunkt nicht erfüllt',
    })
    expect(within(unmet).getByText('Prüfpunkt „Labor“')).toBeTruthy()
    expect(screen.getByText('Zulassungen sind trotzdem möglich.')).toBeTruthy()
    await user.click(within(list).getByRole('button', { name: 'Interne Bemerkung: Pflichtfeld' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Interne Bemerkung/ })),
    )
  })

  describe('what has changed since it was confirmed', () => {
    const company = { r1: { company: 'c1', role: 'distributor' } }
    const given = () =>
      setKey(
        withApproval({
          begin: storedDay('2020-01-01'),
          end: addYears(today, 1),
          hasEverBeenApproved: true,
          approvalInitiatorAccountId: meId,
          finalApprovalAccountId: colleagueId,
          finalApprovalDate: today,
        }),
        baseList,
        '_companies',
        company,
      )
    const changed = (of: Partial<Status> = {}, keys = ['basis-f5', '_components']) =>
      status({
        approvals: [{ standard: standardId, releasedRev: 1, changed: keys, missing: [] }],
        ...of,
      })
    const openChanged = async (answer: OutputOf<typeof getapprovals>) => {
      const server = productServer(given())
      server.fake.on(getapprovals, () => answer)
      server.fake.on(approvals, ({ rev }) => viewFor(given(), rev + 1) as never)
      return { server, ...(await open()) }
    }
    const moreOf = 'Weitere Aktionen zu Basiszulassung'

    test('is confirmed again ahead of everything else, and the dialog says what it is', async () => {
      const { server, user, card } = await openChanged(changed())
      await user.click(await within(card).findByRole('button', { name: 'Basiszulassung: Erneut bestätigen' }))
      const dialog = await screen.findByRole('dialog')
      expect(dialog.textContent).toContain('Seit der letzten Bestätigung geändert: GTIN, Komponenten.')
      await user.click(within(dialog).getByRole('button', { name: 'Erneut bestätigen' }))
      await waitFor(() => expect(noticeLog.get().at(0)?.text).toBe('Basiszulassung erneut bestätigt'))
      expect(server.fake.inputs(approvals)).toEqual([
        {
          id: expect.any(String),
          rev: 1,
          parentRevs: [],
          list: baseList,
          standard: standardId,
          action: 'release',
        },
      ])
    })
    test('not by who changed it: they read that somebody else does', async () => {
      const { user, card } = await openChanged(changed({ hasOwnChanges: true }))
      expect(await screen.findAllByText(/^Sie haben seit der letzten Bestätigung Daten/)).toHaveLength(1)
      expect(
        await within(card).findByRole('button', { name: 'Basiszulassung: Um ein Jahr verlängern' }),
      ).toBeTruthy()
      await user.click(within(card).getByRole('button', { name: moreOf }))
      await screen.findByRole('menuitem', { name: 'Zeitraum ändern' })
      expect(screen.queryByRole('menuitem', { name: 'Erneut bestätigen' })).toBeNull()
    })
    test('where the viewer sees no change it stands among the others, as one may be hidden', async () => {
      const { user, card } = await openChanged(changed({}, []))
      expect(within(card).queryByRole('button', { name: 'Basiszulassung: Erneut bestätigen' })).toBeNull()
      await user.click(within(card).getByRole('button', { name: moreOf }))
      await user.click(await screen.findByRole('menuitem', { name: 'Erneut bestätigen' }))
      expect((await screen.findByRole('dialog')).textContent).toContain('Von dem, was Sie sehen, hat sich')
    })
    test('one’s own words hold back their approval alone: its row says so', async () => {
      const one = {
        standard: standardId,
        releasedRev: 1,
        changed: ['_restriction', '_limitation'],
        missing: [],
      }
      const { card } = await openChanged(status({ approvals: [{ ...one, ownWords: 'entered' }] }))
      expect(await within(card).findByText('Einschränkung, Grenzen')).toBeTruthy()
      expect(within(card).getByText(/^Sie haben seit der letzten Bestätigung Daten/)).toBeTruthy()
      expect(within(card).queryByRole('button', { name: 'Basiszulassung: Erneut bestätigen' })).toBeNull()
    })
    test('of several those are confirmed again that have changed', async () => {
      const { server, user } = await openChanged(changed())
      await user.click(screen.getByRole('checkbox', { name: 'Alle Standards auswählen' }))
      await user.click(screen.getByRole('button', { name: 'Weitere' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Erneut bestätigen (1)' }))
      const dialog = await screen.findByRole('dialog', { name: 'Erneut bestätigen: mehrere Standards' })
      expect(within(dialog).getByText('Basiszulassung: GTIN, Komponenten')).toBeTruthy()
      expect(within(dialog).getByText('Nicht möglich für: Verband')).toBeTruthy()
      await user.click(within(dialog).getByRole('button', { name: 'Erneut bestätigen (1)' }))
      await waitFor(() => expect(noticeLog.get().at(0)?.text).toBe('1 von 1 Zulassungen geändert'))
      expect(server.fake.inputs(approvals)).toMatchObject([{ standard: standardId, action: 'release' }])
    })
  })

  test('all lists at a glance: each sign says its list, standard and state, and leads there', async () => {
    const server = productServer(initiatedBy(colleagueId))
    server.fake.on(getapprovals, () =>
      status({ approvals: [{ standard: standardId, releasedRev: 1, changed: ['basis-f5'], missing: [] }] }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Alle Listen' }))
    const table = await screen.findByRole('table', { name: 'Zulassungen in allen Listen' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Standard', 'Basisdaten', 'Schweiz'])
    expect(
      await within(table).findByRole('link', {
        name: 'Basiszulassung, Basisdaten: Eingeleitet, seither geändert',
      }),
    ).toBeTruthy()
    await user.click(within(table).getByRole('link', { name: 'Verband, Schweiz: Offen' }))
    expect(await screen.findByRole('heading', { name: /Zulassungen in „Schweiz“/ })).toBeTruthy()
  })

  test('an archived list is among them only when archived lists are asked for, and is called so', async () => {
    productServer(setKey(startData(), nationalId, '_archived', true))
    const heads = async () =>
      within(await screen.findByRole('table', { name: 'Zulassungen in allen Listen' }))
        .getAllByRole('columnheader')
        .map((one) => one.textContent)
    const { unmount } = await openProduct(`${baseList}?tab=approvals&lists=all`)
    expect(await heads()).toEqual(['Standard', 'Basisdaten'])
    unmount()
    await openProduct(`${baseList}?tab=approvals&lists=all&archive=1`)
    expect(await heads()).toEqual(['Standard', 'Basisdaten', 'Schweizarchiviert'])
  })

  test('what is given and not valid today is told so, with the reason, in the card of its list, its row and the matrix', async () => {
    const given = {
      active: true,
      begin: storedDay('2020-01-01'),
      end: addYears(today, 1),
      hasEverBeenApproved: true,
      finalApprovalAccountId: colleagueId,
      finalApprovalDate: today,
    }
    // The base approval that it depends on was reset.
    productServer(setKey(withApproval({}), nationalId, '_approval', { [nationalStandardId]: given }))
    await openProduct(`${nationalId}?tab=approvals`)
    const user = userEvent.setup()
    const row = within(await card('Verband'))
    expect(row.getByText('Nicht gültig')).toBeTruthy()
    expect(row.queryByText('Zugelassen')).toBeNull()
    // The days stand under the column's name alone: no word beside them calls them valid.
    expect(row.queryByText('Gültig')).toBeNull()
    expect(row.getByText(/^01\.01\.20 – /)).toBeTruthy()
    const why = 'Setzt die Zulassung „Basiszulassung“ voraus, die heute nicht gültig ist.'
    expect(row.getByText(why)).toBeTruthy()
    const lists = screen.getByRole('navigation', { name: 'Listen des Produkts' })
    const shown = within(within(lists).getByRole('link', { name: /Schweiz/ })).getByText('Nicht gültig')
    expect(shown.getAttribute('title')).toBe(`Nicht gültig: Verband (${why})`)
    await user.click(screen.getByRole('button', { name: 'Alle Listen' }))
    expect(await screen.findByRole('link', { name: `Verband, Schweiz: Nicht gültig (${why})` })).toBeTruthy()
  })

  test('without its days an approval tells nobody of its procedure, and the question before it names them', async () => {
    const people = {
      hasEverBeenApproved: true,
      approvalInitiatorAccountId: meId,
      approvalInitiationDate: today,
      finalApprovalAccountId: colleagueId,
      finalApprovalDate: today,
    }
    const server = productServer(
      withApproval({ ...people, begin: storedDay('2020-01-01'), end: addYears(today, 1) }),
    )
    server.fake.on(approvals, ({ rev }) => viewFor(withApproval(people), rev + 1) as never)
    const { user, card } = await open()
    const termsIn = (element: HTMLElement) =>
      within(element)
        .queryAllByRole('term')
        .map((one) => one.textContent)
    expect(termsIn(card)).toEqual(['Eingeleitet', 'Bestätigt'])
    await user.click(within(card).getByRole('button', { name: 'Weitere Aktionen zu Basiszulassung' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Zeitraum entfernen' }))
    const dialog = await screen.findByRole('dialog')
    expect(termsIn(dialog)).toEqual(['Zeitraum', 'Eingeleitet', 'Bestätigt'])
    await user.click(within(dialog).getByRole('button', { name: 'Zeitraum entfernen' }))
    expect(await within(card).findByText('Offen')).toBeTruthy()
    expect(termsIn(card)).toEqual([])
  })

  test('where somebody else changed the same approval meanwhile, it is not repeated', async () => {
    const server = productServer()
    server.fake.on(approvals, ({ rev }) => {
      server.set((data) =>
        setKey(data, baseList, '_approval', initiatedBy(colleagueId).listData[baseList]?._approval),
      )
      throw revisionConflict(rev, server.now().rev)
    })
    const { user, card } = await open()
    await user.click(within(card).getByRole('button', { name: 'Basiszulassung: Einleiten' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Einleiten' }))
    expect(await screen.findByText(/^Inzwischen hat jemand anderes das geändert/)).toBeTruthy()
    expect(server.fake.inputs(approvals)).toHaveLength(1)
  })

  describe('several at once', () => {
    const third = { active: true, begin: today, end: addYears(today, 1), hasEverBeenApproved: true }
    const both = () => {
      const data = initiatedBy(colleagueId)
      const rows = data.listData[baseList]!._approval
      return setKey(data, baseList, '_approval', { ...rows, [nationalStandardId]: third })
    }
    const select = async () => {
      await openProduct(`${baseList}?tab=approvals`)
      const user = userEvent.setup()
      await card()
      await user.click(screen.getByRole('checkbox', { name: 'Alle Standards auswählen' }))
      return user
    }
    test('what the rules allow is counted, and the rest is named', async () => {
      const server = productServer(both())
      server.fake.on(approvals, ({ rev }) => viewFor(both(), rev + 1) as never)
      const user = await select()
      const bar = screen.getByRole('group', { name: 'Aktionen für ausgewählte Standards' })
      expect(within(bar).getByText('Ausgewählt: 2')).toBeTruthy()
      expect(reasonOf(within(bar).getByRole('button', { name: 'Um ein Jahr verlängern (0)' }))).toBe(
        'Für keinen der ausgewählten Standards möglich.',
      )
      await user.click(within(bar).getByRole('button', { name: 'Bestätigen (1)' }))
      const dialog = await screen.findByRole('dialog', { name: 'Bestätigen: mehrere Standards' })
      expect(within(dialog).getByText('Nicht möglich für: Verband')).toBeTruthy()
      await user.click(within(dialog).getByRole('button', { name: 'Bestätigen (1)' }))
      await waitFor(() => expect(noticeLog.get().at(0)?.text).toBe('1 von 1 Zulassungen geändert'))
      expect(server.fake.inputs(approvals)).toMatchObject([
        { rev: 1, standard: standardId, action: 'confirm' },
      ])
    })
    test('to who has changed the data, confirming says why it is not offered', async () => {
      const server = productServer(initiatedBy(colleagueId))
      server.fake.on(getapprovals, () => status({ hasOwnChanges: true }))
      await openProduct(`${baseList}?tab=approvals`)
      const user = userEvent.setup()
      await user.click(within(await card()).getByRole('checkbox', { name: 'Basiszulassung auswählen' }))
      const button = await screen.findByRole('button', { name: 'Bestätigen (0)' })
      expect(reasonOf(button)).toBe(
        'Sie haben seit der letzten Bestätigung Daten dieser Liste geändert. Bestätigen muss eine andere Person.',
      )
    })
    test('one after the other, each on the revision of the one before; it stops where something comes in between', async () => {
      const server = productServer(both())
      server.fake.on(approvals, ({ rev }) => {
        if (server.fake.inputs(approvals).length > 1) {
          server.set((data) => setKey(data, baseList, '_approval', {}))
          throw revisionConflict(rev, server.now().rev)
        }
        server.set((data) => data)
        return server.now() as never
      })
      const user = await select()
      await user.click(screen.getByRole('button', { name: 'Weitere' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Deaktivieren (2)' }))
      const dialog = await screen.findByRole('dialog')
      await user.click(within(dialog).getByRole('button', { name: 'Deaktivieren (2)' }))
      await waitFor(() =>
        expect(noticeLog.get().map(({ text }) => text)).toContain('1 von 2 Zulassungen geändert'),
      )
      expect(server.fake.inputs(approvals).map(({ rev, standard }) => [rev, standard])).toEqual([
        [1, standardId],
        [2, nationalStandardId],
      ])
    })
  })
})
