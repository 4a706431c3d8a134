/** One value of a fee schedule: its control, and what is wrong with it. */
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { memo, type ReactNode, useMemo } from 'react'
import type { Localized } from '../../../../../shared/model/basics.ts'
import { useLocale, useTexts } from '../../../../texts/texts.ts'
import { useEdited, useIssue, useTyping } from '../../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../../ui/field-places.ts'
import { getAt, pointerParts, setAt } from '../../../../ui/json-at.ts'
import { LocalizedInput } from '../../../../ui/localized.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import type { EntryEditor } from '../../use-entry-editor.ts'
import type { FeeWords } from '../use-fee-words.ts'
import { useFeeIssueWords } from '../use-issue-words.ts'

export interface FeeContext {
  editor: EntryEditor
  words: FeeWords
  isEditable: boolean
}
interface FieldProps extends FeeContext {
  path: string
}

/** The value at a place, what sets it, and what is wrong with it. */
function useField({ editor, path }: Pick<FieldProps, 'editor' | 'path'>) {
  const parts = useMemo(() => pointerParts(path), [path])
  const value = useEdited(editor, ({ draft }) => getAt(draft, parts))
  const issue = useIssue(editor, path)
  const say = useFeeIssueWords()
  const { place, control } = useFieldPlace(path)
  const set = (next: unknown) => editor.change((draft) => setAt(draft, parts, next))
  return { value, set, said: issue && say(issue), place, control }
}

/** A fee in its cell of the table, called by its row and its column. */
export const RateField = memo(function RateField(props: FieldProps & { label: string }) {
  const { editor, path, label, isEditable } = props
  const { value, set, said, place, control } = useField(props)
  const typing = useTyping(editor, path)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field is heard, whatever control stands in it
    <div ref={place} onBlur={() => editor.touch(path)}>
      <FormField errorText={said}>
        <NumberField
          isMoney
          focusRef={control}
          ariaLabel={label}
          disabled={!isEditable}
          invalid={said !== undefined}
          value={typeof value === 'number' ? value : undefined}
          typing={typing}
          onChange={set}
        />
      </FormField>
    </div>
  )
})

function Labelled(props: FieldProps & { children: ReactNode; said: string | undefined; hint?: string }) {
  const { editor, path, words, said, hint } = props
  const key = pointerParts(path)[0] ?? ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field is heard, whatever control stands in it
    <div onBlur={() => editor.touch(path)}>
      <FormField stretch label={words.fieldTitle(key)} description={hint} errorText={said}>
        {props.children}
      </FormField>
    </div>
  )
}

/** A percentage, or a whole number such as days. */
export function NumberEntry(props: FieldProps & { unit?: '%'; isWhole?: true }) {
  const { value, set, said, place, control } = useField(props)
  const typing = useTyping(props.editor, props.path)
  return (
    <div ref={place}>
      <Labelled {...props} said={said}>
        <NumberField
          unit={props.unit}
          isWhole={props.isWhole ?? false}
          focusRef={control}
          disabled={!props.isEditable}
          invalid={said !== undefined}
          value={typeof value === 'number' ? value : undefined}
          typing={typing}
          onChange={set}
        />
      </Labelled>
    </div>
  )
}

/** Those of the languages' countries come first. */
const usual = ['CHF', 'EUR', 'GBP', 'HUF', 'RON', 'SEK']
function useCurrencies() {
  const { tag } = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'currency' })
    const option = (code: string) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` })
    const others = Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code))
    return [...usual, ...others].map(option)
  }, [tag])
}

export function CurrencyField(props: FieldProps) {
  const { value, set, said, place, control } = useField(props)
  const ui = useTexts('ui')
  const options = useCurrencies()
  return (
    <div ref={place}>
      <Labelled {...props} said={said}>
        <Select
          ref={control}
          options={options}
          selectedOption={
            options.find((one) => one.value === value) ??
            (value ? { value: String(value), label: String(value) } : null)
          }
          placeholder={ui('select.choose')}
          disabled={!props.isEditable}
          invalid={said !== undefined}
          filteringType="auto"
          filteringAriaLabel={ui('select.search')}
          virtualScroll
          expandToViewport
          onChange={({ detail }) => set(detail.selectedOption.value)}
        />
      </Labelled>
    </div>
  )
}

export function TextField(props: FieldProps) {
  const { value, set, said, place, control } = useField(props)
  const key = pointerParts(props.path)[0] ?? ''
  return (
    <div ref={place}>
      <Labelled {...props} said={said} hint={props.words.fees(`hint.${key}`)}>
        <LocalizedInput
          isMultiline
          focusRef={control}
          ariaLabel={props.words.fieldTitle(key)}
          value={value as Localized | undefined}
          disabled={!props.isEditable}
          invalid={said !== undefined}
          onChange={(next) => set(Object.keys(next).length > 0 ? next : undefined)}
        />
      </Labelled>
    </div>
  )
}
