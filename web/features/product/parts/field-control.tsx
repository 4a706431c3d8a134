/** One control for each field type. They get a field's wrapper and tell the next one. */
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Input from '@cloudscape-design/components/input'
import Multiselect from '@cloudscape-design/components/multiselect'
import Select, { type SelectProps } from '@cloudscape-design/components/select'
import Textarea from '@cloudscape-design/components/textarea'
import { useMemo, useState } from 'react'
import type { Localized } from '../../../../shared/model/basics.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { DateField } from '../../../ui/dates.tsx'
import { useTyping } from '../../../ui/entity-editor.ts'
import { LocalizedInput } from '../../../ui/localized.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TreePicker } from '../../../ui/tree-picker.tsx'
import { type ControlProps, innerOf } from '../model/control.ts'
import type { Definition } from '../model/fields.ts'
import { type FieldOption, optionsOf, titleOfOption, treeOf } from '../model/options.ts'
import { useProductPage } from '../page-context.ts'
import { TableControl } from './table-control.tsx'

type Loose = Record<string, unknown>

/** Options in their groups; a group without a title stands before the others. */
function grouped(options: readonly FieldOption[]): SelectProps.Options {
  const toOption = (o: FieldOption) => ({ value: o.value, label: o.label, disabled: !o.enabled })
  const groups = Map.groupBy(options, (o) => o.group ?? '')
  return [...groups].flatMap(
    ([group, list]): SelectProps.Options =>
      group === '' ? list.map(toOption) : [{ label: group, options: list.map(toOption) }],
  )
}

function useOptions(definition: Definition, chosen: readonly string[]) {
  const { lookup } = useProductPage()
  const key = chosen.join(' ')
  return useMemo(() => {
    const options = optionsOf(definition, lookup, key === '' ? [] : key.split(' '))
    return { options, shown: grouped(options) }
  }, [definition, lookup, key])
}

function SelectControl({ definition, title, value, onChange, invalid = false, focusRef }: ControlProps) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const chosen = String(innerOf(value, 'selectValue') ?? '')
  const { options, shown } = useOptions(definition, chosen === '' ? [] : [chosen])
  const option = options.find((o) => o.value === chosen)
  return (
    <Select
      ref={focusRef}
      ariaLabel={title}
      invalid={invalid}
      expandToViewport
      placeholder={t('choose')}
      filteringType={options.length > 8 ? 'auto' : 'none'}
      filteringAriaLabel={ui('select.search')}
      empty={t('nothingFound')}
      // Emptying is a choice like the others, unless the field must be filled.
      options={definition.mandatory ? shown : [{ value: '', label: t('noChoice') }, ...shown]}
      selectedOption={chosen === '' ? null : { value: chosen, label: option?.label ?? chosen }}
      onChange={({ detail }) => onChange({ selectValue: detail.selectedOption.value ?? '' })}
    />
  )
}

/** Options in groups are opened group by group or searched; without groups there is no tree to open. */
function TreeSelectControl(props: ControlProps) {
  const { definition, title, value, onChange, invalid = false, focusRef } = props
  const t = useTexts('product')
  const [isPicking, setPicking] = useState(false)
  const chosen = String(innerOf(value, 'selectValue') ?? '')
  const { options } = useOptions(definition, chosen === '' ? [] : [chosen])
  const entries = useMemo(() => treeOf(options), [options])
  if (!entries.some((entry) => entry.isGroup)) return <SelectControl {...props} />
  const label = chosen === '' ? t('noChoice') : titleOfOption(options, chosen)
  return (
    <div className="product-pick" data-invalid={invalid ? '' : undefined}>
      <span className="product-value">{label}</span>
      <Button ref={focusRef} ariaLabel={t('changeOf', { title })} onClick={() => setPicking(true)}>
        {t('change')}
      </Button>
      {chosen !== '' && !definition.mandatory && (
        <Button
          variant="icon"
          iconName="close"
          ariaLabel={t('remove', { name: label })}
          onClick={() => onChange({ selectValue: '' })}
        />
      )}
      {isPicking && (
        <TreePicker
          title={title}
          verb={t('choice.take')}
          treeLabel={title}
          filterLabel={t('choice.filter')}
          entries={entries}
          selected={chosen === '' ? undefined : chosen}
          onCancel={() => setPicking(false)}
          onSelect={(next) => {
            setPicking(false)
            onChange({ selectValue: next })
          }}
        />
      )}
    </div>
  )
}

function MultiselectControl({ definition, title, value, onChange, invalid = false, focusRef }: ControlProps) {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const inner = innerOf(value, 'multiselectValue')
  const chosen = Array.isArray(inner) ? inner.map(String) : []
  const { options, shown } = useOptions(definition, chosen)
  return (
    <Multiselect
      ref={focusRef}
      ariaLabel={title}
      invalid={invalid}
      expandToViewport
      placeholder={t('choose')}
      filteringType={options.length > 8 ? 'auto' : 'none'}
      filteringAriaLabel={ui('select.search')}
      empty={t('nothingFound')}
      options={shown}
      deselectAriaLabel={(option) => t('remove', { name: option.label ?? '' })}
      selectedOptions={chosen.map((v) => ({
        value: v,
        label: options.find((o) => o.value === v)?.label ?? v,
      }))}
      onChange={({ detail }) =>
        onChange({ multiselectValue: detail.selectedOptions.map((o) => o.value ?? '') })
      }
    />
  )
}

function DateControl({ title, path, value, onChange, invalid = false, focusRef }: ControlProps) {
  const typing = useTyping(useProductPage().editor, path)
  return (
    <DateField
      focusRef={focusRef}
      ariaLabel={title}
      invalid={invalid}
      typing={typing}
      value={String(innerOf(value, 'dateValue') ?? '')}
      onChange={(next) => onChange({ dateValue: next })}
    />
  )
}

function NumberControl({
  definition,
  title,
  path,
  value,
  onChange,
  invalid = false,
  focusRef,
}: ControlProps) {
  const typing = useTyping(useProductPage().editor, path)
  const number = innerOf(value, 'numberValue')
  return (
    <div className="product-with-unit">
      <NumberField
        focusRef={focusRef}
        ariaLabel={title}
        invalid={invalid}
        typing={typing}
        unit={definition.unit?.trim()}
        value={typeof number === 'number' ? number : undefined}
        onChange={(next) => onChange(next === undefined ? undefined : { numberValue: next })}
      />
      {definition.unit && <span className="product-unit">{definition.unit}</span>}
    </div>
  )
}

/** A localised field may hold one text, and the other way round, where its type was changed later. */
const asText = (inner: unknown): string =>
  typeof inner === 'string' ? inner : String(Object.values((inner as Loose | undefined) ?? {})[0] ?? '')
const asLocalized = (inner: unknown, locale: string): Localized =>
  typeof inner === 'string'
    ? inner === ''
      ? {}
      : { [locale]: inner }
    : ((inner as Localized | undefined) ?? {})

/** The control of a field's type; `button` has none. */
export function FieldControl(props: ControlProps) {
  const { definition, title, value, onChange, invalid = false, focusRef } = props
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const text = innerOf(value, 'textValue')
  switch (definition.type) {
    case 'treeselect':
      return <TreeSelectControl {...props} />
    case 'select':
      return <SelectControl {...props} />
    case 'multiselect':
      return <MultiselectControl {...props} />
    case 'singleline-textfield':
      if (definition.code)
        return (
          <CodeInput
            code={definition.code}
            focusRef={focusRef}
            ariaLabel={title}
            invalid={invalid}
            value={asText(text)}
            onChange={({ detail }) => onChange({ textValue: detail.value })}
          />
        )
      return (
        <Input
          ref={focusRef}
          ariaLabel={title}
          invalid={invalid}
          value={asText(text)}
          onChange={({ detail }) => onChange({ textValue: detail.value })}
        />
      )
    case 'textfield':
    case 'comment':
      return (
        <Textarea
          ref={focusRef}
          ariaLabel={title}
          invalid={invalid}
          rows={3}
          value={asText(text)}
          onChange={({ detail }) => onChange({ textValue: detail.value })}
        />
      )
    case 'multitext':
    case 'singleline-multitext':
      return (
        <LocalizedInput
          focusRef={focusRef}
          ariaLabel={title}
          invalid={invalid}
          isMultiline={definition.type === 'multitext'}
          value={asLocalized(text, lookup.locale)}
          onChange={(next) => onChange({ textValue: next })}
        />
      )
    case 'checkbox':
      return (
        <Checkbox
          ref={focusRef}
          ariaLabel={title}
          checked={innerOf(value, 'booleanValue') === true}
          onChange={({ detail }) => onChange({ booleanValue: detail.checked })}
        >
          {t(innerOf(value, 'booleanValue') === true ? 'yes' : 'no')}
        </Checkbox>
      )
    case 'datefield':
      return <DateControl {...props} />
    case 'numberfield':
      return <NumberControl {...props} />
    case 'table':
      return <TableControl {...props} Cell={FieldControl} />
    case 'button':
      return null
  }
}
