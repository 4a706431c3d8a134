/** A row of addresses or contacts while it is edited: its fields, the rare ones behind "more", and its removal. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import type { ReactNode } from 'react'
import { notify } from '../../../frame/notify.ts'
import { isGoneRow, type RowKind, removeRow, restoreRow, valueAt } from '../model/draft.ts'
import type { FormFieldDef } from '../model/fields.ts'
import { type FieldContext, FieldEditor } from './form-field.tsx'

export function RowEditor(
  props: FieldContext & {
    kind: RowKind
    id: string
    title: string
    fields: readonly FormFieldDef[]
    badges?: ReactNode
    onType?(field: FormFieldDef): ((value: unknown) => void) | undefined
  },
) {
  const { editor, words, kind, id, title, fields, badges, onType } = props
  const isFilled = (key: string) => {
    const value = valueAt(editor.draft, [kind, id, key])
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  }
  const rare = fields.filter((f) => f.isRare)
  const hasIssue = rare.some((f) => editor.issues.has(`/${kind}/${id}/${f.key}`))
  const remove = () => {
    const before = editor.draft
    editor.change((draft) => removeRow(draft, kind, id))
    notify.info({
      id: `company:removed:${id}`,
      text: words.t('row.removed', { name: title }),
      action: {
        label: words.t('row.undo'),
        run: () =>
          editor.change((draft) =>
            isGoneRow(draft, kind, id) ? restoreRow(draft, before, kind, id) : draft,
          ),
      },
    })
  }
  const draw = (field: FormFieldDef) => {
    const type = onType?.(field)
    return (
      <FieldEditor
        key={field.key}
        editor={editor}
        words={words}
        path={[kind, id, field.key]}
        field={field}
        {...(type ? { onType: type } : {})}
      />
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
                onClick={remove}
              >
                {words.t('row.remove')}
              </Button>
            }
          >
            {title} {badges}
          </Header>
        }
      >
        <div className="companies-form">{fields.filter((f) => !f.isRare).map(draw)}</div>
        <ExpandableSection
          headerText={words.t('row.more')}
          defaultExpanded={rare.some((f) => isFilled(f.key))}
          {...(hasIssue ? { expanded: true } : {})}
        >
          <div className="companies-form">{rare.map(draw)}</div>
        </ExpandableSection>
      </Container>
    </section>
  )
}
