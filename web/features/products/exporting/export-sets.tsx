/** Sets of an export: what is chosen is kept as one, and all are managed. They take the place of the dialog, which comes back. */
import Checkbox from '@cloudscape-design/components/checkbox'
import { useMemo, useState } from 'react'
import { useCan } from '../../../api/can.ts'
import type { ExportSetEntity, Kept } from '../../../api/kept.ts'
import { notify } from '../../../frame/notify.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { useTitle } from '../../../ui/localized.tsx'
import { entityOptions } from '../../../ui/select-options.ts'
import { KeptDialog } from '../kept/kept-dialog.tsx'
import { SaveKeptDialog } from '../kept/kept-save-dialog.tsx'
import type { useProductFields } from '../use-product-fields.ts'
import type { useContent } from './use-content.ts'

interface ExportSetsProps {
  open: 'save' | 'manage'
  content: ReturnType<typeof useContent>
  all: Kept<ExportSetEntity>
  titles: ReadonlyMap<string, string>
  reference: ReturnType<typeof useProductFields>['reference']
  onClose(): void
}
export function ExportSets({ open, content, all, titles, reference, onClose }: ExportSetsProps) {
  const t = useTexts('sets')
  const title = useTitle()
  const can = useCan()
  const { locale } = useLocale()
  const { set, isListGone, list, fieldOptions } = content
  const [isWithList, setWithList] = useState(set?.data.inList !== undefined && !isListGone)
  const institutions = useMemo(
    () => entityOptions(reference.institutions.values(), title, locale),
    [reference.institutions, title, locale],
  )
  const saving = {
    title: t('exports.title'),
    asNew: t('exports.asNew'),
    entityclass: 'exportset' as const,
    institutions,
  }
  const onSaved = (saved: ExportSetEntity) => {
    all.put(saved)
    notify.success({ id: 'kept:saved', text: t('exports.done', { title: saved.data.title }) })
  }
  if (open === 'save') {
    const ofList = reference.lists.get(list)?.data.title
    const { columns, fields, packages } = content
    return (
      <SaveKeptDialog
        {...saving}
        content={{ columns, fields, packages, ...(isWithList && list && { inList: list }) }}
        saved={set}
        mayReplace={set !== undefined && can('saved:edit', set)}
        onClose={onClose}
        onSaved={(saved) => {
          onSaved(saved)
          content.choose(saved)
          onClose()
        }}
      >
        {ofList && (
          <Checkbox checked={isWithList} onChange={({ detail }) => setWithList(detail.checked)}>
            {t('columns.withList', { list: title(ofList) })}
          </Checkbox>
        )}
      </SaveKeptDialog>
    )
  }
  const titleOf = (name: string) =>
    titles.get(name) ?? fieldOptions.find(({ value }) => value === name)?.label ?? t('gone', { name })
  return (
    <KeptDialog<ExportSetEntity>
      title={t('exports.all')}
      all={all}
      words={{
        empty: t('exports.empty'),
        noMatch: t('exports.noMatch'),
        removed: (title) => t('exports.removed', { title }),
        saved: (title) => t('exports.done', { title }),
      }}
      summaryOf={({ data }) => [...data.columns, ...data.fields].map(titleOf).join(', ')}
      onOpen={(chosen) => {
        content.choose(chosen)
        onClose()
      }}
      editing={(edited, onDone) => {
        const { columns, fields, packages, inList } = edited.data
        return (
          <SaveKeptDialog
            {...saving}
            isOfName
            content={{ columns, fields, packages, ...(inList && { inList }) }}
            saved={edited}
            mayReplace
            onClose={onDone}
            onSaved={(saved) => {
              onSaved(saved)
              if (saved.id === set?.id) content.choose(saved)
              onDone()
            }}
          />
        )
      }}
      onClose={onClose}
    />
  )
}
