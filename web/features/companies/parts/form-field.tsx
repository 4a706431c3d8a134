/** One field of the form, by its description: reading shows the value, editing its control and its message. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import Textarea from '@cloudscape-design/components/textarea'
import { type ReactNode, useMemo } from 'react'
import { addressTypes, locales } from '../../../../shared/constants.ts'
import { inOrder } from '../../../../shared/rules/company.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DateField } from '../../../ui/dates.tsx'
import { toPointer } from '../../../ui/json-at.ts'
import { typeValue, valueAt } from '../model/draft.ts'
import type { ChoiceSource, FormFieldDef } from '../model/fields.ts'
import { titleOfPath, valueInWords } from '../model/titles.ts'
import type { CompanyEditor } from '../use-company-editor.ts'
import type { Choice, CompanyWords } from '../use-company-words.ts'

export interface FieldContext {
  editor: CompanyEditor
  words: CompanyWords
}

function useChoices(from: ChoiceSource | undefined, { editor, words }: FieldContext): readonly Choice[] {
  return useMemo(() => {
    switch (from) {
      case undefined:
        return []
      case 'countries':
      case 'regions':
      case 'institutions':
      case 'lists':
      case 'functions':
        return words[from]
      case 'languages':
        return locales.map((value) => ({ value, label: words.language(value) }))
      case 'addressTypes':
        return addressTypes.map((value) => ({ value, label: words.t(`address.type.${value}`) }))
      case 'addresses':
        return inOrder(editor.draft.addresses).map(([value]) => ({
          value,
          label: titleOfPath(`/addresses/${value}`, [editor.draft], words),
        }))
      default:
        return words.optionsOf(from.slice('options:'.length))
    }
  }, [from, editor.draft, words])
}

/** Label and value of a filled field; nothing for an empty one, so that a page shows what there is. */
export function FieldReader(props: FieldContext & { path: readonly string[]; field: FormFieldDef }) {
  const { editor, words, path, field } = props
  const value = valueAt(editor.draft, path)
  const text = valueInWords(toPointer(path), value, words, [editor.draft])
  const isEmpty = text === '' || value === false || (field.key === 'customerNumber' && value === 0)
  if (isEmpty) return null
  return (
    <div className="companies-fact" data-wide={field.isWide || field.kind === 'long' ? '' : undefined}>
      <dt>{words.t(`field.${field.key}`)}</dt>
      <dd>{linked(field.kind, text)}</dd>
    </div>
  )
}

/** Addresses that can be followed are links. */
export function linked(kind: FormFieldDef['kind'], text: string): ReactNode {
  if (kind === 'email') return <a href={`mailto:${text}`}>{text}</a>
  if (kind === 'phone') return <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a>
  if (kind !== 'website') return text
  const href = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  )
}

const inputTypes: Partial<Record<FormFieldDef['kind'], Pick<InputProps, 'type' | 'inputMode'>>> = {
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
  website: { inputMode: 'url' },
  integer: { inputMode: 'numeric' },
}

export function FieldEditor(
  props: FieldContext & {
    path: readonly string[]
    field: FormFieldDef
    /** Instead of only typing the value: where one value changes others. */
    onType?(value: unknown): void
  },
) {
  const { editor, words, path, field } = props
  const pointer = toPointer(path)
  const value = valueAt(editor.draft, path)
  const issue = editor.issues.get(pointer)
  const choices = useChoices(field.from, props)
  const label = words.t(`field.${field.key}`)
  const said = issue && (words.t(`issue.${issue.key ?? ''}`) || issue.expected)
  const ui = useTexts('ui')
  const type = props.onType ?? ((next: unknown) => editor.change((draft) => typeValue(draft, path, next)))
  const leave = () => editor.touch(pointer)
  const isWide = field.isWide || field.kind === 'long'

  const control = () => {
    if (field.kind === 'check')
      return (
        <Checkbox checked={value === true} onChange={({ detail }) => type(detail.checked)}>
          {label}
        </Checkbox>
      )
    if (field.kind === 'date')
      return (
        <DateField
          ariaLabel={label}
          value={value as string | undefined}
          invalid={issue !== undefined}
          onChange={(next) => type(next)}
        />
      )
    if (field.kind === 'select')
      return (
        <Select
          options={[...(field.isRequired ? [] : [{ value: '', label: words.t('none') }]), ...choices]}
          selectedOption={
            choices.find((c) => c.value === value) ??
            (value
              ? { value: String(value), label: valueInWords(pointer, value, words, [editor.draft]) }
              : null)
          }
          placeholder={words.t('choose')}
          filteringType={choices.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          invalid={issue !== undefined}
          expandToViewport
          onChange={({ detail }) => type(detail.selectedOption.value ?? '')}
          onBlur={leave}
        />
      )
    if (field.kind === 'many') {
      const chosen = Array.isArray(value) ? (value as string[]) : []
      return (
        <Multiselect
          options={choices}
          selectedOptions={chosen.map(
            (id) =>
              choices.find((c) => c.value === id) ?? { value: id, label: valueInWords(pointer, id, words) },
          )}
          placeholder={words.t('choose')}
          filteringType={choices.length > 8 ? 'auto' : 'none'}
          filteringAriaLabel={ui('select.search')}
          invalid={issue !== undefined}
          expandToViewport
          tokenLimit={3}
          onChange={({ detail }) => type(detail.selectedOptions.map((o) => o.value ?? ''))}
          onBlur={leave}
        />
      )
    }
    if (field.kind === 'long')
      return (
        <Textarea
          rows={3}
          value={String(value ?? '')}
          invalid={issue !== undefined}
          onChange={({ detail }) => type(detail.value)}
          onBlur={leave}
        />
      )
    return (
      <Input
        {...inputTypes[field.kind]}
        value={String(value ?? '')}
        invalid={issue !== undefined}
        onChange={({ detail }) => {
          if (field.kind !== 'integer') return type(detail.value)
          const digits = detail.value.replace(/\D/g, '').slice(0, 15)
          type(digits === '' ? undefined : Number(digits))
        }}
        onBlur={leave}
      />
    )
  }
  return (
    <div
      className="companies-control"
      data-wide={isWide ? '' : undefined}
      data-check={field.kind === 'check' ? '' : undefined}
    >
      <FormField
        stretch
        label={
          field.kind === 'check' ? undefined : (
            <>
              {label}
              {field.isRequired && <span className="companies-required"> *</span>}
            </>
          )
        }
        errorText={said ?? ''}
      >
        {control()}
      </FormField>
    </div>
  )
}
