import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo } from 'react'
import type { CompanyData } from '../../../../shared/model/company.ts'
import { useByIds } from '../../../api/by-ids.ts'
import { companyHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import {
  answersOf,
  type ChecklistRow,
  checklistPlace,
  companyEntriesIn,
  formerAnswers,
  withoutAnswer,
} from '../model/checklist.ts'
import { answerText } from '../model/row-text.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { useAnswered, useChecklistEntries, useUnmet } from '../use-checklist.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { RemoveButton, RowActionsHead } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

/** The checklist of the list: what is not met, the entries to answer, and what is answered elsewhere. */
export function ChecklistTab() {
  return (
    <SpaceBetween size="l">
      <UnmetList />
      <ChecklistSection tab="checklist" isAlways />
      <CompanyAnswers />
      <FormerAnswers />
    </SpaceBetween>
  )
}

/** Mandatory entries of every tab that are not met, each leading to its place. */
function UnmetList() {
  const t = useTexts('product')
  const { isEditable, showPlace, list, lookup } = useProductPage()
  const entries = useChecklistEntries()
  const unmet = useUnmet(entries)
  const answered = useAnswered(entries)
  if (!entries.some(({ definition }) => definition.mandatory)) return null
  if (unmet.length === 0)
    return (
      <Alert type="success">
        {[t('checklist.met'), answered < entries.length && t('checklist.openOptional')]
          .filter(Boolean)
          .join(' ')}
      </Alert>
    )
  const header = t('checklist.unmetTitle', { count: unmet.length, list: lookup.listTitle(list) })
  return (
    <Alert type="warning" header={header}>
      <ul className="product-plain" aria-label={header}>
        {unmet.map(({ id, title }) => (
          <li key={id}>
            {isEditable ? (
              <Button variant="inline-link" onClick={() => showPlace(`/listData/${list}/_checklist/${id}`)}>
                {title}
              </Button>
            ) : (
              title
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Entries that the companies of the list answer, as they stand there. */
function CompanyAnswers() {
  const t = useTexts('product')
  const { list, lookup, words } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  const entries = useMemo(
    () => companyEntriesIn(lookup, checklistPlace(list, category, lookup)),
    [lookup, list, category],
  )
  const companies = useDraftPart(
    (draft) =>
      entries.length === 0
        ? []
        : [...new Set(Object.values(draft.listData[list]?._companies ?? {}).map(({ company }) => company))],
    isShallowSame,
  )
  const { data } = useByIds(companies)
  if (entries.length === 0) return null
  const answersOfCompany = (id: string) =>
    (data?.list.find((one) => one.id === id)?.data as Partial<CompanyData> | undefined)?.checklists
  return (
    <ProductSection
      section="checklist"
      title={t('checklist.companies')}
      note={t('checklist.companiesText')}
      canEdit={false}
    >
      {() => (
        <div className="product-rows">
          {companies.length === 0 ? (
            <span className="product-muted">{t('companies.none')}</span>
          ) : (
            <table aria-label={t('checklist.companies')}>
              <thead>
                <tr>
                  <th scope="col">{t('checklist.entry')}</th>
                  <th scope="col">{t('companies.company')}</th>
                  <th scope="col">{t('checklist.status')}</th>
                </tr>
              </thead>
              <tbody>
                {entries.flatMap(({ id, title, definition }) =>
                  companies.map((company) => (
                    <tr key={`${id} ${company}`}>
                      <td>{title}</td>
                      <td>
                        <ScreenLink href={companyHref(company)}>
                          {words.nameOf(company) ?? t('companies.unknown')}
                        </ScreenLink>
                      </td>
                      <td>
                        {answerText(
                          answersOfCompany(company)?.[id] as ChecklistRow | undefined,
                          definition,
                          words,
                        ) || t('checklist.open')}
                      </td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          )}
        </div>
      )}
    </ProductSection>
  )
}

/** Answers that were given when the list, its category or the entry was another: they stay until somebody takes them out. */
function FormerAnswers() {
  const t = useTexts('product')
  const { list, lookup, words, editor } = useProductPage()
  const entries = useChecklistEntries()
  const former = useDraftPart((draft) => formerAnswers(entries, answersOf(draft, list)), isShallowSame)
  const rows = useDraftPart((draft) => answersOf(draft, list))
  if (former.length === 0) return null
  const titleOf = (id: string) => {
    const definition = lookup.checklists.get(id)?.data
    return definition ? lookup.title(definition.title) : t('problem.checklistUnknown')
  }
  return (
    <ProductSection section="checklist former" title={t('checklist.former')} note={t('checklist.formerText')}>
      {(isEditing) => (
        <div className="product-rows">
          <table aria-label={t('checklist.former')}>
            <thead>
              <tr>
                <th scope="col">{t('checklist.entry')}</th>
                <th scope="col">{t('checklist.status')}</th>
                {isEditing && <RowActionsHead />}
              </tr>
            </thead>
            <tbody>
              {former.map((id) => (
                <tr key={id}>
                  <td>{titleOf(id)}</td>
                  <td>{answerText(rows[id], lookup.checklists.get(id)?.data, words)}</td>
                  {isEditing && (
                    <td className="product-row-actions">
                      <RemoveButton
                        label={t('remove', { name: titleOf(id) })}
                        onRemove={() => editor.change((d) => withoutAnswer(d, list, id))}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ProductSection>
  )
}
