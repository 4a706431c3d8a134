import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Icon from '@cloudscape-design/components/icon'
import type { MouseEvent } from 'react'
import { type ShownState, shownStates } from '../../../../shared/rules/approval.ts'
import { useTexts } from '../../../texts/texts.ts'
import { approvalTones } from '../../../ui/state-badge.tsx'
import { StateCounts } from '../../../ui/state-counts.tsx'

/** Open is worth a word only where nothing else is. */
function statesOf({ approvals }: ListEntry): readonly ShownState[] {
  const shown = shownStates.filter((state) => state !== 'open' && approvals.has(state))
  return shown.length > 0 ? shown : ['open']
}

interface ListEntry {
  id: string
  title: string
  href: string
  isActive: boolean
  isArchived: boolean
  /** What its approvals under each standard are told by on hover, by their state today. */
  approvals: ReadonlyMap<ShownState, readonly string[]>
}
interface Props {
  lists: ListEntry[]
  current: string
  /** Lists that the viewer could add, with titles. */
  addable: Array<{ id: string; title: string }>
  onOpen(list: string): void
  onAdd(list: string): void
}

/** The lists of a product side by side, base first: each says whether it is active and what is approved there. */
export function ListSwitcher({ lists, current, addable, onOpen, onAdd }: Props) {
  const t = useTexts('product')
  const open = (event: MouseEvent, list: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (list !== current) onOpen(list)
  }
  // In the last list's item, so that it is never alone in a line.
  const adder = addable.length > 0 && (
    <ButtonDropdown
      variant="normal"
      items={addable.map((list) => ({ id: list.id, text: list.title }))}
      onItemClick={({ detail }) => onAdd(detail.id)}
      expandableGroups
      expandToViewport
    >
      <span className="product-lists-add" title={t('lists.add')}>
        <Icon name="add-plus" />
        <span>{t('lists.add')}</span>
      </span>
    </ButtonDropdown>
  )
  return (
    <div className="product-lists">
      <nav aria-label={t('lists.label')}>
        <ul>
          {lists.map((list, index) => (
            <li key={list.id}>
              <a
                href={list.href}
                aria-current={list.id === current ? 'page' : undefined}
                onClick={(event) => open(event, list.id)}
              >
                <span className="product-lists-title">{list.title}</span>
                <span className={`product-lists-state ${list.isActive ? 'is-on' : ''}`}>
                  <Icon
                    name={list.isArchived ? 'folder' : list.isActive ? 'status-positive' : 'status-stopped'}
                    size="small"
                  />
                  {t(list.isArchived ? 'lists.archived' : list.isActive ? 'lists.active' : 'lists.inactive')}
                </span>
                <span className="product-lists-approved">
                  <StateCounts
                    states={statesOf(list).map((state) => ({
                      id: state,
                      tone: approvalTones[state],
                      word: t(`approvals.state.${state}`),
                      count: list.approvals.get(state)?.length ?? 0,
                      names: state === 'open' ? [] : list.approvals.get(state),
                    }))}
                  />
                </span>
              </a>
              {index === lists.length - 1 && adder}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
