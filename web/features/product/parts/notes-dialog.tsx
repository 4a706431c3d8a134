import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea from '@cloudscape-design/components/textarea'
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
import { entityOptions } from '../../../ui/select-options.ts'
import { personIn } from '../model/person.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { useNotes } from '../use-notes.ts'

const maxText = 20_000

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
  const { view, newestRev, lookup, actor, act } = useProductPage()
  const { labels } = useReference()
  const label = labels.get(note.label ?? '')?.data
  const person = personIn(view, note.by) ?? t('someone')
  const may = view.may[note.list] ?? []
  const mayDelete =
    view.rev === newestRev &&
    !view.disabled &&
    may.includes('product:edit') &&
    (note.by === actor.account || may.includes('product:administer'))
  const remove = async () => {
    const isSure = await confirm({
      title: t('notes.deleteTitle'),
      text: t('notes.deleteText', { name: person }),
      verb: t('notes.delete'),
      isDangerous: true,
    })
    if (!isSure) return
    const path = `/listData/${note.list}/_notes/${note.id}`
    await act({
      id: `notes:${view.id}`,
      done: t('notes.deleted'),
      depends: (v) => v.data.listData[note.list]?._notes[note.id],
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
      text={note.text}
    >
      {(onRead || mayDelete) && (
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
          {mayDelete && (
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
  const { labels } = useReference()
  const [text, setText] = useState('')
  const [label, setLabel] = useState<string>()
  const [row, setRow] = useState(newRowId)
  const none = { value: '', label: t('notes.noLabel') }
  const choices = entityOptions(labels.values(), lookup.title, lookup.locale)
  const says = text.trim()
  const add = async () => {
    // Who wrote it and when is the server's to say.
    const written = { read: false, at: new Date().toISOString(), by: actor.account }
    const value = { ...written, ...(says && { text: says }), ...(label && { label }) }
    const path = `/listData/${list}/_notes/${row}`
    const after = await act({
      id: `notes:${view.id}`,
      done: t('notes.added'),
      call: (rev) => saveNotes(view.id, rev, [{ op: 'add', path, value }]),
    })
    if (!after) return
    setText('')
    setLabel(undefined)
    setRow(newRowId())
  }
  return (
    <SpaceBetween size="s">
      <FormField label={t('notes.new', { list: lookup.listTitle(list) })} stretch>
        <Textarea value={text} rows={3} onChange={({ detail }) => setText(detail.value.slice(0, maxText))} />
      </FormField>
      <FormField label={t('notes.label')}>
        <Select
          expandToViewport
          options={[none, ...choices]}
          selectedOption={choices.find(({ value }) => value === label) ?? none}
          onChange={({ detail }) => setLabel(detail.selectedOption.value || undefined)}
        />
      </FormField>
      <Button
        loading={isActing}
        disabled={says === '' && label === undefined}
        disabledReason={t('notes.writeFirst')}
        onClick={() => void add()}
      >
        {t('notes.add')}
      </Button>
    </SpaceBetween>
  )
}

const saveNotes = async (id: string, rev: number, patch: JsonPatch) =>
  (await callApi(save, { id, rev, patch }, { quiet: true })) as ProductView
