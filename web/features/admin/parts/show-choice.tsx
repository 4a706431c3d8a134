import Select from '@cloudscape-design/components/select'
import { type ListState, type Show, shows } from '../model/list.ts'
import type { AdminWords } from '../use-admin-words.ts'

/** Which entries: those that are there, those that lack a text in one of the person's languages, deleted ones. */
export function ShowChoice({
  words,
  state,
  onChange,
  offered = shows,
}: {
  words: AdminWords
  state: ListState
  onChange(change: Partial<ListState>): void
  offered?: readonly Show[]
}) {
  const options = offered.map((value) => ({ value: value as string, label: words.t(`show.${value}`) }))
  return (
    <Select
      ariaLabel={words.t('show.label')}
      options={options}
      selectedOption={options.find(({ value }) => value === state.show) ?? null}
      expandToViewport
      onChange={({ detail }) => onChange({ show: detail.selectedOption.value as Show, page: 1 })}
    />
  )
}
