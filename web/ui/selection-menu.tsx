/** What can be done with the selected rows of a list; not there while nothing is selected. */
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import { useTexts } from '../texts/texts.ts'
import { copyText } from './copy.ts'

export function SelectionMenu(props: {
  /** Rows that are named one by one; absent where all hits are chosen. */
  ids?: readonly string[] | undefined
  /** How many are selected: none, some, or not known yet. */
  count: number | undefined
  /** In words, how many there are to select; absent where all of them cannot be chosen, or are. */
  all?: string | undefined
  onAll(): void
  onClear(): void
  /** Address of a selected row, for the links to copy. */
  hrefOf(id: string): string
  onCopied(text: string): void
  /** Further actions of the list, first. */
  items?: readonly ButtonDropdownProps.Item[] | undefined
  onAction?(id: string): void
}) {
  const ui = useTexts('ui')
  const { ids, count, all, items = [] } = props
  if (count === 0) return null
  const copy = async (ids: readonly string[]) => {
    await copyText(ids.map((id) => location.origin + props.hrefOf(id)).join('\n'))
    props.onCopied(ui('list.selection.copied', { count: ids.length }))
  }
  return (
    <span className="il-selection-menu">
      <ButtonDropdown
        items={[
          ...items,
          ...(all === undefined ? [] : [{ id: 'all', text: ui('list.selection.all', { number: all }) }]),
          ...(ids ? [{ id: 'copy', text: ui('list.selection.copy') }] : []),
          { id: 'clear', text: ui('list.selection.clear') },
        ]}
        onItemClick={({ detail }) => {
          if (detail.id === 'clear') props.onClear()
          else if (detail.id === 'all') props.onAll()
          else if (detail.id === 'copy') void copy(ids ?? [])
          else props.onAction?.(detail.id)
        }}
      >
        {ui('list.selection.title')}
      </ButtonDropdown>
    </span>
  )
}
