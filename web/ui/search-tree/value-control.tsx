/** What a condition compares with: a text, a number, a day (also counted from today), one or several choices. */
import Input from '@cloudscape-design/components/input'
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect'
import Select from '@cloudscape-design/components/select'
import TokenGroup from '@cloudscape-design/components/token-group'
import type { Ref } from 'react'
import type { Scalar } from '../../../shared/search/filter.ts'
import type { SearchDay, SearchNode } from '../../../shared/search/tree.ts'
import { useTexts } from '../../texts/texts.ts'
import type { FilterField } from '../filter-field.ts'
import { NumberField } from '../number-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DayControl } from './day-control.tsx'
import type { TreeFields } from './fields.ts'

type Simple = Extract<SearchNode, { type: 'simple' }>

interface ValueControlProps {
  node: Simple
  field: FilterField
  fields: TreeFields
  onChange(node: Simple): void
}
const scalars = (value: Simple['value']): Scalar[] =>
  value === undefined || (typeof value === 'object' && !Array.isArray(value)) ? [] : [value].flat()

export function ValueControl({ node, field, fields, onChange }: ValueControlProps) {
  const t = useTexts('search')
  const label = t('valueOf', { field: field.title })
  const set = (value: Simple['value']) => {
    const { value: _, ...rest } = node
    onChange(value === undefined ? rest : { ...rest, value })
  }
  const { value } = node
  if (node.comparator === 'exists') return null
  if (field.kind === 'number')
    return (
      <NumberField
        ariaLabel={label}
        value={typeof value === 'number' ? value : undefined}
        onChange={set}
        placeholder={t('number')}
      />
    )
  if (field.kind === 'date')
    return (
      <DayControl
        label={label}
        day={
          value === undefined || typeof value !== 'object'
            ? (value as string | undefined)
            : (value as SearchDay)
        }
        onChange={set}
      />
    )
  if (field.kind === 'boolean') {
    const options = field.options ?? []
    return (
      <Select
        ariaLabel={label}
        placeholder={t('choose')}
        options={[...options]}
        selectedOption={options.find((one) => one.value === String(value)) ?? null}
        onChange={({ detail }) => set(detail.selectedOption.value === 'true')}
        expandToViewport
      />
    )
  }
  if (field.kind === 'choice' && (field.options || field.loader))
    return (
      <ChoiceField
        label={label}
        field={field}
        fields={fields}
        values={scalars(value).map(String)}
        onChange={(values) => set(values.length === 0 ? undefined : values)}
      />
    )
  const texts = scalars(value).map(String)
  // Several come from a filter by hand: any of them.
  if (texts.length > 1)
    return (
      <TokenGroup
        items={texts.map((text) => ({ label: text, dismissLabel: t('remove', { what: text }) }))}
        onDismiss={({ detail }) => {
          const left = texts.filter((_, i) => i !== detail.itemIndex)
          set(left.length === 1 ? left[0] : left)
        }}
      />
    )
  return (
    <Input
      ariaLabel={label}
      value={texts.join('')}
      placeholder={t('text')}
      onChange={({ detail }) => set(detail.value)}
    />
  )
}

/** Some of what is known up front. */
export function Choices(props: {
  label: string
  options: readonly { value: string; label: string }[]
  values: readonly string[]
  placeholder: string
  onChange(values: string[]): void
  ref?: Ref<MultiselectProps.Ref>
}) {
  const { options, values } = props
  return (
    <Multiselect
      ref={props.ref}
      ariaLabel={props.label}
      placeholder={props.placeholder}
      filteringType={options.length > 8 ? 'auto' : 'none'}
      filteringAriaLabel={props.label}
      options={options.map(({ value, label }) => ({ value, label }))}
      selectedOptions={values.map((value) => ({
        value,
        label: options.find((one) => one.value === value)?.label ?? value,
      }))}
      onChange={({ detail }) => props.onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
      expandToViewport
    />
  )
}
