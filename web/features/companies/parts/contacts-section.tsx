import Alert from '@cloudscape-design/components/alert'
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { memo, useContext, useRef } from 'react'
import { inOrder } from '../../../../shared/rules/company.ts'
import { useIssue } from '../../../ui/entity-editor.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { FieldPlacesContext, useFieldPlace } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { addContact } from '../model/draft.ts'
import { contactFields } from '../model/fields.ts'
import { useRowRemoval } from '../use-row-removal.ts'
import { OwnerOnly } from './addresses-section.tsx'
import { type FieldContext, type SectionContext, useDraftPart } from './draft-part.ts'
import { FieldReader, linked } from './form-field.tsx'
import { RowEditor } from './row-editor.tsx'

export const ContactsSection = memo(function ContactsSection(props: SectionContext) {
  const { editor, words, isEditable, isEditing, onEdit } = props
  const ids = useDraftPart(editor, (draft) => inOrder(draft.contactPersons).map(([id]) => id), isShallowSame)
  const issue = useIssue(editor, '/contactPersons')
  const { place, control } = useFieldPlace('/contactPersons')
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  const add = () => {
    onEdit()
    const id = crypto.randomUUID()
    editor.change((draft) => addContact(draft, id))
    focusNext(() => places?.focusFirst([`/contactPersons/${id}/isMain`]))
  }
  const addControl = useRef<ButtonProps.Ref>(null)
  const remove = useRowRemoval(props, 'contactPersons', 'isMain', addControl)
  const addButton = isEditable && (
    <Button ref={addControl} iconName="add-plus" onClick={add}>
      {words.t('contact.add')}
    </Button>
  )
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${ids.length})`} actions={ids.length > 0 && addButton}>
          {words.t('section.contacts')}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {issue && (
          <div ref={place}>
            <Alert ref={control} type="error">
              {words.t(`issue.${issue.key ?? ''}`) || issue.expected}
            </Alert>
          </div>
        )}
        {ids.length === 0 ? (
          <EmptyState title={words.t('contact.none')} text={words.t('contact.noneText')} action={addButton} />
        ) : isEditing ? (
          ids.map((id) => (
            <RowEditor
              key={id}
              editor={editor}
              words={words}
              kind="contactPersons"
              id={id}
              onRemove={remove}
            />
          ))
        ) : (
          <div className="companies-cards">
            {ids.map((id) => (
              <ContactCard key={id} editor={editor} words={words} id={id} />
            ))}
          </div>
        )}
      </SpaceBetween>
    </Container>
  )
})

function MainContact({ words }: Pick<FieldContext, 'words'>) {
  return <StateBadge tone="positive">{words.t('contact.main')}</StateBadge>
}

const inLines = new Set([
  'isMain',
  'function',
  'salutation',
  'title',
  'firstName',
  'lastName',
  'phone',
  'mobile',
  'email',
  'visibleToOwnerOnly',
])

function ContactCard({ editor, words, id }: FieldContext & { id: string }) {
  const row = useDraftPart(editor, (draft) => draft.contactPersons[id])
  if (!row) return null
  const said = (value: string | undefined) => (value ? words.option(value) : '')
  // In Hungarian the salutation follows the name.
  const name = words
    .t('contact.addressed', {
      salutation: said(row.salutation),
      title: said(row.title),
      name: [row.firstName, row.lastName].filter(Boolean).join(' '),
    })
    .replaceAll(/ +/g, ' ')
    .trim()
  return (
    <article className="companies-card">
      <h3>
        {name || words.t('contact.one')} {row.isMain && <MainContact words={words} />}{' '}
        {row.visibleToOwnerOnly && <OwnerOnly words={words} />}
      </h3>
      <address>
        {row.function && <div>{words.option(row.function)}</div>}
        {row.phone && <div>{linked('phone', row.phone)}</div>}
        {row.mobile && <div>{linked('phone', row.mobile)}</div>}
        {row.email && <div>{linked('email', row.email)}</div>}
      </address>
      <dl className="companies-facts" data-small="">
        {contactFields
          .filter((f) => !inLines.has(f.key))
          .map((field) => (
            <FieldReader
              key={field.key}
              editor={editor}
              words={words}
              pointer={`/contactPersons/${id}/${field.key}`}
              field={field}
            />
          ))}
      </dl>
    </article>
  )
}
