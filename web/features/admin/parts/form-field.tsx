/** One field of an entry's form, by its description. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import { memo } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { ControlProps } from '../../../ui/control-props.ts'
import { useEdited, useIssue, useTyping } from '../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { LocalizedInput } from '../../../ui/localized.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { FieldDescription, Source } from '../model/description.ts'
import { type Data, isFilled, typeValue } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'
import type { EntryEditor } from '../use-entry-editor.ts'
import { useIssueWords } from '../use-issue-words.ts'
import { GroupControl } from './group-control.tsx'
import { RowsControl } from './rows-control.tsx'

interface Props {
  editor: EntryEditor
  words: AdminWords
  field: FieldDescription
  /** What a new entry of the class holds: a cleared field goes back to it. */
  blank: Data
  entityclass: string
  isEditable: boolean
}

export const EntryField = memo(function EntryField(props: Props) {
  const { editor, words, field, blank, entityclass, isEditable } = props
  const path = `/${field.key}`
  const value = useEdited(editor, ({ draft }) => draft[field.key])
  const issue = useIssue(editor, path)
  const say = useIssueWords()
  const { place, control } = useFieldPlace(path)
  const label = words.fieldTitle(field.key)
  const hint = field.hasHint ? words.t(`hint.${entityclass}.${field.key}`) : undefined
  const type = (next: unknown) => editor.change((draft) => typeValue(draft, field.key, next, blank))
  const common: ControlProps = {
    focusRef: control,
    disabled: !isEditable || field.isFixed === true,
    invalid: issue !== undefined,
  }
  const leave = () => editor.touch(path)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field is heard, whatever control stands in it
    <div ref={place} onBlur={leave}>
      <FormField
        stretch
        label={
          field.kind === 'check' ? undefined : (
            <>
              {label}
              {field.isRequired && <span className="admin-required"> *</span>}
            </>
          )
        }
        description={field.kind === 'check' ? undefined : hint}
        errorText={issue && say(issue)}
      >
        <Control
          field={field}
          value={value}
          label={label}
          hint={hint}
          words={words}
          common={common}
          editor={editor}
          onChange={type}
        />
      </FormField>
    </div>
  )
})

interface ControlOf extends Pick<Props, 'field' | 'words' | 'editor'> {
  value: unknown
  label: string
  hint: string | undefined
  common: ControlProps
  onChange(value: unknown): void
}

function Control(props: ControlOf) {
  const { field, value, label, common, onChange } = props
  const { focusRef, disabled = false, invalid = false } = common
  switch (field.kind) {
    case 'localized':
    case 'localizedLong':
      return (
        <LocalizedInput
          {...common}
          ariaLabel={label}
          value={value as Localized | undefined}
          isMultiline={field.kind === 'localizedLong'}
          onChange={onChange}
        />
      )
    case 'check':
      return (
        <Checkbox
          ref={focusRef}
          checked={value === true}
          disabled={disabled}
          description={props.hint}
          onChange={({ detail }) => onChange(detail.checked)}
        >
          {label}
        </Checkbox>
      )
    case 'number':
      return <NumberControl {...props} />
    case 'select':
      return <SelectControl {...props} from={field.from} />
    case 'rows':
      return (
        <RowsControl
          field={field}
          value={value}
          words={props.words}
          editor={props.editor}
          isDisabled={disabled}
          onChange={onChange}
        />
      )
    case 'group':
      return <GroupControl {...common} field={field} value={value} words={props.words} onChange={onChange} />
    case 'many':
      return <ManyControl {...props} from={field.from} />
    case 'colour':
      return (
        <div className="admin-colour-field">
          <input
            type="color"
            aria-label={label}
            // A colour input cannot be empty: its colour is shown once there is one.
            data-empty={isFilled(field, value) ? undefined : ''}
            value={isFilled(field, value) ? String(value) : '#ffffff'}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
          <Input
            ref={focusRef}
            value={String(value ?? '')}
            placeholder="#1a7f37"
            disabled={disabled}
            invalid={invalid}
            onChange={({ detail }) => onChange(detail.value)}
          />
        </div>
      )
    case 'text':
      return (
        <Input
          ref={focusRef}
          value={String(value ?? '')}
          disabled={disabled}
          invalid={invalid}
          onChange={({ detail }) =>
            onChange(field.isUpperCase ? detail.value.toLocaleUpperCase('en') : detail.value)
          }
        />
      )
  }
}

function NumberControl({ field, value, common, editor, onChange }: ControlOf) {
  const typing = useTyping(editor, `/${field.key}`)
  return (
    <NumberField
      {...common}
      isWhole={field.kind === 'number' && field.isWhole === true}
      value={typeof value === 'number' ? value : undefined}
      typing={typing}
      onChange={onChange}
    />
  )
}

/** Beyond so many only those that are scrolled to are drawn. */
const manyChoices = 100

function useChoiceProps(choices: readonly unknown[], { focusRef, disabled, invalid }: ControlProps) {
  const ui = useTexts('ui')
  return {
    ref: focusRef,
    disabled: disabled ?? false,
    invalid: invalid ?? false,
    placeholder: ui('select.choose'),
    filteringType: choices.length > 8 ? ('auto' as const) : ('none' as const),
    filteringAriaLabel: ui('select.search'),
    noMatch: ui('select.none'),
    virtualScroll: choices.length > manyChoices,
    expandToViewport: true,
  }
}

function SelectControl({ field, value, words, common, onChange, from }: ControlOf & { from: Source }) {
  const choices = words.choices(from)
  const options = field.isRequired ? choices : [{ value: '', label: words.t('none') }, ...choices]
  // One that was deleted is still named.
  const chosen =
    options.find((one) => one.value === (value ?? '')) ??
    (value ? { value: String(value), label: words.value(field.key, value) } : null)
  return (
    <Select
      {...useChoiceProps(choices, common)}
      options={options}
      selectedOption={chosen}
      onChange={({ detail }) => onChange(detail.selectedOption.value)}
    />
  )
}

function ManyControl({ field, value, words, common, onChange, from }: ControlOf & { from: Source }) {
  const choices = words.choices(from)
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <Multiselect
      {...useChoiceProps(choices, common)}
      options={choices}
      selectedOptions={chosen.map(
        (one) => choices.find((c) => c.value === one) ?? { value: one, label: words.value(field.key, one) },
      )}
      tokenLimit={6}
      onChange={({ detail }) => onChange(detail.selectedOptions.map((one) => one.value ?? ''))}
    />
  )
}
