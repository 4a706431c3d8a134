import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ContactPerson } from '../../../../shared/model/company.ts'
import { inOrder } from '../../../../shared/rules/company.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { addContact, makeMain } from '../model/draft.ts'
import { boundFields, contactFields } from '../model/fields.ts'
import { titleOfPath } from '../model/titles.ts'
import { OwnerOnly } from './addresses-section.tsx'
import { type FieldContext, FieldReader, linked } from './form-field.tsx'
import { RowEditor } from './row-editor.tsx'

export function ContactsSection(props: FieldContext & { isEditable: boolean }) {
  const { editor, words, isEditable } = props
  const rows = inOrder(editor.draft.contactPersons)
  const issue = editor.issues.get('/contactPersons')
  const add = () => {
    editor.edit()
    editor.change((draft) => addContact(draft, crypto.randomUUID()))
  }
  const addButton = isEditable && (
    <Button iconName="add-plus" onClick={add}>
      {words.t('contact.add')}
    </Button>
  )
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${rows.length})`} actions={rows.length > 0 && addButton}>
          {words.t('section.contacts')}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {issue && <Alert type="error">{words.t(`issue.${issue.key ?? ''}`) || issue.expected}</Alert>}
        {rows.length === 0 ? (
          <EmptyState title={words.t('contact.none')} text={words.t('contact.noneText')} action={addButton} />
        ) : editor.isEditing ? (
          rows.map(([id, row]) => (
            <RowEditor
              key={id}
              {...props}
              kind="contactPersons"
              id={id}
              title={titleOfPath(`/contactPersons/${id}`, [editor.draft], words)}
              badges={row.isMain && <MainContact words={words} />}
              fields={contactFields.filter(
                (f) => !row.isMain || !boundFields.has(f.key) || row[f.key as 'lists'].length > 0,
              )}
              onType={(field) =>
                field.key === 'isMain'
                  ? (value) => editor.change((draft) => makeMain(draft, id, value === true))
                  : undefined
              }
            />
          ))
        ) : (
          <div className="companies-cards">
            {rows.map(([id, row]) => (
              <ContactCard key={id} {...props} id={id} row={row} />
            ))}
          </div>
        )}
      </SpaceBetween>
    </Container>
  )
}

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

function ContactCard(props: FieldContext & { id: string; row: ContactPerson }) {
  const { words, id, row } = props
  const said = (value: string | undefined) => (value ? words.option(value) : undefined)
  const name = [said(row.salutation), said(row.title), row.firstName, row.lastName].filter(Boolean).join(' ')
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
            <FieldReader key={field.key} {...props} path={['contactPersons', id, field.key]} field={field} />
          ))}
      </dl>
    </article>
  )
}
