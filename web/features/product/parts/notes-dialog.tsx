import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useRef, useState } from 'react'
import { load } from '../../../../shared/calls/bml/product/load.ts'
import { save } from '../../../../shared/calls/bml/product/save.ts'
import type { JsonPatch } from '../../../../shared/model/entity.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { markKey, noteState, type PlacedNote } from '../../../../shared/rules/notes.ts'
import { callApi } from '../../../api/client.ts'
import { useMarkNotes } from '../../../api/note-marks.ts'
import { useReference } from '../../../api/reference.ts'
import { confirm } from '../../../frame/dialogs.ts'
import { showError } from '../../../frame/notify.ts'
import { settle } from '../../../frame/unsaved.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFocusNext } from '../../../ui/focus.ts'
import {
  focusNote,
  NoteLine,
  NoteList,
  type NotePlaces,
  placeOfNote,
  refOfFirstAct,
  useNotePlaces,
} from '../../../ui/note-line.tsx'
import { personIn } from '../model/person.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { useNotes } from '../use-notes.ts'
import { NoteForm, type OpenForms, type Said } from './note-form.tsx'

/** Notes of the lists that the reader sees, the newest first; a new one is written to the list that is shown. */
export function NotesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, name, newestRev, act, isActing, isEditable } = useProductPage()
  const { notes, unread } = useNotes()
  const markNotes = useMarkNotes()
  const [isMarking, setMarking] = useState(false)
  const isBusy = isActing || isMarking
  const isOpen = view.rev === newestRev && !view.disabled
  const [forms] = useState<OpenForms>(() => new Set())
  const places = useNotePlaces()
  const closing = useRef<ButtonProps.Ref>(null)
  const focusNext = useFocusNext()
  /** To what can be done with the note, or what stands behind it once it is gone. */
  const goOn = (at: number) => focusNext(() => focusNote(places, at) || closing.current?.focus())
  const placeOf = (note: PlacedNote) => placeOfNote(places, markKey(note.list, note.id))
  /** Nothing that was typed is lost unasked. */
  const close = async () => {
    for (const get of forms) if (get().hasChanges && !(await settle(get))) return
    onClose()
  }
  const mark = async (these: readonly PlacedNote[]) => {
    const at = these.length === 1 ? placeOf(these[0]!) : 0
    setMarking(true)
    try {
      const marks = await markNotes(view.id, these)
      // One that says something else by now is still unread: it is shown as it is.
      if (these.some((note) => marks[markKey(note.list, note.id)] !== noteState(note)))
        await act({
          id: `notes:${view.id}`,
          call: async () => (await callApi(load, { id: view.id }, { quiet: true })) as ProductView,
        })
    } catch (error) {
      showError(error)
    } finally {
      setMarking(false)
      goOn(at)
    }
  }
  return (
    <Dialog
      header={t('notes.title')}
      size="large"
      onDismiss={() => void close()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            {isOpen && unread.length > 1 && (
              <Button disabled={isBusy} onClick={() => void mark(unread)}>
                {t('notes.markAll')}
              </Button>
            )}
            <Button ref={closing} data-way-out onClick={() => void close()}>
              {t('close')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <div>
        <SpaceBetween size="l">
          {notes.length === 0 ? (
            <p>{t('notes.none', { name })}</p>
          ) : (
            <NoteList label={t('notes.title')}>
              {notes.map((note) => (
                <ProductNote
                  key={`${note.list}-${note.id}`}
                  note={note}
                  places={places}
                  isBusy={isBusy}
                  forms={forms}
                  onGone={() => {
                    const at = placeOf(note)
                    return () => goOn(at)
                  }}
                  onRead={isOpen && note.isUnread ? () => void mark([note]) : undefined}
                />
              ))}
            </NoteList>
          )}
          {isEditable && <NewNote forms={forms} />}
        </SpaceBetween>
      </div>
    </Dialog>
  )
}

function ProductNote({
  note,
  places,
  isBusy,
  forms,
  onGone,
  onRead,
}: {
  note: PlacedNote
  places: NotePlaces
  isBusy: boolean
  forms: OpenForms
  /** Called before it is deleted; what it gives, afterwards. */
  onGone(): () => void
  onRead: (() => void) | undefined
}) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const { view, newestRev, lookup, actor, act } = useProductPage()
  const { labels } = useReference()
  const label = labels.get(note.label ?? '')?.data
  const person = personIn(view, note.by) ?? t('someone')
  const may = view.may[note.list] ?? []
  const mayChange =
    view.rev === newestRev &&
    !view.disabled &&
    may.includes('product:edit') &&
    (note.by === actor.account || may.includes('product:administer'))
  const [isEdited, setEdited] = useState(false)
  const id = markKey(note.list, note.id)
  const edit = useRef<ButtonProps.Ref>(null)
  const first = refOfFirstAct(places, id)
  const focusNext = useFocusNext()
  const endEdit = () => {
    setEdited(false)
    focusNext(() => edit.current?.focus())
  }
  const path = `/listData/${note.list}/_notes/${note.id}`
  /** Where another person has changed or deleted it meanwhile, that is told, and nothing is done. */
  const depends = (v: ProductView) => v.data.listData[note.list]?._notes[note.id]
  const save = async (said: Said) => {
    const after = await act({
      id: `notes:${view.id}`,
      done: t('notes.saved'),
      depends,
      call: (rev) => saveNotes(view.id, rev, changed(path, note, said)),
    })
    if (after) endEdit()
    return after !== undefined
  }
  const says = note.text ?? (label && lookup.title(label.title))
  const remove = async () => {
    const gone = onGone()
    const isSure = await confirm({
      title: t('notes.deleteTitle'),
      text: says
        ? t('notes.deleteSaid', { name: person, text: beginning(says) })
        : t('notes.deleteText', { name: person }),
      verb: t('notes.delete'),
      isDangerous: true,
    })
    if (!isSure) return
    const after = await act({
      id: `notes:${view.id}`,
      done: t('notes.deleted'),
      depends,
      call: (rev) => saveNotes(view.id, rev, [{ op: 'remove', path }]),
    })
    if (after) gone()
  }
  return (
    <NoteLine
      id={id}
      places={places}
      unread={note.isUnread ? t('notes.unread') : undefined}
      label={label && { ...label, title: lookup.title(label.title) }}
      person={person}
      place={lookup.listTitle(note.list)}
      at={note.at}
      changed={
        note.changed === undefined
          ? undefined
          : { at: note.changed, say: (ago) => t('notes.changed', { ago }) }
      }
      text={isEdited ? undefined : note.text}
      form={
        isEdited && (
          <NoteForm
            label={t('notes.text')}
            verb={ui('save.save')}
            start={note}
            isBusy={isBusy}
            forms={forms}
            onSave={save}
            onCancel={endEdit}
          />
        )
      }
    >
      {!isEdited && (onRead || mayChange) && (
        <>
          {onRead && (
            <Button
              ref={first}
              variant="inline-link"
              disabled={isBusy}
              ariaLabel={t('notes.markOf', { name: person })}
              onClick={onRead}
            >
              {t('notes.mark')}
            </Button>
          )}
          {mayChange && (
            <Button
              ref={(button) => {
                edit.current = button
                if (!onRead) first(button)
              }}
              variant="inline-link"
              disabled={isBusy}
              ariaLabel={t('notes.editOf', { name: person })}
              onClick={() => setEdited(true)}
            >
              {t('notes.edit')}
            </Button>
          )}
          {mayChange && (
            <Button
              variant="inline-link"
              disabled={isBusy}
              ariaLabel={t('notes.deleteOf', { name: person })}
              onClick={() => void remove()}
            >
              {t('notes.delete')}
            </Button>
          )}
        </>
      )}
    </NoteLine>
  )
}

function NewNote({ forms }: { forms: OpenForms }) {
  const t = useTexts('product')
  const { view, list, lookup, actor, act, isActing } = useProductPage()
  const [row, setRow] = useState(newRowId)
  const add = async (said: Said) => {
    // Who wrote it and when is the server's to say.
    const value = { read: false, at: new Date().toISOString(), by: actor.account, ...said }
    const path = `/listData/${list}/_notes/${row}`
    const after = await act({
      id: `notes:${view.id}`,
      done: t('notes.added'),
      call: (rev) => saveNotes(view.id, rev, [{ op: 'add', path, value }]),
    })
    if (after) setRow(newRowId())
    return after !== undefined
  }
  return (
    <NoteForm
      label={t('notes.new', { list: lookup.listTitle(list) })}
      verb={t('notes.add')}
      isBusy={isActing}
      forms={forms}
      onSave={add}
    />
  )
}

/** So much of a text that one knows which it is. */
const shown = 120
const beginning = (text: string): string => {
  const line = [...text.trim().replace(/\s+/g, ' ')]
  return line.length > shown ? `${line.slice(0, shown).join('').trimEnd()}…` : line.join('')
}

/** The steps from what a note says to what it shall say. */
const changed = (path: string, before: Said, after: Said): JsonPatch =>
  (['text', 'label'] as const).flatMap((key): JsonPatch => {
    const value = after[key]
    if (value === before[key]) return []
    return [
      value === undefined
        ? { op: 'remove', path: `${path}/${key}` }
        : { op: 'add', path: `${path}/${key}`, value },
    ]
  })

const saveNotes = async (id: string, rev: number, patch: JsonPatch) =>
  (await callApi(save, { id, rev, patch }, { quiet: true })) as ProductView
