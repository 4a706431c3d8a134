import Icon from '@cloudscape-design/components/icon'
import { useMemo } from 'react'
import type { ProductTab } from '../../../../shared/rules/product-tabs.ts'
import { useTexts } from '../../../texts/texts.ts'
import { shownIssues, useEdited } from '../../../ui/entity-editor.ts'
import { effective, isEmptyValue } from '../model/draft.ts'
import { type FormTab, isFormTab } from '../model/fields.ts'
import { tabOfPath } from '../model/tabs.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useAnswered, useChecklistEntries } from '../use-checklist.ts'
import { useFieldGroups } from '../use-field-groups.ts'

/** Name of a tab, and how many of its fields are filled; or, where there are any, how many places in it are wrong. */
export function TabLabel({ tab }: { tab: ProductTab }) {
  const t = useTexts('product')
  const { editor, lookup } = useProductPage()
  const errors = useEdited(
    editor,
    (now) => shownIssues(now).filter(({ path }) => tabOfPath(path, lookup) === tab).length,
  )
  return (
    <span className="product-tab">
      {t(`tabs.${tab}`)}
      {errors > 0 ? (
        <>
          <span className="product-tab-errors" aria-hidden>
            <Icon name="status-negative" size="small" />
            {errors}
          </span>
          <span className="product-hidden">{t('tabs.errors', { count: errors })}</span>
        </>
      ) : (
        <>
          {isFormTab(tab) && <FilledCount tab={tab} />}
          {tab === 'checklist' && <AnsweredCount />}
        </>
      )}
    </span>
  )
}

function AnsweredCount() {
  const t = useTexts('product')
  const all = useChecklistEntries()
  // Those that stand on the tab, as its section counts them: others are counted where they stand.
  const entries = useMemo(() => all.filter(({ tabs }) => tabs.includes('checklist')), [all])
  const answered = useAnswered(entries)
  if (entries.length === 0) return null
  return (
    <>
      <span className="product-tab-count" aria-hidden>
        {answered}/{entries.length}
      </span>
      <span className="product-hidden">{t('checklist.answered', { answered, all: entries.length })}</span>
    </>
  )
}

function FilledCount({ tab }: { tab: FormTab }) {
  const t = useTexts('product')
  const { view, list } = useProductPage()
  const groups = useFieldGroups(tab)
  const filled = useDraftPart((draft) =>
    groups
      .flatMap(({ fixed = [], fields }) => [...fixed, ...fields.map(({ path }) => path)])
      .concat(tab === 'permits' ? ['_permits'] : [])
      .reduce((n, key) => n + Number(!isEmptyValue(effective(view, draft, list, key).value)), 0),
  )
  if (filled === 0) return null
  return (
    <>
      <span className="product-tab-count" aria-hidden>
        {filled}
      </span>
      <span className="product-hidden">{t('tabs.filled', { count: filled })}</span>
    </>
  )
}
