/** What a note says: its text and its label. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea from '@cloudscape-design/components/textarea'
import { useState } from 'react'
import type { NoteRow } from '../../../../shared/model/product.ts'
import { isSameNote } from '../../../../shared/rules/notes.ts'
import { useReference } from '../../../api/reference.ts'
import { useTexts } from '../../../texts/texts.ts'
import { entityOptions } from '../../../ui/select-options.ts'
import { useProductPage } from '../page-context.ts'

const maxText = 20_000
export type Said = Pick<NoteRow, 'text' | 'label'>

export function NoteForm(props: {
  label: string
  verb: string
  start?: Said
  isBusy: boolean
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
  const save = async () => {
    if (!(await props.onSave(said))) return
    setText('')
    setLabel(undefined)
  }
  return (
    <SpaceBetween size="s">
      <FormField label={props.label} stretch>
        <Textarea
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
          disabled={isEmpty || isSameNote(said, start)}
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
  )
}
