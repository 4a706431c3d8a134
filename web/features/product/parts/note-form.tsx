/** What a note says: its text and its label. What was typed is lost only where somebody says so. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { NoteRow } from '../../../../shared/model/product.ts'
import { isSameNote } from '../../../../shared/rules/notes.ts'
import { useReference } from '../../../api/reference.ts'
import { settle, type UnsavedGuard, useUnsavedBeside } from '../../../frame/unsaved.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { entityOptions } from '../../../ui/select-options.ts'
import { useProductPage } from '../page-context.ts'

const maxText = 20_000
export type Said = Pick<NoteRow, 'text' | 'label'>
/** Forms of a dialog that hold something, asked when it closes. */
export type OpenForms = Set<() => UnsavedGuard>

export function NoteForm(props: {
  label: string
  verb: string
  start?: Said
  isBusy: boolean
  forms: OpenForms
  /** True once it is saved: a form for new ones is empty then. */
  onSave(said: Said): Promise<boolean>
  onCancel?: () => void
}) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const { lookup } = useProductPage()
  const { labels } = useReference()
  const { start = {} } = props
  const [text, setText] = useState(start.text ?? '')
  const [label, setLabel] = useState(start.label)
  const none = { value: '', label: t('notes.noLabel') }
  const known = entityOptions(labels.values(), lookup.title, lookup.locale)
  // One that is offered no more stays on the note that has it.
  const former =
    start.label && !known.some(({ value }) => value === start.label) ? labels.get(start.label) : undefined
  const choices = former ? [...known, { value: former.id, label: lookup.title(former.data.title) }] : known
  const says = text.trim()
  const said: Said = { ...(says && { text: says }), ...(label && { label }) }
  const isEmpty = says === '' && label === undefined
  const hasChanges = !isSameNote(said, start)
  const field = useRef<TextareaProps.Ref>(null)
  const focusNext = useFocusNext()
  const discard = () => {
    setText(start.text ?? '')
    setLabel(start.label)
  }
  const save = async () => {
    if (isEmpty || !(await props.onSave(said))) return false
    // The form of an edit is gone by now.
    discard()
    focusNext(() => field.current?.focus())
    return true
  }
  const guard: UnsavedGuard = { hasChanges, discard, ...(!isEmpty && { save }) }
  useUnsavedBeside(guard)
  const latest = useRef(guard)
  latest.current = guard
  const { forms } = props
  useEffect(() => {
    const get = () => latest.current
    forms.add(get)
    return () => {
      forms.delete(get)
    }
  }, [forms])
  /** Escape ends a change of a note, and not the dialog that it stands in. */
  const onKey = (event: KeyboardEvent) => {
    const { onCancel } = props
    if (event.key !== 'Escape' || !onCancel || event.nativeEvent.isComposing) return
    event.stopPropagation()
    event.preventDefault()
    if (!hasChanges) onCancel()
    else
      void settle(() => ({ ...guard, discard: onCancel })).then((isSettled) => {
        if (!isSettled) field.current?.focus()
      })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the fields inside
    <div onKeyDown={onKey}>
      <SpaceBetween size="s">
        <FormField label={props.label} stretch>
          <Textarea
            ref={field}
            value={text}
            rows={3}
            autoFocus={props.onCancel !== undefined}
            onChange={({ detail }) => setText(detail.value.slice(0, maxText))}
          />
        </FormField>
        <FormField label={t('notes.label')}>
          <Select
            expandToViewport
            options={[none, ...choices]}
            selectedOption={choices.find(({ value }) => value === label) ?? none}
            onChange={({ detail }) => setLabel(detail.selectedOption.value || undefined)}
          />
        </FormField>
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            loading={props.isBusy}
            disabled={isEmpty || !hasChanges}
            disabledReason={isEmpty ? t('notes.writeFirst') : ui('save.nothing')}
            onClick={() => void save()}
          >
            {props.verb}
          </Button>
          {props.onCancel && (
            <Button variant="link" onClick={props.onCancel}>
              {ui('cancel')}
            </Button>
          )}
        </SpaceBetween>
      </SpaceBetween>
    </div>
  )
}
