import ExpandableSection from '@cloudscape-design/components/expandable-section'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { baseList, effective, isEmptyValue } from '../model/draft.ts'
import type { Definition, FieldGroup, FormTab } from '../model/fields.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useFieldGroups } from '../use-field-groups.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { DisplayStandards } from './display-standards.tsx'
import { DefinedField, FixedField } from './field-row.tsx'
import { PermitsSection } from './permits-section.tsx'
import { PrintPreview } from './print-preview.tsx'
import { ProductSection } from './section.tsx'

/** A tab of fields, drawn from their definitions, and what else stands there: permits, the display of standards, what is printed. */
export function FieldsTab({ tab }: { tab: FormTab }) {
  const t = useTexts('product')
  const groups = useFieldGroups(tab)
  const fields = <FieldGroups groups={groups} title={t(`tabs.${tab}`)} none={t('fields.noneOfTab')} />
  return (
    <SpaceBetween size="l">
      {tab === 'permits' && <PermitsSection />}
      {(tab !== 'permits' || groups.length > 0) && fields}
      {tab === 'display' && <DisplayStandards />}
      {tab === 'display' && <PrintPreview />}
      <ChecklistSection tab={tab} />
    </SpaceBetween>
  )
}

/** Groups of fields, each edited by itself. `title` is for fields without a heading, `none` is said where there are none. */
export function FieldGroups({
  groups,
  title,
  none,
}: {
  groups: readonly FieldGroup[]
  title: string
  none: string
}) {
  const t = useTexts('product')
  const { list, lookup } = useProductPage()
  const usual = list === baseList ? undefined : t('source.usual')
  if (groups.length === 0)
    return (
      <ProductSection section="fields " title={title} canEdit={false}>
        {() => <span className="product-muted">{none}</span>}
      </ProductSection>
    )
  return (
    <SpaceBetween size="l">
      {groups.map(({ id, heading, fixed = noKeys, fields }) => (
        <ProductSection
          key={id}
          section={`fields ${id}`}
          title={heading ? lookup.title(heading) : title}
          note={fields.length > 0 ? usual : undefined}
        >
          {(isEditing) => <GroupFields fixed={fixed} fields={fields} isEditing={isEditing} />}
        </ProductSection>
      ))}
    </SpaceBetween>
  )
}

const noKeys: readonly string[] = []

/** Fields; while reading, those where nothing is filled in fold away. */
function GroupFields({
  fixed,
  fields,
  isEditing,
}: {
  fixed: readonly string[]
  fields: readonly Definition[]
  isEditing: boolean
}) {
  const t = useTexts('product')
  const { view, list } = useProductPage()
  const empty = useDraftPart((draft) => {
    const isEmpty = (key: string) => isEmptyValue(effective(view, draft, list, key).value)
    // A gap that somebody left on purpose, or has to fill, is seen.
    const isUsual = (key: string) => list === baseList || effective(view, draft, list, key).source === 'basis'
    return [
      ...fixed.filter(isEmpty),
      ...fields.filter((d) => !d.mandatory && isUsual(d.path) && isEmpty(d.path)).map((d) => d.path),
    ]
  }, isShallowSame)
  const isFolded = (key: string) => !isEditing && empty.includes(key)
  const entries = [
    ...fixed.map((key) => ({ key, field: <FixedField key={key} fieldKey={key} isEditing={isEditing} /> })),
    ...fields.map((definition) => ({
      key: definition.path,
      field: <DefinedField key={definition.path} definition={definition} isEditing={isEditing} />,
    })),
  ]
  const folded = entries.filter(({ key }) => isFolded(key))
  const grid = (shown: typeof entries) =>
    shown.length > 0 && <div className="product-fields">{shown.map(({ field }) => field)}</div>
  return (
    <SpaceBetween size="s">
      {grid(entries.filter(({ key }) => !isFolded(key)))}
      {folded.length > 0 && (
        <ExpandableSection
          variant="footer"
          headerText={<span className="product-folded">{t('fields.empty', { count: folded.length })}</span>}
        >
          {grid(folded)}
        </ExpandableSection>
      )}
    </SpaceBetween>
  )
}
