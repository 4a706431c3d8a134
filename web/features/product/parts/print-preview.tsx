import Alert from '@cloudscape-design/components/alert'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import Select from '@cloudscape-design/components/select'
import { useMemo, useState } from 'react'
import type { Locale } from '../../../../shared/constants.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { approvalCounts } from '../../../../shared/rules/approval.ts'
import { textIn } from '../../../../shared/rules/localized.ts'
import { useCategoryTexts } from '../../../api/reference.ts'
import { languageTag, useTexts } from '../../../texts/texts.ts'
import { useFieldLanguages, useLanguageName } from '../../../ui/localized.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { checklistPlace } from '../model/checklist.ts'
import { printPreview } from '../model/display.ts'
import { baseList } from '../model/draft.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'

/** Texts of categories and restrictions as they will be printed for the list, in one of its languages. */
export function PrintPreview() {
  const t = useTexts('product')
  const { list, lookup } = useProductPage()
  const nameOf = useLanguageName()
  const own = useFieldLanguages()
  const definition = lookup.lists.get(list)?.data
  const languages = definition?.languages.length ? definition.languages : own
  const [chosen, setChosen] = useState<Locale>()
  const locale =
    chosen !== undefined && languages.includes(chosen)
      ? chosen
      : languages.includes(lookup.locale)
        ? lookup.locale
        : (languages[0] ?? lookup.locale)
  const options = languages.map((value) => ({ value, label: nameOf(value) }))
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            options.length > 1 && (
              <Select
                ariaLabel={t('preview.language')}
                selectedOption={options.find(({ value }) => value === locale) ?? null}
                options={options}
                onChange={({ detail }) => setChosen(detail.selectedOption.value as Locale)}
              />
            )
          }
        >
          {t('preview.title')}
        </Header>
      }
    >
      <Printed locale={locale} fallback={definition?.fallbackLanguage} />
    </Container>
  )
}

function Printed({ locale, fallback }: { locale: Locale; fallback: Locale | undefined }) {
  const t = useTexts('product')
  const { list, lookup, today } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  const data = useDraftPart((draft) => draft.listData[list])
  const base = useDraftPart((draft) => draft.listData[baseList]?._approval)
  const { texts, error } = useCategoryTexts()
  const printed = useMemo(() => {
    if (!data || !texts) return undefined
    const standards = (id: string) => {
      const standard = lookup.standards.get(id)
      return standard?.disabled ? undefined : standard?.data
    }
    const counts = (id: string) => approvalCounts(id, data._approval ?? {}, standards, today, base)
    const { categories } = checklistPlace(list, category, lookup)
    return printPreview(data, list, lookup, categories, texts, counts, today)
  }, [data, base, texts, list, lookup, category, today])
  if (error && !texts) return <Alert type="error">{t('preview.failed')}</Alert>
  if (!printed) return <SkeletonLines />
  const say = (value: Localized | string | undefined) =>
    typeof value === 'string' ? value : (textIn(value, locale, fallback) ?? '')
  const paragraphs = (all: readonly { id: string; title: Localized; description: Localized }[]) =>
    all.map(({ id, title, description }) => (
      <p key={id}>
        {say(title) && <strong>{say(title)}</strong>} {say(description)}
      </p>
    ))
  return (
    <>
      {data?._preventPublicDisplay && <Alert type="info">{t('preview.prevented')}</Alert>}
      {printed.general.length + printed.standards.length === 0 ? (
        <span className="product-muted">{t('preview.none')}</span>
      ) : (
        <section className="product-preview" aria-label={t('preview.of')} lang={languageTag(locale)}>
          {paragraphs(printed.general)}
          {printed.standards.map((standard) => (
            <div key={standard.id} className="product-preview-standard">
              <h3>
                {say(standard.name)}{' '}
                {standard.isLater && <StateBadge tone="pending">{t('preview.later')}</StateBadge>}
              </h3>
              {standard.limitation && <p>{say(standard.limitation)}</p>}
              {standard.restrictions.map((text) => (
                <p key={say(text)}>
                  <em>{t('preview.restriction')}:</em> {say(text)}
                </p>
              ))}
              {paragraphs(standard.categoryTexts)}
            </div>
          ))}
        </section>
      )}
    </>
  )
}
