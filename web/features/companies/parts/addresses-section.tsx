import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { Address } from '../../../../shared/model/company.ts'
import { inOrder } from '../../../../shared/rules/company.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { addAddress } from '../model/draft.ts'
import { addressFields } from '../model/fields.ts'
import { type FieldContext, FieldReader, linked } from './form-field.tsx'
import { RowEditor } from './row-editor.tsx'

export function AddressesSection(props: FieldContext & { isEditable: boolean }) {
  const { editor, words, isEditable } = props
  const rows = inOrder(editor.draft.addresses)
  const add = () => {
    editor.edit()
    editor.change((draft) => addAddress(draft, crypto.randomUUID()))
  }
  const addButton = isEditable && (
    <Button iconName="add-plus" onClick={add}>
      {words.t('address.add')}
    </Button>
  )
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${rows.length})`} actions={rows.length > 0 && addButton}>
          {words.t('section.addresses')}
        </Header>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={words.t('address.none')} text={words.t('address.noneText')} action={addButton} />
      ) : editor.isEditing ? (
        <SpaceBetween size="m">
          {rows.map(([id, row]) => (
            <RowEditor
              key={id}
              {...props}
              kind="addresses"
              id={id}
              title={words.t(`address.type.${row.type}`)}
              fields={addressFields}
            />
          ))}
        </SpaceBetween>
      ) : (
        <div className="companies-cards">
          {rows.map(([id, row]) => (
            <AddressCard key={id} {...props} id={id} row={row} />
          ))}
        </div>
      )}
    </Container>
  )
}

const inLines = new Set(['type', 'street', 'zip', 'city', 'country', 'phone', 'email', 'visibleToOwnerOnly'])

function AddressCard(props: FieldContext & { id: string; row: Address }) {
  const { words, id, row } = props
  const city = [row.zip, row.city].filter(Boolean).join(' ')
  return (
    <article className="companies-card">
      <h3>
        {words.t(`address.type.${row.type}`)} {row.visibleToOwnerOnly && <OwnerOnly words={words} />}
      </h3>
      <address>
        {row.street && <div>{row.street}</div>}
        {city && <div>{city}</div>}
        {row.country && <div>{words.country(row.country)}</div>}
        {row.phone && <div>{linked('phone', row.phone)}</div>}
        {row.email && <div>{linked('email', row.email)}</div>}
      </address>
      <dl className="companies-facts" data-small="">
        {addressFields
          .filter((f) => !inLines.has(f.key))
          .map((field) => (
            <FieldReader key={field.key} {...props} path={['addresses', id, field.key]} field={field} />
          ))}
      </dl>
    </article>
  )
}

export function OwnerOnly({ words }: Pick<FieldContext, 'words'>) {
  return (
    <StateBadge tone="warning" title={words.t('ownerOnlyText')}>
      {words.t('ownerOnly')}
    </StateBadge>
  )
}
