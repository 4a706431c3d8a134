/** The one screen of flat administration data: the entries of a class in a list, one of them beside it to edit. */
import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo } from 'react'
import type { Entity } from '../../../shared/model/entity.ts'
import { useWholeClass } from '../../api/reference.ts'
import { Page } from '../../frame/page.tsx'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { EntityTable } from '../../ui/entity-table.tsx'
import { useListState } from '../../ui/list-state.ts'
import { useFieldLanguages } from '../../ui/localized.tsx'
import { lastPage } from '../../ui/paging.ts'
import { titleOrder } from '../../ui/select-options.ts'
import { useTablePreferences } from '../../ui/table-preferences.ts'
import { useTableRoom } from '../../ui/table-room.ts'
import { TableSearch } from '../../ui/table-search.tsx'
import { type ContentColumn, fitToContent } from './model/columns.ts'
import { type ClassDescription, fieldOf } from './model/description.ts'
import { type ListState, listDefaults, listState, newEntry, rowsOf } from './model/list.ts'
import { Cell, lengthInRow } from './parts/cell.tsx'
import { CsvButton } from './parts/csv-button.tsx'
import { SheetButton } from './parts/sheet-button.tsx'
import { ShowChoice } from './parts/show-choice.tsx'
import { type AdminWords, useAdminWords } from './use-admin-words.ts'
import { useMayWrite } from './use-may-write.ts'
import { useOpenEntry } from './use-open-entry.tsx'
import { useShow } from './use-show.ts'
import './admin.css'

const usualPageSize = 25
const pageSizes = [15, 25, 50, 100, 250]
export function AdminScreen({ description }: { description: ClassDescription }) {
  const words = useAdminWords(description)
  const texts = useTexts('admin')
  const { t } = words
  const mayWrite = useMayWrite(description.entityclass)
  const { locale } = useLocale()
  const languages = useFieldLanguages()
  const [state, setState] = useListState(listState, listDefaults)
  const entry = useOpenEntry(state)
  const name = description.part ?? description.entityclass
  const id = `admin-${name}`
  const { list, error, isLoading, refresh } = useWholeClass(description.entityclass)
  const { offered, show, unused, ...shown } = useShow(description.entityclass, state, list)

  // Before the entries are there nothing is known of what stands in the columns. What is saved later moves none.
  const room = useTableRoom(id)
  const fittedTo = list ? room : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: by the entries as they are when they come
  const columns = useMemo(
    () => fitToContent(columnsOf(description, words), list ?? [], fittedTo),
    [description, words, fittedTo],
  )
  const preferences = useTablePreferences(id, columns, {
    pageSize: usualPageSize,
    fits: true,
    room: fittedTo,
  })
  const { pageSize } = preferences
  const found = useMemo(
    () =>
      list && shown.isReady
        ? rowsOf(list, description, {
            state: { ...state, show },
            languages,
            unused,
            say: (key, data) => words.value(key, data[key]),
            compare: titleOrder(locale),
          })
        : undefined,
    [list, description, state, show, shown.isReady, unused, languages, words, locale],
  )
  const page = found ? Math.min(state.page, lastPage(found.length, pageSize)) : state.page
  const rows = preferences.isMeasured ? found?.slice((page - 1) * pageSize, page * pageSize) : undefined
  const title = t(`class.${name}.title`)
  const create = (variant: 'primary' | 'normal') =>
    mayWrite &&
    !description.part && (
      <Button variant={variant} iconName="add-plus" onClick={() => entry.open(newEntry)}>
        {t('new')}
      </Button>
    )
  return (
    <Page
      title={title}
      drawers={entry.drawersOf({ description, words, preset: presetOf(description, state) })}
    >
      <EntityTable<Entity>
        key={id}
        id={id}
        t={texts}
        title={title}
        variant="full-page"
        columns={columns}
        room={fittedTo}
        preferences={preferences}
        rows={rows}
        total={found?.length}
        isLoading={isLoading || !shown.isReady}
        error={found ? undefined : (error ?? shown.error)}
        onRetry={() => void (list ? shown.refresh() : refresh())}
        rowId={(entry) => entry.id}
        rowHref={({ id }) => entry.hrefOf(id)}
        openId={state.entry}
        rowLabel={(entry) => words.name(entry.data)}
        page={page}
        onPage={(next) => setState({ page: next })}
        pageSizes={pageSizes}
        sort={state.sort || description.sort || `${description.title}:asc`}
        onSort={(sort) => setState({ sort, page: 1 })}
        isFiltered={state.q !== '' || state.of !== '' || show !== 'current'}
        onClearFilter={() => setState({ q: '', of: '', show: 'current', page: 1 })}
        emptyTitle={t('empty')}
        emptyAction={create('normal')}
        filter={
          <div className="admin-tools">
            <TableSearch
              value={state.q}
              placeholder={t('search')}
              onChange={(q) => setState({ q, page: 1 }, { replace: true })}
            />
            <Narrowing description={description} words={words} state={state} onChange={setState} />
            <ShowChoice words={words} show={show} offered={offered} onChange={setState} />
          </div>
        }
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <CsvButton
              description={description}
              words={words}
              isEmpty={!found?.length}
              entities={() => found ?? []}
            />
            {mayWrite && !description.ownForm && show !== 'deleted' && (
              <SheetButton
                description={description}
                words={words}
                isEmpty={!found?.length}
                entities={() => found ?? []}
              />
            )}
            {create('primary')}
          </SpaceBetween>
        }
      />
    </Page>
  )
}

const columnsOf = (description: ClassDescription, words: AdminWords): ContentColumn[] => {
  const title = description.fields.filter(({ key }) => key === description.title)
  const others = description.fields.filter(({ key }) => key !== description.title)
  return [...title, ...others].map((field) => ({
    id: field.key,
    title: words.fieldTitle(field.key),
    cell: ({ data }) => <Cell field={field} value={data[field.key]} words={words} />,
    lengthOf: ({ data }) => lengthInRow(field, data[field.key], words),
    sortField: field.key,
    isNumber: field.kind === 'number',
    isFixed: field.key === description.title,
    isDefault: field.key === description.title || description.columns.includes(field.key),
  }))
}

/** What the list is narrowed by is what a new entry is to be. */
const presetOf = ({ narrowBy }: ClassDescription, { of }: ListState): Entity['data'] =>
  narrowBy && of !== '' ? { [narrowBy]: of } : {}

interface ChoiceProps {
  description: ClassDescription
  words: AdminWords
  state: ListState
  onChange(change: Partial<ListState>): void
}
/** Narrows the list by the choice that divides its class: type of an option, country of a region. */
function Narrowing({ description, words, state, onChange }: ChoiceProps) {
  const ui = useTexts('ui')
  const field = description.narrowBy ? fieldOf(description, description.narrowBy) : undefined
  if (field?.kind !== 'select') return null
  const all = { value: '', label: words.t('all', { field: words.fieldTitle(field.key) }) }
  const options = [all, ...words.choices(field.from)]
  return (
    <Select
      ariaLabel={words.fieldTitle(field.key)}
      options={options}
      selectedOption={options.find(({ value }) => value === state.of) ?? all}
      filteringType={options.length > 8 ? 'auto' : 'none'}
      filteringAriaLabel={ui('select.search')}
      expandToViewport
      onChange={({ detail }) => onChange({ of: detail.selectedOption.value ?? '', page: 1 })}
    />
  )
}
