/** Texts of one field in one language, of all entries that are listed: typed one below the other, as in a sheet. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Pagination from '@cloudscape-design/components/pagination'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Textarea from '@cloudscape-design/components/textarea'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type Locale, locales } from '../../../../shared/constants.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { notify } from '../../../frame/notify.ts'
import { settleUnsaved, useUnsavedGuard } from '../../../frame/unsaved.tsx'
import { languageTag, useLocale, useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLanguageName, useTitle } from '../../../ui/localized.tsx'
import { type ClassDescription, isLocalized } from '../model/description.ts'
import { type Column, cellOf, isChanged, isMissing, pastedBelow, storedText } from '../model/sheet.ts'
import type { AdminWords } from '../use-admin-words.ts'
import { useSheet } from '../use-sheet.ts'

const pageSize = 50

export function SheetDialog({
  description,
  words,
  entities,
  onClose,
}: {
  description: ClassDescription
  words: AdminWords
  /** Those that are listed, as they are stored now. */
  entities: readonly Entity[]
  onClose(): void
}) {
  const { t } = words
  const plural = useTexts('admin')
  const ui = useTexts('ui')
  const titleOf = useTitle()
  const languageName = useLanguageName()
  const { locale: reader } = useLocale()
  const sheet = useSheet(words)
  const fields = description.fields.filter(isLocalized)
  const [column, setColumn] = useState<Column>({
    key: fields.find(({ key }) => key === description.title)?.key ?? fields[0]?.key ?? '',
    locale: locales.find((one) => one !== reader) ?? reader,
  })
  const [isOnlyMissing, setOnlyMissing] = useState(false)
  const [page, setPage] = useState(1)
  const isLong = fields.find(({ key }) => key === column.key)?.kind === 'localizedLong'
  // Of the entries as they were when this was chosen: a row stays while it is typed and saved.
  const atFirst = useRef(entities)
  const rows = useMemo(() => {
    const listed = atFirst.current
      .filter((one) => !isOnlyMissing || isMissing(one, column))
      .map(({ id }) => id)
    const known = new Map(entities.map((one) => [one.id, one]))
    return listed.flatMap((id) => known.get(id) ?? [])
  }, [entities, isOnlyMissing, column])
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const shown = rows.slice((page - 1) * pageSize, page * pageSize)
  const shownIds = shown.map(({ id }) => id)
  const changes = entities.flatMap((entity) =>
    fields.flatMap(({ key }) =>
      locales.flatMap((locale) => {
        const text = sheet.typed.get(cellOf({ key, locale }, entity.id))
        return text !== undefined && isChanged(entity, { key, locale }, text)
          ? { entity, column: { key, locale }, text }
          : []
      }),
    ),
  )
  const save = async () => {
    const count = await sheet.save(changes)
    if (count > 0) notify.success({ id: 'admin:sheet', text: plural('sheet.done', { count }) })
    return count === changes.length
  }
  useUnsavedGuard({ hasChanges: changes.length > 0, save, discard: sheet.discard })
  const close = async () => {
    if (await settleUnsaved()) onClose()
  }
  const look = (change: Partial<Column>) => {
    atFirst.current = entities
    setColumn({ ...column, ...change })
    setPage(1)
  }
  const table = useRef<HTMLTableElement>(null)
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey, nativeEvent } = event
    const isLine = target instanceof HTMLInputElement
    const by = key === 'ArrowUp' || (key === 'Enter' && shiftKey) ? -1 : 1
    if (!isLine || nativeEvent.isComposing || !['Enter', 'ArrowUp', 'ArrowDown'].includes(key)) return
    event.preventDefault()
    const inputs = [...(table.current?.querySelectorAll('input') ?? [])]
    inputs[inputs.indexOf(target) + by]?.focus()
  }
  const fieldOptions = fields.map(({ key }) => ({ value: key, label: words.fieldTitle(key) }))
  const languageOptions = locales.map((value) => ({ value: value as string, label: languageName(value) }))
  return (
    <Dialog
      size="max"
      header={t('sheet.title')}
      onDismiss={() => void close()}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={() => void close()}>
              {t('sheet.close')}
            </Button>
            <Button
              variant="primary"
              disabled={changes.length === 0}
              loading={sheet.isSaving}
              onClick={() => void save()}
            >
              {plural('sheet.save', { count: changes.length })}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div className="admin-tools">
          {fieldOptions.length > 1 && (
            <Select
              ariaLabel={t('sheet.field')}
              options={fieldOptions}
              selectedOption={fieldOptions.find(({ value }) => value === column.key) ?? null}
              onChange={({ detail }) => look({ key: detail.selectedOption.value ?? column.key })}
            />
          )}
          <Select
            ariaLabel={t('sheet.language')}
            options={languageOptions}
            selectedOption={languageOptions.find(({ value }) => value === column.locale) ?? null}
            filteringType="auto"
            filteringAriaLabel={ui('select.search')}
            onChange={({ detail }) => look({ locale: detail.selectedOption.value as Locale })}
          />
          <Checkbox
            checked={isOnlyMissing}
            onChange={({ detail }) => {
              atFirst.current = entities
              setOnlyMissing(detail.checked)
              setPage(1)
            }}
          >
            {t('sheet.missing')}
          </Checkbox>
        </div>
        <Box color="text-body-secondary" fontSize="body-s">
          {t('sheet.hint')}
        </Box>
        {shown.length === 0 && <Box>{t('sheet.none')}</Box>}
        {shown.length > 0 && (
          <table className="admin-sheet" ref={table} onKeyDown={onKey}>
            <thead>
              <tr>
                <th scope="col">{words.fieldTitle(column.key)}</th>
                <th scope="col">{languageName(column.locale)}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entity) => {
                const cell = cellOf(column, entity.id)
                const source = titleOf(entity.data[column.key] as Localized | undefined)
                const common = {
                  value: sheet.typed.get(cell) ?? storedText(entity, column),
                  ariaLabel: `${source}, ${languageName(column.locale)}`,
                  invalid: sheet.faults.has(cell),
                  spellcheck: true,
                  onChange: ({ detail }: { detail: { value: string } }) => sheet.type([[cell, detail.value]]),
                }
                return (
                  <tr key={entity.id}>
                    <th scope="row">{source}</th>
                    <td
                      lang={languageTag(column.locale)}
                      onPaste={(event) => {
                        const text = event.clipboardData.getData('text')
                        const below = isLong ? [] : pastedBelow(shownIds, entity.id, text)
                        if (below.length === 0) return
                        event.preventDefault()
                        sheet.type(below.map(([id, line]) => [cellOf(column, id), line]))
                      }}
                    >
                      <FormField stretch errorText={sheet.faults.get(cell) ?? ''}>
                        {isLong ? <Textarea rows={3} {...common} /> : <Input {...common} />}
                      </FormField>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        {pages > 1 && (
          <Pagination
            currentPageIndex={page}
            pagesCount={pages}
            onChange={({ detail }) => setPage(detail.currentPageIndex)}
          />
        )}
      </SpaceBetween>
    </Dialog>
  )
}
