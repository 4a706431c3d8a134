import ColumnLayout from '@cloudscape-design/components/column-layout'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { baseList } from '../model/draft.ts'
import { personIn, responsibleIn } from '../model/person.ts'
import { useProductPage } from '../page-context.ts'
import { useFieldGroups } from '../use-field-groups.ts'
import { newProductId } from '../use-first-save.ts'
import { CategoryField } from './category-field.tsx'
import { ChecklistSection } from './checklist-section.tsx'
import { CompaniesSection } from './companies-section.tsx'
import { ComponentsSection } from './components-section.tsx'
import { FieldGroups } from './field-groups.tsx'
import { DefinedField } from './field-row.tsx'
import { ProductSection } from './section.tsx'
import { SpecialItemsSection } from './special-items-section.tsx'

export function MainTab() {
  const t = useTexts('product')
  const { list, view } = useProductPage()
  const isStored = view.id !== newProductId
  const groups = useFieldGroups('main')
  const name = groups.flatMap(({ fields }) => fields).find((d) => d.path === tradeNamePath)
  const others = groups
    .map((group) => ({ ...group, fields: group.fields.filter((d) => d !== name) }))
    .filter(({ fields }) => fields.length > 0)
  const usual = list === baseList ? undefined : t('source.usual')
  return (
    <SpaceBetween size="l">
      <ProductSection section="name" title={t('name.title')} note={usual}>
        {(isEditing) => (
          <div className="product-fields">
            {name && <DefinedField definition={name} isEditing={isEditing} />}
            <CategoryField isEditing={isEditing} />
          </div>
        )}
      </ProductSection>
      <CompaniesSection />
      <ComponentsSection />
      <FieldGroups groups={others} title={t('fields.title')} none={t('fields.none')} />
      {isStored && <ChecklistSection tab="main" />}
      {isStored && <SpecialItemsSection />}
      {isStored && <StatusSection />}
    </SpaceBetween>
  )
}

/** What is known about the product beside its fields; all of it changes through actions of its own. */
function StatusSection() {
  const t = useTexts('product')
  const { view, list, lookup, words } = useProductPage()
  const { date, moment } = useDateFormat()
  const data = view.data.listData[list]
  const responsible = responsibleIn(view, list, baseList)
  const by = (account: string | undefined) => personIn(view, account) ?? t('someone')
  const parent = view.data.derivedProductId
  const rows: Array<[string, ReactNode]> = [
    [
      t('status.responsible'),
      responsible
        ? [
            lookup.institutionTitle(responsible.institution) ?? t('status.unknownInstitution'),
            personIn(view, responsible.accountId),
            responsible.isInherited && list !== baseList ? t('status.asInBase') : undefined,
          ]
            .filter(Boolean)
            .join(' · ')
        : t('empty'),
    ],
    [
      t('status.active'),
      data?._active
        ? data.activatedOn
          ? t('status.since', { date: date(data.activatedOn), name: by(data.activatedBy) })
          : t('yes')
        : data?.deactivatedOn
          ? t('status.inactiveSince', { date: date(data.deactivatedOn), name: by(data.deactivatedBy) })
          : t('no'),
    ],
    [t('status.nationalPartner'), t(view.data.isNationalPartner ? 'yes' : 'no')],
    [t('status.created'), t('status.by', { date: moment(view.created), name: by(view.createdBy) })],
    [
      t('status.updated'),
      t('status.byRevision', { date: moment(view.updated), name: by(view.updatedBy), rev: view.rev }),
    ],
  ]
  if (parent !== undefined)
    rows.push([
      t('status.parent'),
      <ScreenLink key="parent" href={productHref(parent, baseList)}>
        {words.nameOf(parent) ?? t('source.parent')}
      </ScreenLink>,
    ])
  if (view.data.importKey) rows.push([t('status.importKey'), view.data.importKey])
  return (
    <Container header={<Header variant="h2">{t('status.title')}</Header>}>
      <ColumnLayout columns={3} minColumnWidth={220}>
        {rows.map(([label, value]) => (
          <div key={label} className="product-field">
            <div className="product-field-head">
              <span className="product-field-title">{label}</span>
            </div>
            <div className="product-field-value">{value}</div>
          </div>
        ))}
      </ColumnLayout>
    </Container>
  )
}
