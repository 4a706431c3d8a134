import ExpandableSection from '@cloudscape-design/components/expandable-section'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { baseList, effective, isEmptyValue } from '../model/draft.ts'
import type { Definition, FieldGroup, FormTab } from '../model/fields.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useFieldGroups } from '../use-field-groups.ts'
import { usePageOptions } from '../use-page-options.ts'
import { useMostDrawn } from '../whole-page.ts'
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
  const drawn = withRoom(groups, useMostDrawn())
  const usual = list === baseList ? undefined : t('source.usual')
  if (groups.length === 0)
    return (
      <ProductSection section="fields " title={title} canEdit={false}>
        {() => <span className="product-muted">{none}</span>}
      </ProductSection>
    )
  return (
    <SpaceBetween size="l">
      {drawn.map(({ id, heading, fixed = noKeys, fields, most }) => (
        <ProductSection
          key={id}
          section={`fields ${id}`}
          title={heading ? lookup.title(heading) : title}
          note={fields.length > 0 ? usual : undefined}
        >
          {(isEditing) => <GroupFields fixed={fixed} fields={fields} most={most} isEditing={isEditing} />}
        </ProductSection>
      ))}
    </SpaceBetween>
  )
}

const noKeys: readonly string[] = []

/** The groups that begin within the first `most` fields, each with how many of its own may be drawn. */
function withRoom(groups: readonly FieldGroup[], most: number): (FieldGroup & { most: number })[] {
  let left = most
  return groups.flatMap((group) => {
    const room = left
    left -= group.fields.length + (group.fixed?.length ?? 0)
    return room > 0 ? [{ ...group, most: room }] : []
  })
}

/** Fields; while reading, those where nothing is filled in fold away, unless somebody wants to see them. */
function GroupFields({
  fixed,
  fields,
  most,
  isEditing,
}: {
  fixed: readonly string[]
  fields: readonly Definition[]
  most: number
  isEditing: boolean
}) {
  const t = useTexts('product')
  const { view, list } = useProductPage()
  const [wasUnfolded, setUnfolded] = useState(false)
  const isEmptyShown = usePageOptions().empty
  const empty = useDraftPart((draft) => {
    const isEmpty = (key: string) => isEmptyValue(effective(view, draft, list, key).value)
    // A gap that somebody left on purpose, or has to fill, is seen.
    const isUsual = (key: string) => list === baseList || effective(view, draft, list, key).source === 'basis'
    return [
      ...fixed.filter(isEmpty),
      ...fields.filter((d) => !d.mandatory && isUsual(d.path) && isEmpty(d.path)).map((d) => d.path),
    ]
  }, isShallowSame)
  const isFolded = (key: string) => !isEditing && !isEmptyShown && empty.includes(key)
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
      {grid(entries.filter(({ key }) => !isFolded(key)).slice(0, most))}
      {folded.length > 0 && (
        <ExpandableSection
          variant="footer"
          headerText={<span className="product-folded">{t('fields.empty', { count: folded.length })}</span>}
          onChange={() => setUnfolded(true)}
        >
          {wasUnfolded && grid(folded)}
        </ExpandableSection>
      )}
    </SpaceBetween>
  )
}
