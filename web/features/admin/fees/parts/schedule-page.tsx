import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Drawer from '@cloudscape-design/components/drawer'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '../../../../../shared/model/entity.ts'
import { isOfClass } from '../../../../../shared/model/entity-data.ts'
import { toPatch } from '../../../../../shared/rules/merge.ts'
import { useMeanwhile } from '../../../../api/use-meanwhile.ts'
import { feeSchedulesHref } from '../../../../frame/links.ts'
import { Page, type PageDrawer, useDrawer } from '../../../../frame/page.tsx'
import { settleUnsaved } from '../../../../frame/unsaved.tsx'
import { useDiscard } from '../../../../frame/use-discard.ts'
import { useDraftFlash } from '../../../../frame/use-draft-flash.tsx'
import { useDateFormat } from '../../../../ui/dates.tsx'
import { EditorSaveBar } from '../../../../ui/editor-save-bar.tsx'
import { shownIssues, useEdited } from '../../../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../../../ui/field-places.ts'
import { focusPage, useFocusNext } from '../../../../ui/focus.ts'
import { ConflictQuestion } from '../../parts/conflict-question.tsx'
import { EntryHistory } from '../../parts/entry-history.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { isNew, useEntryEditor } from '../../use-entry-editor.ts'
import { useMayWrite } from '../../use-may-write.ts'
import { feeDescription } from '../description.ts'
import { issuesInPageOrder, textKeys } from '../model/schedule.ts'
import type { FeeWords } from '../use-fee-words.ts'
import { useFeeIssueWords } from '../use-issue-words.ts'
import { DiscountsSection } from './discounts.tsx'
import { CurrencyField, NumberEntry, TextField } from './fee-field.tsx'
import { NewScheduleDialog } from './new-dialog.tsx'
import { RatesSection } from './rates.tsx'
import { TryOut } from './try-out.tsx'

interface Props {
  view: Entity
  /** Of a new one: what it begins with. */
  prepared?: Entity['data']
  account: string
  words: FeeWords
  onWritten(entity: Entity): Promise<void>
  onReload(): Promise<unknown>
  onCreated?(entity: Entity): Promise<void>
}

export function SchedulePage({ view, prepared, account, words, onWritten, onReload, onCreated }: Props) {
  const t = words.fees
  const navigate = useNavigate()
  const { moment } = useDateFormat()
  const [drawer, openDrawer] = useDrawer()
  const mayWrite = useMayWrite('feeschedule') && !view.disabled
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const [created, setCreated] = useState<Entity>()
  const editor = useEntryEditor({
    view,
    account,
    description: feeDescription,
    words,
    isEditable: mayWrite,
    onSaved: (entity) => (isNew(view) ? setCreated(entity) : void onWritten(entity)),
    onRefused: () => focusProblem(),
    onDeleted: (entity) => void onWritten(entity),
  })
  // Once it is drawn that nothing is unsaved: going to its address would be asked about.
  const tell = useRef(onCreated)
  tell.current = onCreated
  useEffect(() => {
    if (created) void tell.current?.(created)
  }, [created])
  const isPrepared = useRef(false)
  useEffect(() => {
    if (!prepared || isPrepared.current) return
    isPrepared.current = true
    // A draft of it that was kept on this machine is offered first.
    if (!editor.state.get().kept) editor.change(() => prepared)
  }, [editor, prepared])
  const kept = useDraftFlash(editor, { mayEdit: mayWrite, onTaken: () => {} })
  const isKept = useEdited(editor, (now) => now.kept !== undefined)
  const isEditable = mayWrite && !isKept
  const focusProblem = () =>
    focusNext(() =>
      issuesInPageOrder(shownIssues(editor.state.get())).some(({ path }) => places.focusFirst([path])),
    )
  const save = async () => {
    if ((await editor.save()) === undefined) focusProblem()
  }
  const discardChanges = useDiscard(editor, () => focusNext(() => places.focusFirst()))
  const discard = () => {
    if (!isNew(view)) return discardChanges()
    editor.discard()
    void navigate(feeSchedulesHref)
  }
  const meanwhile = useMeanwhile(view.id, view.rev, !isNew(view))
  const takeIn = async () => {
    await onReload()
    focusNext(() => places.show(toPatch(view.data, editor.state.get().original).map(({ path }) => path)))
  }
  const [isCopying, setCopying] = useState(false)
  // What is copied is what is stored.
  const openCopy = async () => {
    if (await settleUnsaved()) setCopying(true)
  }
  const say = useFeeIssueWords()
  const context = { editor, words, isEditable }
  const state = (
    <EntryState
      view={view}
      description={feeDescription}
      words={words}
      onWritten={onWritten}
      goesAlong={[]}
      onMove={undefined}
      onRemoved={undefined}
      onGone={() => focusNext(() => focusPage())}
    />
  )
  const history: PageDrawer = {
    id: 'history',
    title: words.t('history.title'),
    icon: 'history',
    content: (
      <Drawer header={<h2>{words.t('history.title')}</h2>}>
        <EntryHistory view={view} description={feeDescription} words={words} onWritten={onWritten} />
      </Drawer>
    ),
  }
  return (
    <Page
      title={words.name(view.data)}
      subtitle={isNew(view) ? t('unsaved') : t('subtitle', { rev: view.rev, when: moment(view.updated) })}
      flashes={kept && mayWrite ? [kept] : []}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {mayWrite && !isNew(view) && (
            <Button iconName="copy" onClick={() => void openCopy()}>
              {t('copy.open')}
            </Button>
          )}
          {/* It stays while the drawer is open: who pressed it keeps the focus. */}
          <Button
            iconName="play"
            ariaExpanded={drawer === 'tryout'}
            onClick={() => openDrawer(drawer === 'tryout' ? undefined : 'tryout')}
          >
            {t('tryout.open')}
          </Button>
        </SpaceBetween>
      }
      drawers={[
        {
          id: 'tryout',
          title: t('tryout.title'),
          icon: 'play',
          content: (
            <Drawer header={<h2>{t('tryout.title')}</h2>}>
              <TryOut editor={editor} words={words} schedule={view} />
            </Drawer>
          ),
        },
        ...(isNew(view) ? [] : [history]),
      ]}
    >
      <FieldPlacesContext value={places}>
        {/* One block, so that the bar sticks to the bottom of the window all along it. */}
        <div>
          <SpaceBetween size="l">
            {view.disabled && state}
            <Container header={<Header variant="h2">{t('basics')}</Header>}>
              <div className="fees-basics">
                <CurrencyField {...context} path="/currency" />
                <NumberEntry {...context} path="/vatPercent" unit="%" />
                <NumberEntry {...context} path="/paymentDays" isWhole />
              </div>
            </Container>
            <RatesSection {...context} />
            <DiscountsSection {...context} />
            <Container
              header={
                <Header variant="h2" description={t('textsText')}>
                  {t('texts')}
                </Header>
              }
            >
              <div className="fees-columns">
                {textKeys.map((key) => (
                  <TextField key={key} {...context} path={`/${key}`} />
                ))}
              </div>
            </Container>
            {!view.disabled && state}
          </SpaceBetween>
          <EditorSaveBar
            editor={editor}
            isEditable={isEditable}
            isNew={mayWrite && isNew(view)}
            inOrder={issuesInPageOrder}
            titleOf={words.placeTitle}
            wordsOf={say}
            onSave={() => void save()}
            onDiscard={discard}
            onProblem={focusProblem}
            news={
              meanwhile && (
                <span className="admin-meanwhile">
                  {words.t('save.meanwhile', { name: meanwhile.name, rev: String(meanwhile.rev) })}{' '}
                  <Button variant="inline-link" onClick={() => void takeIn()}>
                    {words.t('save.takeIn')}
                  </Button>
                </span>
              )
            }
          />
        </div>
      </FieldPlacesContext>
      <ConflictQuestion editor={editor} words={words} />
      {isCopying && isOfClass('feeschedule', view) && (
        <NewScheduleDialog words={words} source={view} onClose={() => setCopying(false)} />
      )}
    </Page>
  )
}
