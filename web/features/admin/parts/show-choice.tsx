import Select from '@cloudscape-design/components/select'
import type { ListState, Show } from '../model/list.ts'
import type { AdminWords } from '../use-admin-words.ts'

/** Which entries: those that are there, those that lack a text in one of the person's languages, those that nothing names, deleted ones. */
export function ShowChoice({
  words,
  show,
  offered,
  onChange,
}: {
  words: AdminWords
  show: Show
  offered: readonly Show[]
  onChange(change: Partial<ListState>): void
}) {
  const options = offered.map((value) => ({ value: value as string, label: words.t(`show.${value}`) }))
  return (
    <Select
      ariaLabel={words.t('show.label')}
      options={options}
      selectedOption={options.find(({ value }) => value === show) ?? null}
      expandToViewport
      onChange={({ detail }) => onChange({ show: detail.selectedOption.value as Show, page: 1 })}
    />
  )
}
