import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { memo, useContext, useRef } from 'react'
import { inOrder } from '../../../../shared/rules/company.ts'
import { EmptyState } from '../../../ui/error-state.tsx'
import { FieldPlacesContext } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { addAddress } from '../model/draft.ts'
import { addressFields } from '../model/fields.ts'
import { useRowRemoval } from '../use-row-removal.ts'
import { type FieldContext, type SectionContext, useDraftPart } from './draft-part.ts'
import { FieldReader, linked } from './form-field.tsx'
import { RowEditor } from './row-editor.tsx'

export const AddressesSection = memo(function AddressesSection(props: SectionContext) {
  const { editor, words, isEditable, isEditing, onEdit } = props
  const ids = useDraftPart(editor, (draft) => inOrder(draft.addresses).map(([id]) => id), isShallowSame)
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  const add = () => {
    onEdit()
    const id = crypto.randomUUID()
    editor.change((draft) => addAddress(draft, id))
    focusNext(() => places?.focusFirst([`/addresses/${id}/type`]))
  }
  const addControl = useRef<ButtonProps.Ref>(null)
  const remove = useRowRemoval(props, 'addresses', 'type', addControl)
  const addButton = isEditable && (
    <Button ref={addControl} iconName="add-plus" onClick={add}>
      {words.t('address.add')}
    </Button>
  )
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${ids.length})`} actions={ids.length > 0 && addButton}>
          {words.t('section.addresses')}
        </Header>
      }
    >
      {ids.length === 0 ? (
        <EmptyState title={words.t('address.none')} text={words.t('address.noneText')} action={addButton} />
      ) : isEditing ? (
        <SpaceBetween size="m">
          {ids.map((id) => (
            <RowEditor key={id} editor={editor} words={words} kind="addresses" id={id} onRemove={remove} />
          ))}
        </SpaceBetween>
      ) : (
        <div className="companies-cards">
          {ids.map((id) => (
            <AddressCard key={id} editor={editor} words={words} id={id} />
          ))}
        </div>
      )}
    </Container>
  )
})

const inLines = new Set(['type', 'street', 'zip', 'city', 'country', 'phone', 'email', 'visibleToOwnerOnly'])

function AddressCard({ editor, words, id }: FieldContext & { id: string }) {
  const row = useDraftPart(editor, (draft) => draft.addresses[id])
  if (!row) return null
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
            <FieldReader
              key={field.key}
              editor={editor}
              words={words}
              pointer={`/addresses/${id}/${field.key}`}
              field={field}
            />
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
