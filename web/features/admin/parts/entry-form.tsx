/** The form of an entry: its fields, the bar of unsaved changes, and what can be done with the whole entry. */
import Button from '@cloudscape-design/components/button'
import Flashbar from '@cloudscape-design/components/flashbar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { Entity } from '../../../../shared/model/entity.ts'
import { toPatch } from '../../../../shared/rules/merge.ts'
import { useMeanwhile } from '../../../api/use-meanwhile.ts'
import { useDiscard } from '../../../frame/use-discard.ts'
import { useDraftFlash } from '../../../frame/use-draft-flash.tsx'
import { EditorSaveBar } from '../../../ui/editor-save-bar.tsx'
import { shownIssues, useEdited } from '../../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlaces } from '../../../ui/field-places.ts'
import { focusPage, useFocusNext } from '../../../ui/focus.ts'
import { EntryPreview } from '../entry-preview.tsx'
import type { ClassDescription } from '../model/description.ts'
import { blankData, inFormOrder } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { isNew, useEntryEditor } from '../use-entry-editor.ts'
import { useIssueWords } from '../use-issue-words.ts'
import { useMayWrite } from '../use-may-write.ts'
import { ConflictQuestion } from './conflict-question.tsx'
import { EntryState } from './entry-state.tsx'
import { EntryField } from './form-field.tsx'
import { InProducts } from './in-products.tsx'
import { PublicPreview } from './public-preview.tsx'

interface Props {
  view: Entity
  account: string
  description: ClassDescription
  words: AdminWords
  onWritten(entity: Entity): Promise<void>
  onReload(): Promise<unknown>
  onCreated(entity: Entity): Promise<void>
  goesAlong?: readonly Entity[]
  onMove?: (() => void) | undefined
  onRemoved?(): void
}

export function EntryForm(props: Props) {
  const { view, account, description, words, onWritten, onReload, onCreated } = props
  const { t } = words
  const { entityclass, fields } = description
  const mayWrite = useMayWrite(entityclass) && !view.disabled
  const places = useFieldPlaces()
  const focusNext = useFocusNext()
  const blank = useMemo(() => blankData(description), [description])
  const [created, setCreated] = useState<Entity>()
  const editor = useEntryEditor({
    view,
    account,
    description,
    words,
    isEditable: mayWrite,
    onSaved: (entity) => (isNew(view) ? setCreated(entity) : void onWritten(entity)),
    onRefused: () => focusProblem(),
    onDeleted: (entity) => void onWritten(entity),
  })
  // Once it is drawn that nothing is unsaved: going to the new entry's address would be asked about.
  const tell = useRef(onCreated)
  tell.current = onCreated
  useEffect(() => {
    if (created) void tell.current(created)
  }, [created])
  // A new entry begins with its first field.
  useEffect(() => {
    if (isNew(view)) places.focusFirst()
  }, [view, places])

  const kept = useDraftFlash(editor, { mayEdit: mayWrite, onTaken: () => {} })
  const isKept = useEdited(editor, (now) => now.kept !== undefined)
  const isEditable = mayWrite && !isKept
  const focusProblem = () =>
    focusNext(() =>
      inFormOrder(description, shownIssues(editor.state.get())).some(({ path }) => places.focusFirst([path])),
    )
  const save = async () => {
    if ((await editor.save()) === undefined) focusProblem()
  }
  const discard = useDiscard(editor, () => focusNext(() => places.focusFirst()))
  const meanwhile = useMeanwhile(view.id, view.rev, !isNew(view))
  const takeIn = async () => {
    await onReload()
    focusNext(() => places.show(toPatch(view.data, editor.state.get().original).map(({ path }) => path)))
  }
  const say = useIssueWords()
  const state = description.part ? undefined : (
    <EntryState
      view={view}
      description={description}
      words={words}
      onWritten={onWritten}
      goesAlong={props.goesAlong ?? []}
      onMove={props.onMove}
      onRemoved={props.onRemoved}
      onGone={() => focusNext(() => focusPage())}
    />
  )
  return (
    <FieldPlacesContext value={places}>
      <div className="admin-form">
        <SpaceBetween size="m">
          {kept && mayWrite && <Flashbar items={[kept]} />}
          {view.disabled && state}
          {!isNew(view) && !description.part && <InProducts view={view} />}
          {fields.map((field) => (
            <Fragment key={field.key}>
              {field.section && <h3 className="admin-section">{t(`section.${field.section}`)}</h3>}
              <EntryField
                editor={editor}
                words={words}
                field={field}
                blank={blank}
                entityclass={entityclass}
                isEditable={isEditable}
              />
            </Fragment>
          ))}
          {!view.disabled && <EntryPreview id={view.id} editor={editor} words={words} />}
          {description.part === 'pubsearch' && <PublicPreview list={view.id} editor={editor} words={words} />}
          {!view.disabled && state}
        </SpaceBetween>
        <EditorSaveBar
          editor={editor}
          isEditable={isEditable}
          isNew={mayWrite && isNew(view)}
          inOrder={(issues) => inFormOrder(description, issues)}
          titleOf={words.placeTitle}
          wordsOf={say}
          onSave={() => void save()}
          onDiscard={discard}
          onProblem={focusProblem}
          news={
            meanwhile && (
              <span className="admin-meanwhile">
                {t('save.meanwhile', { name: meanwhile.name, rev: String(meanwhile.rev) })}{' '}
                <Button variant="inline-link" onClick={() => void takeIn()}>
                  {t('save.takeIn')}
                </Button>
              </span>
            )
          }
        />
      </div>
      <ConflictQuestion editor={editor} words={words} />
    </FieldPlacesContext>
  )
}
