import ExpandableSection from '@cloudscape-design/components/expandable-section'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { baseList, effective, isEmptyValue } from '../model/draft.ts'
import type { Definition, FieldGroup } from '../model/fields.ts'
import type { FieldTab } from '../model/tabs.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useFieldGroups } from '../use-field-groups.ts'
import { DefinedField } from './field-row.tsx'
import { ProductSection } from './section.tsx'

/** A tab that holds nothing but fields: drawn from their definitions. */
export function FieldsTab({ tab }: { tab: FieldTab }) {
  const t = useTexts('product')
  const groups = useFieldGroups(tab)
  return <FieldGroups groups={groups} title={t(`tabs.${tab}`)} none={t('fields.noneOfTab')} />
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
      {groups.map(({ id, heading, fields }) => (
        <ProductSection
          key={id}
          section={`fields ${id}`}
          title={heading ? lookup.title(heading) : title}
          note={usual}
        >
          {(isEditing) => <GroupFields fields={fields} isEditing={isEditing} />}
        </ProductSection>
      ))}
    </SpaceBetween>
  )
}

/** Fields; while reading, those where nothing is filled in fold away. */
function GroupFields({ fields, isEditing }: { fields: readonly Definition[]; isEditing: boolean }) {
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
  const grid = (shown: readonly Definition[]) =>
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
