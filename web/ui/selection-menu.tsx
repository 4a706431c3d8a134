/** What can be done with the selected rows of a list; not there while nothing is selected. */
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import { useTexts } from '../texts/texts.ts'
import { copyText } from './copy.ts'

export function SelectionMenu(props: {
  selected: readonly string[]
  onChange(ids: readonly string[]): void
  /** Address of a selected row, for the links to copy. */
  hrefOf(id: string): string
  onCopied(text: string): void
  /** Further actions of the list, first. */
  items?: readonly ButtonDropdownProps.Item[]
  onAction?(id: string): void
}) {
  const ui = useTexts('ui')
  const { selected } = props
  if (selected.length === 0) return null
  const copy = async () => {
    await copyText(selected.map((id) => location.origin + props.hrefOf(id)).join('\n'))
    props.onCopied(ui('list.selection.copied', { count: selected.length }))
  }
  return (
    <ButtonDropdown
      items={[
        ...(props.items ?? []),
        { id: 'copy', text: ui('list.selection.copy') },
        { id: 'clear', text: ui('list.selection.clear') },
      ]}
      onItemClick={({ detail }) => {
        if (detail.id === 'clear') props.onChange([])
        else if (detail.id === 'copy') void copy()
        else props.onAction?.(detail.id)
      }}
    >
      {ui('list.selection.title')}
    </ButtonDropdown>
  )
}
