import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import type { Ref } from 'react'
import { useTexts } from '../texts/texts.ts'

/** The main action of a page that is read until it is edited; it says the keys of `useEditKeys`. */
export function EditButton(props: {
  isEditing: boolean
  onEdit(): void
  onLeave(): void
  ref?: Ref<ButtonProps.Ref>
}) {
  const ui = useTexts('ui')
  return props.isEditing ? (
    <Button ref={props.ref} onClick={props.onLeave}>
      {ui('edit.done')} <kbd className="il-kbd il-kbd-plain">{ui('keys.escape')}</kbd>
    </Button>
  ) : (
    <Button ref={props.ref} variant="primary" iconName="edit" onClick={props.onEdit}>
      {ui('edit.edit')} <kbd className="il-kbd">E</kbd>
    </Button>
  )
}
