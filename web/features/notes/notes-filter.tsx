import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import Select from '@cloudscape-design/components/select'
import { useMemo } from 'react'
import { listbyinstitution } from '../../../shared/calls/auth/account/listbyinstitution.ts'
import { useCan } from '../../api/can.ts'
import { useReference } from '../../api/reference.ts'
import { useCall } from '../../api/use-call.ts'
import { categoryOptions } from '../../frame/category-options.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { useTitle } from '../../ui/localized.tsx'
import { byLabel, entityOptions, type SelectOption } from '../../ui/select-options.ts'
import { isFiltered, type NotesState, noFilters } from './model.ts'

type FilterKey = keyof typeof noFilters

/** Which notes are shown; a person is chosen among those of an institution. */
export function NotesFilter({
  state,
  onChange,
}: {
  state: NotesState
  onChange(change: Partial<NotesState>): void
}) {
  const t = useTexts('notes')
  const ui = useTexts('ui')
  const errorText = useErrorText()
  const title = useTitle()
  const { locale } = useLocale()
  const can = useCan()
  const reference = useReference()
  const { institution } = state
  const people = useCall(listbyinstitution, institution === '' ? null : { institution })
  const options = useMemo(() => {
    // A note of a list that the viewer sees on no product is never shown.
    const isSeen = (list: string) => {
      const lists = {
        [list]: { archived: false, institutes: reference.lists.get(list)?.data.institutes ?? [] },
      }
      return can('product:view-list', { list, lists, responsible: {}, companies: [] })
    }
    return {
      institution: entityOptions(reference.institutions.values(), title, locale),
      list: entityOptions(reference.lists.values(), title, locale).filter(({ value }) => isSeen(value)),
      label: entityOptions(reference.labels.values(), title, locale),
      category: categoryOptions(reference, title) as SelectOption[],
    }
  }, [reference, title, locale, can])
  const all = { value: '', label: t('filter.all') }
  const select = (key: FilterKey, choices: readonly SelectOption[], more: object = {}, hint = '') => (
    <FormField label={t(`filter.${key}`)} {...(hint && { constraintText: hint })}>
      <Select
        filteringType="auto"
        filteringAriaLabel={ui('select.search')}
        expandToViewport
        options={[all, ...choices]}
        selectedOption={
          choices.find(({ value }) => value === state[key]) ??
          // Its name is on its way, or it is offered no more.
          (state[key] === '' ? all : { value: state[key], label: '…' })
        }
        onChange={({ detail }) => {
          const value = detail.selectedOption.value ?? ''
          onChange(key === 'institution' ? { institution: value, user: '' } : { [key]: value })
        }}
        {...more}
      />
    </FormField>
  )
  return (
    <section className="notes-filter" aria-label={t('filter.region')}>
      <SegmentedControl
        label={t('status.label')}
        selectedId={state.status}
        onChange={({ detail }) => onChange({ status: detail.selectedId as NotesState['status'] })}
        options={[
          { id: 'unread', text: t('status.unread') },
          { id: 'archive', text: t('status.archive') },
        ]}
      />
      <div className="notes-filter-fields">
        {select('institution', options.institution)}
        {select(
          'user',
          byLabel(
            (people.data?.list ?? []).map((one) => ({ value: one.id, label: one.fullname })),
            locale,
          ),
          institution === ''
            ? { disabled: true, selectedOption: all }
            : {
                statusType: people.error ? 'error' : people.data ? 'finished' : 'loading',
                loadingText: ui('loading'),
                errorText: people.error ? errorText(people.error) : '',
                recoveryText: ui('error.retry'),
                onLoadItems: () => people.error && void people.mutate(),
              },
          institution === '' ? t('filter.userText') : '',
        )}
        {select('list', options.list)}
        {select('label', options.label)}
        {select('category', options.category)}
        {isFiltered(state) && (
          <div className="notes-filter-clear">
            <Button variant="inline-link" onClick={() => onChange(noFilters)}>
              {t('filter.clear')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
