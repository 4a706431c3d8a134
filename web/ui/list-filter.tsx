/** The conditions of a list, as Cloudscape's property filter. Fields are data; options may be searched on the server. */
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { memo, useMemo, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { DateField, useDateFormat } from './dates.tsx'
import { operatorsOf } from './filter-compile.ts'
import type { FilterField, FilterOption } from './filter-field.ts'
import { useLoadedOptions } from './filter-options.ts'
import { type FilterQuery, fromCloudscape, noValue, toCloudscape } from './filter-query.ts'
import { hasProperty, isLike, isNumber, tokenOfTyped, withProperties } from './filter-typed.ts'

export interface ListFilterProps {
  fields: readonly FilterField[]
  /** In the order of the list that opens; `values` heads the suggestions of values. */
  groups: readonly { id: string; title: string; values: string }[]
  query: FilterQuery
  onChange(query: FilterQuery): void
  load(loader: string, text: string, signal: AbortSignal): Promise<FilterOption[]>
  /** What a value of a searched option is called; the value itself while it is not known. */
  labelOf(loader: string, value: string): string
  placeholder: string
}

type Operators = NonNullable<PropertyFilterProps.FilteringProperty['operators']>

function DayForm({ value, onChange }: PropertyFilterProps.ExtendedOperatorFormProps<string>) {
  const ui = useTexts('ui')
  return (
    <DateField
      ariaLabel={ui('filter.day')}
      value={value ? `${value}T04:00:00.000Z` : ''}
      onChange={(stored) => onChange(stored ? stored.slice(0, 10) : null)}
    />
  )
}

/** Drawn only when something of it changes, not with each page of rows: it is the heaviest part of a list. */
export const ListFilter = memo(function ListFilter(props: ListFilterProps) {
  const { fields, groups, query, load, labelOf } = props
  const ui = useTexts('ui')
  const { date } = useDateFormat()
  const loaded = useLoadedOptions(load)
  const [asked, setAsked] = useState<{ text: string; key?: string | undefined }>({ text: '' })
  const byKey = useMemo(() => new Map(fields.map((f) => [f.key, f])), [fields])
  const loaders = useMemo(() => [...new Set(fields.flatMap((f) => typedLoader(f) ?? []))], [fields])
  const typed = useMemo(() => {
    const optionsOf = (field: FilterField): FilterOption[] => [
      ...(field.options ?? []),
      ...(field.loader ? (loaded.options.get(field.loader) ?? []) : []),
    ]
    const tokenOf = (text: string) => tokenOfTyped(text, fields, optionsOf)
    /** What Enter makes of the text, as its condition will be shown. */
    const label = (text: string) => {
      if (hasProperty(text, fields)) return text
      const { propertyKey = '', operator, value } = tokenOf(text)
      const field = byKey.get(propertyKey)
      const option = field && optionsOf(field).find((o) => o.value === [value].flat()[0])
      return `${field?.title ?? ''} ${operator} ${option?.label ?? value}`
    }
    return { tokenOf, label }
  }, [fields, byKey, loaded.options])

  const properties = useMemo(() => {
    const wordOf = (field: FilterField, value: string): string => {
      if (value === noValue) return ui('filter.empty')
      const known = field.options?.find((o) => o.value === value)?.label
      return known ?? (field.loader && field.kind === 'choice' ? labelOf(field.loader, value) : value)
    }
    const operators = (field: FilterField): Operators =>
      (field.operators ?? operatorsOf[field.kind]).map((operator) => {
        if (field.kind === 'date')
          return { operator, form: DayForm, format: (day: string) => date(`${day}T04:00:00.000Z`) }
        if (field.kind === 'choice' || field.kind === 'cases')
          return {
            operator,
            tokenType: 'enum' as const,
            format: (values: unknown) =>
              (Array.isArray(values) ? values : [values]).map((v) => wordOf(field, String(v))).join(', '),
          }
        if (field.kind === 'boolean' || field.canBeEmpty)
          return { operator, format: (v: string) => wordOf(field, v) }
        return operator
      })
    return fields.map((field) => ({
      key: field.key,
      propertyLabel: field.title,
      groupValuesLabel: groups.find((g) => g.id === field.group)?.values ?? field.title,
      group: field.group,
      operators: operators(field),
      defaultOperator: (field.operators ?? operatorsOf[field.kind])[0]!,
    }))
  }, [fields, groups, labelOf, date, ui])

  const options = useMemo(() => {
    const { text, key } = asked
    const isFree = key === undefined && text !== ''
    const typedNumber = isFree && isNumber(text) ? text : ''
    // Stands above the others, as what Enter takes.
    const first = isFree ? typed.tokenOf(text) : undefined
    const offered = (all: FilterOption[], field: FilterField) =>
      isFree || key === field.key
        ? all.filter(
            (option) =>
              isLike(option, text) &&
              !(first?.propertyKey === field.key && [first.value].flat().includes(option.value)),
          )
        : all
    return fields.flatMap((field) => {
      const empty = field.canBeEmpty ? [{ value: noValue, label: ui('filter.empty') }] : []
      const found = field.loader ? (loaded.options.get(field.loader) ?? []) : []
      const withLabels = field.kind !== 'text'
      const isReadable = field.kind !== 'number' || /^\d+$/.test(typedNumber)
      const isOffered = typedNumber !== '' && field.typed === 'otherNumber' && isReadable
      const number = isOffered ? [{ value: typedNumber, label: typedNumber }] : []
      const all: FilterOption[] = [...number, ...(field.options ?? []), ...found, ...empty]
      return offered(all, field).map((o) => ({
        propertyKey: field.key,
        value: o.value,
        ...(withLabels || o.value === noValue ? { label: o.label } : {}),
        filteringTags: [...(o.tags ?? []), ...(o.foundBy ? [o.foundBy] : [])],
      }))
    })
  }, [fields, loaded.options, asked, typed, ui])

  return (
    <PropertyFilter
      query={toCloudscape(query)}
      onChange={({ detail }) => props.onChange(withProperties(fromCloudscape(detail), typed.tokenOf))}
      filteringProperties={properties}
      filteringOptions={options}
      customGroupsText={groups.map((g) => ({ group: g.id, properties: g.title, values: g.values }))}
      enableTokenGroups
      freeTextFiltering={freeText}
      virtualScroll={options.length > 500}
      expandToViewport
      i18nStrings={{ enteredTextLabel: typed.label, clearFiltersText: ui('filter.reset') }}
      filteringPlaceholder={props.placeholder}
      filteringAriaLabel={props.placeholder}
      filteringEmpty={ui('filter.noProperty')}
      filteringLoadingText={ui('select.loading')}
      filteringErrorText={loaded.errorText}
      filteringRecoveryText={ui('error.retry')}
      filteringFinishedText={loaded.isFull ? ui('filter.more') : ''}
      filteringStatusType={loaded.status}
      onLoadItems={({ detail }) => {
        const field = detail.filteringProperty && byKey.get(detail.filteringProperty.key)
        const text = detail.filteringText.trim()
        setAsked({ text, key: field?.key })
        if (field?.loader) loaded.request([field.loader], detail.filteringText)
        else if (!field && text.length >= minTyped) loaded.request(loaders, text)
        else loaded.clear()
      }}
    />
  )
})

/** Characters from which values are searched without a property. */
const minTyped = 2
const freeText = { operators: [':' as const] }
/** People are few and not found by what was typed: they are offered behind their property. */
const typedLoader = ({ loader, typed }: FilterField) =>
  typed === 'never' || loader?.startsWith('account:') ? undefined : loader
