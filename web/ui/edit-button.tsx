import Button from '@cloudscape-design/components/button'
import { useTexts } from '../texts/texts.ts'

/** The main action of a page that is read until it is edited; it says the keys of `useEditKeys`. */
export function EditButton(props: { isEditing: boolean; onEdit(): void; onLeave(): void }) {
  const ui = useTexts('ui')
  return props.isEditing ? (
    <Button onClick={props.onLeave}>
      {ui('edit.done')} <kbd className="il-kbd il-kbd-plain">Esc</kbd>
    </Button>
  ) : (
    <Button variant="primary" iconName="edit" onClick={props.onEdit}>
      {ui('edit.edit')} <kbd className="il-kbd">E</kbd>
    </Button>
  )
}
