import { useMemo } from 'react'
import type { ProductTab } from '../../../../shared/rules/product-tabs.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useLastChange } from '../last-changes.ts'
import { answersOf } from '../model/checklist.ts'
import { baseList } from '../model/draft.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { useAnswered, useChecklistEntries } from '../use-checklist.ts'
import { ChecklistEditorLine, ChecklistLine } from './checklist-lines.tsx'
import { ProductSection } from './section.tsx'

/** The checklist entries that stand on a tab; where there are none, nothing, unless the tab is about them (`isAlways`). */
export function ChecklistSection({ tab, isAlways = false }: { tab: ProductTab; isAlways?: boolean }) {
  const t = useTexts('product')
  const { list } = useProductPage()
  const all = useChecklistEntries()
  const entries = useMemo(() => all.filter(({ tabs }) => tabs.includes(tab)), [all, tab])
  const answered = useAnswered(entries)
  const hasUntil = useDraftPart((draft) =>
    entries.some(
      ({ id, definition }) =>
        definition.showUntilDate ||
        definition.dateUntilMandatory ||
        answersOf(draft, list)[id]?.until !== undefined,
    ),
  )
  const lastChange = useLastChange('_checklist', useEffective('_checklist'))
  if (entries.length === 0 && !isAlways) return null
  return (
    <ProductSection
      section={`checklist ${tab}`}
      title={t('checklist.title')}
      count={entries.length > 0 ? `(${answered}/${entries.length})` : undefined}
      note={list !== baseList && entries.length > 0 ? t('source.listOwn') : undefined}
      canEdit={entries.length > 0}
    >
      {(isEditing) => (
        <div className="product-rows">
          {entries.length === 0 ? (
            <span className="product-muted">{t('checklist.none')}</span>
          ) : (
            <table aria-label={t('checklist.title')} className="product-checklist">
              <thead>
                <tr>
                  <th scope="col">{t('checklist.entry')}</th>
                  <th scope="col">{t('checklist.status')}</th>
                  <th scope="col">{t('checklist.date')}</th>
                  {hasUntil && <th scope="col">{t('checklist.until')}</th>}
                  <th scope="col">{t('checklist.comment')}</th>
                  {!isEditing && <th scope="col">{t('checklist.by')}</th>}
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) =>
                  isEditing ? (
                    <ChecklistEditorLine key={entry.id} entry={entry} hasUntil={hasUntil} />
                  ) : (
                    <ChecklistLine key={entry.id} entry={entry} hasUntil={hasUntil} />
                  ),
                )}
              </tbody>
            </table>
          )}
          {lastChange && <div className="product-field-change">{lastChange}</div>}
        </div>
      )}
    </ProductSection>
  )
}
