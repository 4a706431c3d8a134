import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
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
import { useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { NoteLine, NoteList } from '../../../ui/note-line.tsx'
import { personIn } from '../model/person.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { useNotes } from '../use-notes.ts'
import { NoteForm, type Said } from './note-form.tsx'

/** Notes of the lists that the reader sees, the newest first; a new one is written to the list that is shown. */
export function NotesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const { view, name, newestRev, act, isActing, isEditable } = useProductPage()
  const { notes, unread } = useNotes()
  const markNotes = useMarkNotes()
  const [isMarking, setMarking] = useState(false)
  const isBusy = isActing || isMarking
  const isOpen = view.rev === newestRev && !view.disabled
  const mark = async (these: readonly PlacedNote[]) => {
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
    }
  }
  return (
    <Dialog
      header={t('notes.title')}
      size="large"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            {isOpen && unread.length > 1 && (
              <Button disabled={isBusy} onClick={() => void mark(unread)}>
                {t('notes.markAll')}
              </Button>
            )}
            <Button data-way-out onClick={onClose}>
              {t('close')}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="l">
        {notes.length === 0 ? (
          <p>{t('notes.none', { name })}</p>
        ) : (
          <NoteList label={t('notes.title')}>
            {notes.map((note) => (
              <ProductNote
                key={`${note.list}-${note.id}`}
                note={note}
                isBusy={isBusy}
                onRead={isOpen && note.isUnread ? () => void mark([note]) : undefined}
              />
            ))}
          </NoteList>
        )}
        {isEditable && <NewNote />}
      </SpaceBetween>
    </Dialog>
  )
}

function ProductNote({
  note,
  isBusy,
  onRead,
}: {
  note: PlacedNote
  isBusy: boolean
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
    if (after) setEdited(false)
    return after !== undefined
  }
  const remove = async () => {
    const isSure = await confirm({
      title: t('notes.deleteTitle'),
      text: t('notes.deleteText', { name: person }),
      verb: t('notes.delete'),
      isDangerous: true,
    })
    if (!isSure) return
    await act({
      id: `notes:${view.id}`,
      done: t('notes.deleted'),
      depends,
      call: (rev) => saveNotes(view.id, rev, [{ op: 'remove', path }]),
    })
  }
  return (
    <NoteLine
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
            onSave={save}
            onCancel={() => setEdited(false)}
          />
        )
      }
    >
      {!isEdited && (onRead || mayChange) && (
        <>
          {onRead && (
            <Button
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

function NewNote() {
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
      onSave={add}
    />
  )
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
