/** What is added to a draft by hand: charges, and credits below zero. */
import Box from '@cloudscape-design/components/box'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useContext, useRef } from 'react'
import { useEdited, useIssue, useTyping } from '../../../ui/entity-editor.ts'
import { FieldPlacesContext, useFieldPlace } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { setAt } from '../../../ui/json-at.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { useUnreadWords } from '../../../ui/typed-input.tsx'
import { addEntry, inOrder, removeEntry } from '../model/draft.ts'
import type { InvoiceEditor } from '../use-invoice-editor.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

export interface InvoiceContext {
  editor: InvoiceEditor
  words: InvoiceWords
  isEditable: boolean
}

export function CustomEntries(props: InvoiceContext) {
  const { editor, words, isEditable } = props
  const { t } = words
  const ids = useEdited(editor, ({ draft }) => inOrder(draft.customEntries).map(([id]) => id), isShallowSame)
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  const adder = useRef<ButtonProps.Ref>(null)
  const add = () => {
    const id = crypto.randomUUID()
    editor.change((draft) => addEntry(draft, id))
    focusNext(() => places?.focusFirst([`/customEntries/${id}/text`]))
  }
  return (
    <section aria-label={t('entries.title')}>
      <Box variant="h3" padding={{ bottom: 'xs' }}>
        {t('entries.title')}
      </Box>
      {ids.length > 0 && (
        <ul className="invoices-entries">
          {ids.map((id, at) => (
            <Entry
              key={id}
              {...props}
              id={id}
              n={at + 1}
              onRemove={() => {
                editor.change((draft) => removeEntry(draft, id))
                focusNext(() => adder.current?.focus())
              }}
            />
          ))}
        </ul>
      )}
      <Button ref={adder} iconName="add-plus" disabled={!isEditable} onClick={add}>
        {t('entries.add')}
      </Button>
    </section>
  )
}

function Entry({
  editor,
  words,
  isEditable,
  id,
  n,
  onRemove,
}: InvoiceContext & { id: string; n: number; onRemove(): void }) {
  const { t } = words
  const [textPath, amountPath] = [`/customEntries/${id}/text`, `/customEntries/${id}/amount`]
  const entry = useEdited(editor, ({ draft }) => draft.customEntries[id])
  const textIssue = useIssue(editor, textPath)
  const amountIssue = useIssue(editor, amountPath)
  const typing = useTyping(editor, amountPath)
  const unread = useUnreadWords()
  const text = useFieldPlace(textPath)
  const amount = useFieldPlace(amountPath)
  const type = (key: string, value: unknown) =>
    editor.change((draft) => setAt(draft, ['customEntries', id, key], value))
  return (
    <li aria-label={t('entries.row', { n })}>
      <div ref={text.place}>
        <FormField stretch label={t('entries.text')} errorText={textIssue && t('issue.entryText')}>
          <Input
            ref={text.control}
            value={entry?.text ?? ''}
            disabled={!isEditable}
            invalid={textIssue !== undefined}
            onChange={({ detail }) => type('text', detail.value)}
            onBlur={() => editor.touch(textPath)}
          />
        </FormField>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving a field is heard, whatever control stands in it */}
      <div ref={amount.place} onBlur={() => editor.touch(amountPath)}>
        <FormField
          label={t('entries.amount')}
          errorText={amountIssue && (unread(amountIssue) ?? t('issue.entryAmount'))}
        >
          <NumberField
            isMoney
            focusRef={amount.control}
            value={entry?.amount}
            disabled={!isEditable}
            invalid={amountIssue !== undefined}
            typing={typing}
            onChange={(value) => type('amount', value)}
          />
        </FormField>
      </div>
      <Button
        variant="icon"
        iconName="remove"
        disabled={!isEditable}
        ariaLabel={t('entries.remove', { n })}
        onClick={onRemove}
      />
    </li>
  )
}
