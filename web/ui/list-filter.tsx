/** The conditions of a list, as Cloudscape's property filter. Fields are data; options may be searched on the server. */
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import { DateField, useDateFormat } from './dates.tsx'
import { type FilterProperty, operatorsOf } from './filter-compile.ts'
import {
  type FilterOperator,
  type FilterQuery,
  fromCloudscape,
  noValue,
  toCloudscape,
} from './filter-query.ts'

export interface FilterOption {
  value: string
  label: string
  /** Words that find the option too: a number, a city. */
  tags?: string[]
}
export interface FilterField extends FilterProperty {
  title: string
  /** Key of one of the groups. */
  group: string
  /** Restricts the operators of its kind. */
  operators?: FilterOperator[]
  /** Known up front. */
  options?: readonly FilterOption[]
  /** Names the search that gives options while typing. */
  loader?: string
  /** Its values may be asked to be empty. */
  canBeEmpty?: boolean
}
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
  /** "12 products", said after a change. */
  countText?: string
  isLoading?: boolean
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

export function ListFilter(props: ListFilterProps) {
  const { fields, groups, query, load, labelOf } = props
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const { date } = useDateFormat()
  const loaded = useLoadedOptions(load)
  const byKey = useMemo(() => new Map(fields.map((f) => [f.key, f])), [fields])

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

  const options = useMemo(
    () =>
      fields.flatMap((field) => {
        const empty = field.canBeEmpty ? [{ value: noValue, label: ui('filter.empty') }] : []
        const found = field.loader === loaded.loader && field.loader ? loaded.options : []
        const withLabels = field.kind !== 'text'
        const all: FilterOption[] = [...(field.options ?? []), ...found, ...empty]
        return all.map((o) => ({
          propertyKey: field.key,
          value: o.value,
          ...(withLabels || o.value === noValue ? { label: o.label } : {}),
          ...(o.tags ? { filteringTags: [...o.tags] } : {}),
        }))
      }),
    [fields, loaded.loader, loaded.options, ui],
  )

  return (
    <PropertyFilter
      query={toCloudscape(query)}
      onChange={({ detail }) => props.onChange(fromCloudscape(detail))}
      filteringProperties={properties}
      filteringOptions={options}
      customGroupsText={groups.map((g) => ({ group: g.id, properties: g.title, values: g.values }))}
      enableTokenGroups
      disableFreeTextFiltering
      virtualScroll={options.length > 500}
      expandToViewport
      i18nStrings={{ clearFiltersText: ui('filter.reset') }}
      filteringPlaceholder={props.placeholder}
      filteringAriaLabel={props.placeholder}
      filteringEmpty={ui('filter.noProperty')}
      filteringLoadingText={ui('select.loading')}
      filteringErrorText={loaded.error === undefined ? '' : errorText(loaded.error)}
      filteringRecoveryText={ui('error.retry')}
      filteringFinishedText={loaded.isFull ? ui('filter.more') : ''}
      filteringStatusType={loaded.status}
      onLoadItems={({ detail }) => {
        const field = detail.filteringProperty && byKey.get(detail.filteringProperty.key)
        if (field?.loader) loaded.request(field.loader, detail.filteringText)
        else loaded.clear()
      }}
      {...(props.countText ? { countText: props.countText } : {})}
      {...(props.isLoading ? { loading: true } : {})}
    />
  )
}

/** A search that answers with this many gave the first of more. */
const optionLimit = 25

function useLoadedOptions(load: ListFilterProps['load']) {
  const [state, setState] = useState<{
    loader: string | undefined
    options: FilterOption[]
    status: PropertyFilterProps.StatusType
    error?: unknown
  }>({ loader: undefined, options: [], status: 'finished' })
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const request = async (loader: string, text: string) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState((now) => ({ loader, options: now.loader === loader ? now.options : [], status: 'loading' }))
    try {
      const options = await load(loader, text, mine.signal)
      if (!mine.signal.aborted) setState({ loader, options, status: 'finished' })
    } catch (error) {
      if (!mine.signal.aborted) setState({ loader, options: [], status: 'error', error })
    }
  }
  return {
    ...state,
    isFull: state.options.length >= optionLimit,
    request: (loader: string, text: string) => void request(loader, text),
    clear: () => {
      running.current?.abort()
      setState((now) =>
        now.status === 'finished' && !now.loader
          ? now
          : { loader: undefined, options: [], status: 'finished' },
      )
    },
  }
}
