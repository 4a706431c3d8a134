import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Drawer from '@cloudscape-design/components/drawer'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useCallback, useEffect } from 'react'
import { execute } from '../../../../shared/calls/search/search/execute.ts'
import { type InvoiceView, invoiceState } from '../../../../shared/model/invoice.ts'
import { useSession } from '../../../api/session.tsx'
import { useRefresh } from '../../../api/use-call.ts'
import { useMeanwhile } from '../../../api/use-meanwhile.ts'
import { Page } from '../../../frame/page.tsx'
import { useDiscard } from '../../../frame/use-discard.ts'
import { useDraftFlash } from '../../../frame/use-draft-flash.tsx'
import { runningJobs } from '../../../frame/use-job-watch.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { EditorSaveBar } from '../../../ui/editor-save-bar.tsx'
import { shownIssues, useEdited } from '../../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { InvoiceBadge } from '../../../ui/invoice-badge.tsx'
import { useStore } from '../../../ui/store.ts'
import { placeTitle } from '../model/changes.ts'
import { companyOf, invoiceTitle } from '../parts/invoice-name.ts'
import { useInvoiceEditor } from '../use-invoice-editor.ts'
import { useInvoiceWords } from '../use-invoice-words.ts'
import { ConflictQuestion } from './conflict-question.tsx'
import { CustomEntries } from './custom-entries.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { LinesSection } from './lines-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { StandsAgainst } from './stands-against.tsx'

interface Props {
  view: InvoiceView
  account: string
  onView(view: InvoiceView): void
  onReload(): Promise<unknown>
}

export function InvoicePage({ view, account, onView, onReload }: Props) {
  const words = useInvoiceWords()
  const { t } = words
  const refresh = useRefresh()
  const { moment } = useDateFormat()
  const isStaff = useSession().actor?.role !== 'registered'
  const { data } = view
  const state = invoiceState(data)
  const mayEdit = view.may.includes('invoice:edit') && !view.disabled
  const isEditable = mayEdit && state === 'draft'
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const titleOf = useCallback((path: string) => placeTitle(path, t), [t])
  const onSaved = useCallback(
    (next: InvoiceView) => {
      onView(next)
      void refresh(execute)
    },
    [onView, refresh],
  )
  const editor = useInvoiceEditor({
    view,
    account,
    isEditable,
    placeTitle: titleOf,
    onSaved,
    onRefused: () => focusProblem(),
    onDeleted: onSaved,
  })
  const kept = useDraftFlash(editor, { mayEdit: isEditable, onTaken: () => {} })
  const isKept = useEdited(editor, (now) => now.kept !== undefined)
  const context = { editor, words, isEditable: isEditable && !isKept }
  const focusProblem = () =>
    focusNext(() => places.focusFirst(shownIssues(editor.state.get()).map(({ path }) => path)))
  const save = async () => {
    if ((await editor.save()) === undefined) focusProblem()
  }
  const discard = useDiscard(editor, () => focusNext(() => places.focusFirst()))
  const meanwhile = useMeanwhile(view.id, view.rev, isStaff)
  const takeIn = useCallback(async () => {
    await onReload()
    void refresh(execute)
  }, [onReload, refresh])
  useReloadAfterJobs(takeIn)
  const name = invoiceTitle(view, t)
  const company = companyOf(view, t)
  return (
    <Page
      title={t('titled', { name: data.cancels ? t('cancellation', { name }) : name, company })}
      subtitle={isStaff ? t('subtitle', { rev: view.rev, when: moment(view.updated) }) : ''}
      flashes={kept && isEditable ? [kept] : []}
      badges={<InvoiceBadge state={state} t={t} />}
      actions={<InvoiceActions view={view} state={state} mayEdit={mayEdit} t={t} />}
      drawers={
        isStaff
          ? [
              {
                id: 'history',
                title: t('history.title'),
                icon: 'history',
                content: (
                  <Drawer header={<h2>{t('history.title')}</h2>}>
                    <InvoiceHistory view={view} words={words} />
                  </Drawer>
                ),
              },
            ]
          : []
      }
    >
      <FieldPlacesContext value={places}>
        {/* One block, so that the bar sticks to the bottom of the window all along it. */}
        <div>
          <SpaceBetween size="l">
            <StandsAgainst view={view} state={state} t={t} />
            <Container header={<Header variant="h2">{t('facts')}</Header>}>
              <InvoiceFacts view={view} words={words} company={company} />
            </Container>
            <Container header={<Header variant="h2">{t('lines')}</Header>}>
              <SpaceBetween size="m">
                <LinesSection
                  {...context}
                  view={view}
                  mayMark={mayEdit}
                  isStaff={isStaff}
                  onMarked={takeIn}
                />
                {isEditable && <CustomEntries {...context} />}
              </SpaceBetween>
            </Container>
            {isStaff && <SendingSection {...context} />}
          </SpaceBetween>
          <EditorSaveBar
            editor={editor}
            isEditable={context.isEditable}
            inOrder={(issues) => [...issues]}
            titleOf={titleOf}
            wordsOf={({ key, expected }) => t(`issue.${key}`, { defaultValue: expected })}
            onSave={() => void save()}
            onDiscard={discard}
            onProblem={focusProblem}
            news={
              meanwhile && (
                <span className="invoices-meanwhile">
                  {t('save.meanwhile', { name: meanwhile.name, rev: meanwhile.rev })}{' '}
                  <Button variant="inline-link" onClick={() => void takeIn()}>
                    {t('save.takeIn')}
                  </Button>
                </span>
              )
            }
          />
        </div>
      </FieldPlacesContext>
      <ConflictQuestion editor={editor} words={words} titleOf={titleOf} />
    </Page>
  )
}

/** What a job does to the invoice is seen while it goes on. */
function useReloadAfterJobs(reload: () => Promise<unknown>) {
  const open = useStore(runningJobs)
    .filter(({ kind }) => kind === 'invoice' || kind === 'invoice-run')
    .map(({ id, done }) => `${id}:${done}`)
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of running jobs is the reason to ask again
  useEffect(() => void reload(), [open])
}
