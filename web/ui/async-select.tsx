/** A choice among thousands: options are searched on the server while typing; the most used come first. */
import Select, { type SelectProps } from '@cloudscape-design/components/select'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import type { ControlProps } from './control-props.ts'

export interface Choice {
  id: string
  label: string
  description?: string
  /** Words behind the label: number, city. */
  tags?: string[]
  disabled?: boolean
}
type SearchChoices = (query: string, signal: AbortSignal) => Promise<Choice[]>

const toOption = (choice: Choice): SelectProps.Option => ({
  value: choice.id,
  label: choice.label,
  ...(choice.description ? { description: choice.description } : {}),
  ...(choice.tags ? { tags: choice.tags } : {}),
  ...(choice.disabled ? { disabled: true } : {}),
})
const toChoice = (option: SelectProps.Option): Choice => ({
  id: option.value ?? '',
  label: option.label ?? '',
  ...(option.description ? { description: option.description } : {}),
})

function useChoices(search: SearchChoices) {
  const ui = useTexts('ui')
  const [options, setOptions] = useState<SelectProps.Option[]>([])
  const [status, setStatus] = useState<'pending' | 'loading' | 'finished' | 'error'>('pending')
  const [error, setError] = useState<unknown>()
  const errorText = useErrorText()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const load = async (query: string) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setStatus('loading')
    try {
      const found = await search(query, mine.signal)
      if (mine.signal.aborted) return
      setOptions(found.map(toOption))
      setStatus('finished')
    } catch (cause) {
      if (mine.signal.aborted) return
      // What an earlier question found is no answer to this one.
      setOptions([])
      setError(cause)
      setStatus('error')
    }
  }
  return {
    options,
    statusType: status,
    filteringType: 'manual' as const,
    filteringPlaceholder: ui('select.search'),
    filteringAriaLabel: ui('select.search'),
    empty: ui('select.none'),
    loadingText: ui('select.loading'),
    errorText: error === undefined ? '' : errorText(error),
    recoveryText: ui('error.retry'),
    finishedText: options.length === 0 ? '' : ui('select.end'),
    onLoadItems: ({
      detail,
    }: {
      detail: { filteringText: string; firstPage: boolean; samePage: boolean }
    }) => {
      if (detail.firstPage || detail.samePage) void load(detail.filteringText)
    },
  }
}

interface CommonProps extends ControlProps {
  search: SearchChoices
}
/** A choice is called by its label and by what stands in it: a label that stands there already is not said again. */
const common = (props: CommonProps, choose: string, isPlaceholderShown: boolean) => {
  const placeholder = props.placeholder ?? choose
  const isSaid = isPlaceholderShown && props.ariaLabel === placeholder
  return {
    placeholder,
    disabled: props.disabled ?? false,
    readOnly: props.readOnly ?? false,
    invalid: props.invalid ?? false,
    expandToViewport: true,
    ...(props.ariaLabel && !isSaid ? { ariaLabel: props.ariaLabel } : {}),
  }
}

export function AsyncSelect(
  props: CommonProps & { value: Choice | undefined; onChange(value: Choice): void },
) {
  const ui = useTexts('ui')
  const choices = useChoices(props.search)
  return (
    <Select
      ref={props.focusRef}
      {...common(props, ui('select.choose'), props.value === undefined)}
      {...choices}
      selectedOption={props.value ? toOption(props.value) : null}
      onChange={({ detail }) => props.onChange(toChoice(detail.selectedOption))}
      triggerVariant="label"
    />
  )
}
