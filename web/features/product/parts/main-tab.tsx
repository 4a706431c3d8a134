import ColumnLayout from '@cloudscape-design/components/column-layout'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import Link from '@cloudscape-design/components/link'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { tradeNamePath } from '../../../../shared/model/field-value.ts'
import { isResponsible } from '../../../../shared/rules/permissions.ts'
import { productSubject } from '../../../../shared/rules/product-subject.ts'
import { visibleTo } from '../../../../shared/rules/secrecy.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { baseList, effective, isEmptyValue, stored } from '../model/draft.ts'
import { type Definition, fieldsOfTab } from '../model/fields.ts'
import { personIn, responsibleIn } from '../model/person.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { newProductId } from '../use-first-save.ts'
import { CategoryField } from './category-field.tsx'
import { CompaniesSection } from './companies-section.tsx'
import { ComponentsSection } from './components-section.tsx'
import { DefinedField } from './field-row.tsx'
import { ProductSection } from './section.tsx'

/** Fields that the viewer may know of: by their secrecy, or because the answer told of a value or link. */
function useVisibleFields(): Definition[] {
  const { view, list, lookup, actor } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  const subject = productSubject(view.data, lookup.lists)
  const isOwn = isResponsible(actor, subject, list)
  return fieldsOfTab(lookup.definitions, 'main', list, lookup.mainCategoryOf(category)).filter(
    (d) =>
      visibleTo(d.secrecy, actor, isOwn) ||
      stored(view.data, list, d.path) !== undefined ||
      view.resolved[list]?.[d.path] !== undefined,
  )
}

export function MainTab() {
  const t = useTexts('product')
  const { list, view } = useProductPage()
  const isStored = view.id !== newProductId
  const fields = useVisibleFields()
  const name = fields.find((d) => d.path === tradeNamePath)
  const others = fields.filter((d) => d !== name)
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
      <ProductSection section="fields" title={t('fields.title')} note={others.length > 0 ? usual : undefined}>
        {(isEditing) =>
          others.length === 0 ? (
            <span className="product-muted">{t('fields.none')}</span>
          ) : (
            <OtherFields fields={others} isEditing={isEditing} />
          )
        }
      </ProductSection>
      {isStored && <StatusSection />}
    </SpaceBetween>
  )
}

/** Fields; while reading, those where nothing is filled in fold away. */
function OtherFields({ fields, isEditing }: { fields: Definition[]; isEditing: boolean }) {
  const t = useTexts('product')
  const { view, list } = useProductPage()
  const empty = useDraftPart(
    (draft) =>
      fields
        .filter((d) => {
          const { value, source } = effective(view, draft, list, d.path)
          // A gap that somebody left on purpose, or has to fill, is seen.
          const isUsual = list === baseList || source === 'basis'
          return isUsual && !d.mandatory && isEmptyValue(value)
        })
        .map((d) => d.path),
    isShallowSame,
  )
  const folded = isEditing ? [] : fields.filter((d) => empty.includes(d.path))
  const grid = (shown: Definition[]) =>
    shown.length > 0 && (
      <div className="product-fields">
        {shown.map((definition) => (
          <DefinedField key={definition.path} definition={definition} isEditing={isEditing} />
        ))}
      </div>
    )
  return (
    <SpaceBetween size="s">
      {grid(fields.filter((d) => !folded.includes(d)))}
      {folded.length > 0 && (
        <ExpandableSection variant="footer" headerText={t('fields.empty', { count: folded.length })}>
          {grid(folded)}
        </ExpandableSection>
      )}
    </SpaceBetween>
  )
}

/** What is known about the product beside its fields; all of it changes through actions of its own. */
function StatusSection() {
  const t = useTexts('product')
  const { view, list, lookup, words } = useProductPage()
  const { date, moment } = useDateFormat()
  const navigate = useNavigate()
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
      <Link
        key="parent"
        href={productHref(parent, baseList)}
        onFollow={(event) => {
          event.preventDefault()
          navigate(productHref(parent, baseList))
        }}
      >
        {words.nameOf(parent) ?? t('source.parent')}
      </Link>,
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
