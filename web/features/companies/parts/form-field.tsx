/** One field of the form, by its description: reading shows the value, editing its control and its message. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import Textarea from '@cloudscape-design/components/textarea'
import { memo, type ReactNode, useMemo } from 'react'
import { addressTypes, locales } from '../../../../shared/constants.ts'
import { inOrder, isWebsite } from '../../../../shared/rules/company.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { DateField } from '../../../ui/dates.tsx'
import { useIssue, useTyping } from '../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { useUnreadWords } from '../../../ui/typed-input.tsx'
import { typeValue, valueAt } from '../model/draft.ts'
import type { ChoiceSource, FormFieldDef } from '../model/fields.ts'
import { wholePair } from '../model/geo.ts'
import { titleOfPath, valueInWords } from '../model/titles.ts'
import type { Choice } from '../use-company-words.ts'
import { type FieldContext, useDraftPart } from './draft-part.ts'
import { GeoMapOf } from './geo-field.tsx'
import { TaxIdInput } from './tax-id-input.tsx'

const sameChoices = (a: readonly Choice[], b: readonly Choice[]) =>
  a.length === b.length && a.every((one, i) => one.value === b[i]?.value && one.label === b[i]?.label)

function useChoices(from: ChoiceSource | undefined, { editor, words }: FieldContext): readonly Choice[] {
  const addresses = useDraftPart(
    editor,
    (draft): readonly Choice[] =>
      from === 'addresses'
        ? inOrder(draft.addresses).map(([value]) => ({
            value,
            label: titleOfPath(`/addresses/${value}`, [draft], words),
          }))
        : none,
    sameChoices,
  )
  return useMemo(() => {
    switch (from) {
      case undefined:
        return none
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
        return addresses
      default:
        return words.optionsOf(from.slice('options:'.length))
    }
  }, [from, addresses, words])
}
const none: readonly Choice[] = []

/** Label and value of a filled field; nothing for an empty one, so that a page shows what there is. */
/** What is written in one long word needs the room of two. */
const isWideField = ({ isWide = false, kind }: FormFieldDef) =>
  isWide || kind === 'long' || kind === 'email' || kind === 'website'

export function FieldReader(props: FieldContext & { pointer: string; field: FormFieldDef }) {
  const { editor, words, pointer, field } = props
  const value = useDraftPart(editor, (draft) => valueAt(draft, pointerParts(pointer)))
  const text = useDraftPart(editor, (draft) => valueInWords(pointer, value, words, [draft]))
  const { place } = useFieldPlace(pointer)
  const isEmpty = text === '' || value === false || (field.key === 'customerNumber' && value === 0)
  if (isEmpty) return null
  const pair = field.kind === 'geo' ? wholePair(value) : undefined
  return (
    <div ref={place} className="companies-fact" data-wide={isWideField(field) ? '' : undefined}>
      <dt>{words.t(`field.${field.key}`)}</dt>
      <dd>
        {linked(field.kind, text)}
        {pair && <GeoMapOf place={pair} words={words} />}
      </dd>
    </div>
  )
}

/** Addresses that can be followed are links. */
export function linked(kind: FormFieldDef['kind'], text: string): ReactNode {
  if (kind === 'email') return <a href={`mailto:${text}`}>{text}</a>
  if (kind === 'phone') return <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a>
  if (kind !== 'website' || !isWebsite(text)) return text
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
}

export const FieldEditor = memo(function FieldEditor(
  props: FieldContext & { pointer: string; field: FormFieldDef },
) {
  const { editor, words, pointer, field } = props
  const path = useMemo(() => pointerParts(pointer), [pointer])
  const value = useDraftPart(editor, (draft) => valueAt(draft, path))
  const issue = useIssue(editor, pointer)
  const choices = useChoices(field.from, props)
  const label = words.t(`field.${field.key}`)
  const typing = useTyping(editor, pointer)
  const unreadWords = useUnreadWords()
  const said = (issue && (unreadWords(issue) ?? words.t(`issue.${issue.key ?? ''}`))) || issue?.expected
  const ui = useTexts('ui')
  const { place, control: focusRef } = useFieldPlace(pointer)
  const type = (next: unknown) => editor.change((draft) => typeValue(draft, path, next))
  const leave = () => editor.touch(pointer)
  const isWide = isWideField(field)

  const control = () => {
    if (field.kind === 'check')
      return (
        <Checkbox ref={focusRef} checked={value === true} onChange={({ detail }) => type(detail.checked)}>
          {label}
        </Checkbox>
      )
    if (field.kind === 'date')
      return (
        <DateField
          focusRef={focusRef}
          ariaLabel={label}
          value={value as string | undefined}
          invalid={issue !== undefined}
          typing={typing}
          onChange={(next) => type(next)}
        />
      )
    if (field.kind === 'integer')
      return (
        <NumberField
          isWhole
          focusRef={focusRef}
          value={typeof value === 'number' ? value : undefined}
          invalid={issue !== undefined}
          typing={typing}
          onChange={(next) => type(next)}
        />
      )
    if (field.kind === 'select')
      return (
        <Select
          ref={focusRef}
          options={[...(field.isRequired ? [] : [{ value: '', label: words.t('none') }]), ...choices]}
          selectedOption={
            choices.find((c) => c.value === value) ??
            (value
              ? {
                  value: String(value),
                  label: valueInWords(pointer, value, words, [editor.state.get().draft]),
                }
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
          ref={focusRef}
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
          ref={focusRef}
          rows={3}
          value={String(value ?? '')}
          invalid={issue !== undefined}
          onChange={({ detail }) => type(detail.value)}
          onBlur={leave}
        />
      )
    if (field.code) {
      const input = {
        focusRef,
        value: String(value ?? ''),
        invalid: issue !== undefined,
        onChange: ({ detail }: { detail: { value: string } }) => type(detail.value),
        onBlur: leave,
      }
      return field.code === 'vat' ? (
        <TaxIdInput editor={editor} {...input} />
      ) : (
        <CodeInput code={field.code} {...input} />
      )
    }
    return (
      <Input
        ref={focusRef}
        {...inputTypes[field.kind]}
        value={String(value ?? '')}
        invalid={issue !== undefined}
        onChange={({ detail }) => type(detail.value)}
        onBlur={leave}
      />
    )
  }
  return (
    <div
      ref={place}
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
})
