/** Several of a field's choices; those that are not known up front are searched while typing. */
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect'
import type { Ref } from 'react'
import { useTexts } from '../../texts/texts.ts'
import type { FilterField } from '../filter-field.ts'
import { useLoadedOptions } from '../filter-options.ts'
import type { TreeFields } from './fields.ts'

export function ChoiceField(props: {
  label: string
  field: Pick<FilterField, 'options' | 'loader'>
  fields: TreeFields
  values: readonly string[]
  onChange(values: string[]): void
  placeholder?: string
  ref?: Ref<MultiselectProps.Ref>
}) {
  const { field, fields, values } = props
  const ui = useTexts('ui')
  const t = useTexts('search')
  const loaded = useLoadedOptions(fields.load)
  const { loader } = field
  const found = loader ? (loaded.options.get(loader) ?? []) : (field.options ?? [])
  const labelOf = (value: string) =>
    field.options?.find((one) => one.value === value)?.label ??
    (loader ? fields.labelOf(loader, value) : value)
  return (
    <Multiselect
      ref={props.ref}
      ariaLabel={props.label}
      placeholder={props.placeholder ?? t('choose')}
      filteringType={loader ? 'manual' : found.length > 8 ? 'auto' : 'none'}
      filteringPlaceholder={ui('select.search')}
      filteringAriaLabel={ui('select.search')}
      empty={ui('select.none')}
      loadingText={ui('select.loading')}
      errorText={loaded.errorText}
      recoveryText={ui('error.retry')}
      {...(loader && {
        statusType: loaded.status,
        onLoadItems: ({ detail }) => loaded.request([loader], detail.filteringText),
      })}
      options={found.map(({ value, label, tags }) => ({
        value,
        label,
        ...(tags && { filteringTags: tags }),
      }))}
      selectedOptions={values.map((value) => ({ value, label: labelOf(value) }))}
      onChange={({ detail }) => props.onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
      expandToViewport
    />
  )
}
