/** A row of addresses or contacts while it is edited: its fields, the rare ones behind "more", and its removal. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import { memo, useState } from 'react'
import { useEdited } from '../../../ui/entity-editor.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { fieldsOfRow, isFilled, type RowKind, valueAt } from '../model/draft.ts'
import type { FormFieldDef } from '../model/fields.ts'
import { rowTitle } from '../model/titles.ts'
import { type FieldContext, useDraftPart } from './draft-part.ts'
import { FieldEditor } from './form-field.tsx'
import { GeoField } from './geo-field.tsx'

export const RowEditor = memo(function RowEditor({
  editor,
  words,
  kind,
  id,
  onRemove,
}: FieldContext & { kind: RowKind; id: string; onRemove(id: string): void }) {
  const title = useDraftPart(editor, (draft) => rowTitle(draft, kind, id, words))
  const isMain = useDraftPart(
    editor,
    (draft) => kind === 'contactPersons' && draft.contactPersons[id]?.isMain === true,
  )
  const fields = useDraftPart(editor, (draft) => fieldsOfRow(draft, kind, id), isShallowSame)
  const rare = fields.filter((f) => f.isRare)
  // Folded away unless there is something in it when the form opens.
  const [isFilledNow] = useState(() => {
    const { draft } = editor.state.get()
    return rare.some((f) => isFilled(valueAt(draft, [kind, id, f.key])))
  })
  const hasIssue = useEdited(editor, ({ isTried, touched, issues }) =>
    rare.some(({ key }) => {
      const path = `/${kind}/${id}/${key}`
      return issues.has(path) && (isTried || touched.has(path))
    }),
  )
  const draw = (field: FormFieldDef) => {
    const at = { editor, words, pointer: `/${kind}/${id}/${field.key}` }
    return field.kind === 'geo' ? (
      <GeoField key={field.key} {...at} />
    ) : (
      <FieldEditor key={field.key} {...at} field={field} />
    )
  }
  return (
    // A group by name: every address has a street.
    <section aria-label={title}>
      <Container
        header={
          <Header
            variant="h3"
            actions={
              <Button
                iconName="remove"
                ariaLabel={words.t('row.removeNamed', { name: title })}
                onClick={() => onRemove(id)}
              >
                {words.t('row.remove')}
              </Button>
            }
          >
            {title} {isMain && <StateBadge tone="positive">{words.t('contact.main')}</StateBadge>}
          </Header>
        }
      >
        <div className="companies-form">{fields.filter((f) => !f.isRare).map(draw)}</div>
        <ExpandableSection
          headerText={words.t('row.more')}
          defaultExpanded={isFilledNow}
          {...(hasIssue ? { expanded: true } : {})}
        >
          <div className="companies-form">{rare.map(draw)}</div>
        </ExpandableSection>
      </Container>
    </section>
  )
})
