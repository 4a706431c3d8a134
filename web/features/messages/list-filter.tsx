/** Which conversations are shown. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import Select from '@cloudscape-design/components/select'
import { useEffect, useMemo, useState } from 'react'
import { contextKeys } from '../../../shared/model/conversation.ts'
import { useByIds } from '../../api/by-ids.ts'
import { useCan } from '../../api/can.ts'
import { useReference } from '../../api/reference.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { AsyncSelect } from '../../ui/async-select.tsx'
import { useTitle } from '../../ui/localized.tsx'
import { byLabel, entityOptions, type SelectOption } from '../../ui/select-options.ts'
import { isFiltered, type ListState, noFilters } from './model.ts'
import { partySearch } from './search-parties.ts'
import { useOptionsOf } from './words.ts'

/** Milliseconds without a key before what was typed is asked for (file 2 §9). */
const debounceMs = 350

export function ConversationFilter({
  state,
  people,
  context,
  tooMany,
  onChange,
}: {
  state: ListState
  people: readonly { id: string; fullname: string }[]
  /** What all of them are about, where that is asked for. */
  context: string | undefined
  /** The name of the product fits too many. */
  tooMany: boolean
  onChange(change: Partial<ListState>): void
}) {
  const t = useTexts('messages')
  const ui = useTexts('ui')
  const title = useTitle()
  const { locale } = useLocale()
  const can = useCan()
  const { institutions } = useReference()
  const [isOpen, setOpen] = useState(() =>
    (['institution', 'folder', 'subject', 'sender', 'recipient', 'assignee'] as const).some(
      (key) => state[key] !== '',
    ),
  )
  const folders = useOptionsOf('message-folder')
  const subjects = useOptionsOf('message-subject')
  const institutionOptions = useMemo(
    () => entityOptions(institutions.values(), title, locale),
    [institutions, title, locale],
  )
  const all = { value: '', label: t('filter.all') }
  const select = (key: keyof ListState, choices: readonly SelectOption[]) => (
    <FormField label={t(`filter.${key}`)}>
      <Select
        filteringType="auto"
        filteringAriaLabel={ui('select.search')}
        expandToViewport
        options={[all, ...choices]}
        selectedOption={
          choices.find(({ value }) => value === state[key]) ??
          (state[key] === '' ? all : { value: String(state[key]), label: '…' })
        }
        onChange={({ detail }) => onChange({ [key]: detail.selectedOption.value ?? '' })}
      />
    </FormField>
  )
  const yesNo = (key: 'archived' | 'unread') =>
    select(key, [
      { value: 'yes', label: t(`filter.${key}Yes`) },
      { value: 'no', label: t(`filter.${key}No`) },
    ])
  return (
    <section className="messages-filter" aria-label={t('filter.region')}>
      <SegmentedControl
        label={t('view.label')}
        selectedId={state.view}
        onChange={({ detail }) => onChange({ view: detail.selectedId as ListState['view'], assignee: '' })}
        options={(['all', 'mine', 'unassigned'] as const).map((id) => ({ id, text: t(`view.${id}`) }))}
      />
      {context !== undefined && (
        <div>
          {t('column.about')}: <strong>{context}</strong>
        </div>
      )}
      <div className="messages-filter-fields">
        <ProductName state={state} onChange={onChange} note={tooMany ? t('filter.tooMany') : ''} />
        {yesNo('unread')}
        {yesNo('archived')}
        {isOpen && (
          <>
            {select(
              'assignee',
              byLabel(
                people.map((one) => ({ value: one.id, label: one.fullname })),
                locale,
              ),
            )}
            {select('institution', institutionOptions)}
            {select('folder', folders)}
            {select('subject', [
              ...contextKeys.map((key) => ({ value: key, label: t(`context.${key}`) })),
              ...subjects,
            ])}
            <PartyField name="sender" {...{ state, onChange }} hasCompanies={can('company:create')} />
            <PartyField name="recipient" {...{ state, onChange }} hasCompanies={can('company:create')} />
          </>
        )}
        <div className="messages-filter-more">
          <Button variant="inline-link" ariaExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'filter.less' : 'filter.more')}
          </Button>
          {isFiltered(state) && (
            <Button variant="inline-link" onClick={() => onChange({ ...noFilters, view: 'all' })}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

interface FieldProps {
  state: ListState
  onChange(change: Partial<ListState>): void
}

function ProductName({ state, onChange, note }: FieldProps & { note: string }) {
  const t = useTexts('messages')
  const [typed, setTyped] = useState(state.productName)
  // Back, or a reset, brings another one.
  const [known, setKnown] = useState(state.productName)
  if (known !== state.productName) {
    setKnown(state.productName)
    setTyped(state.productName)
  }
  useEffect(() => {
    if (typed === state.productName) return
    const timer = setTimeout(() => onChange({ productName: typed }), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, state.productName, onChange])
  return (
    <FormField label={t('filter.productName')} {...(note && { warningText: note })}>
      <Input type="search" value={typed} onChange={({ detail }) => setTyped(detail.value.slice(0, 200))} />
    </FormField>
  )
}

function PartyField({
  name,
  state,
  onChange,
  hasCompanies,
}: FieldProps & { name: 'sender' | 'recipient'; hasCompanies: boolean }) {
  const t = useTexts('messages')
  const title = useTitle()
  const { locale } = useLocale()
  const { institutions } = useReference()
  const chosen = state[name]
  const isKnown = institutions.has(chosen)
  const found = useByIds(chosen === '' || isKnown ? [] : [chosen])
  const company = found.data?.list.find(({ id }) => id === chosen)?.data as
    | { baseData?: { name?: string } }
    | undefined
  const label = isKnown ? title(institutions.get(chosen)?.data.title) : (company?.baseData?.name ?? '…')
  const choices = entityOptions(institutions.values(), title, locale).map(({ value: id, label: of }) => ({
    id,
    label: of,
  }))
  const all = { id: '', label: t('filter.all') }
  return (
    <FormField label={t(`filter.${name}`)}>
      <AsyncSelect
        search={async (query, signal) => [
          ...(query.trim() === '' ? [all] : []),
          ...(await partySearch(choices, hasCompanies)(query, signal)),
        ]}
        value={chosen === '' ? all : { id: chosen, label }}
        onChange={({ id }) => onChange({ [name]: id })}
      />
    </FormField>
  )
}
