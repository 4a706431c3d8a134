/**
 * The rows of a tree, of which only those that are scrolled to are drawn: thousands open at once. By keyboard as trees are everywhere;
 * with Alt the arrows move the entry itself. Dragged, a line says where it would come to stand.
 */
import Icon from '@cloudscape-design/components/icon'
import {
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useElementMap } from '../../../ui/element-map.ts'
import { disabledText } from '../../../ui/tree.ts'
import type { Target, TreeRow } from '../model/tree.ts'

const rowHeight = 32
/** Drawn above and below what is seen, so that scrolling meets rows. */
const spare = 12

interface Props {
  label: string
  rows: readonly TreeRow[]
  hasNumbers: boolean
  openId: string
  mayMove: boolean
  onOpen(id: string): void
  onToggle(id: string, isOpen: boolean): void
  /** Where the place is among the children of the parent as they stand. */
  onMove(id: string, target: Target): void
  mayDrop(id: string, parent: string | undefined): boolean
}
type Zone = 'before' | 'inside' | 'after'

/** The part of the rows that is to be drawn. */
function useWindow(count: number) {
  const host = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const read = () => setSeen({ top: element.scrollTop, height: element.clientHeight || 800 })
    read()
    element.addEventListener('scroll', read, { passive: true })
    addEventListener('resize', read)
    return () => {
      element.removeEventListener('scroll', read)
      removeEventListener('resize', read)
    }
  }, [])
  const start = Math.max(0, Math.floor(seen.top / rowHeight) - spare)
  const end = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + spare)
  const show = (at: number) => {
    const element = host.current
    if (!element) return
    const [top, bottom] = [at * rowHeight, (at + 1) * rowHeight]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
  }
  return { host, start, end, show }
}

export function TreeRows(props: Props) {
  const { label, rows, hasNumbers, openId, mayMove, onOpen, onToggle, onMove, mayDrop } = props
  const ui = useTexts('ui')
  const { host, start, end, show } = useWindow(rows.length)
  const elements = useElementMap<HTMLDivElement>()
  const places = useMemo(() => new Map(rows.map(({ node }, at) => [node.id, at])), [rows])
  /** Id of the parent of each row. */
  const parents = useMemo(() => {
    const line: string[] = []
    return rows.map(({ node, level }) => {
      line.length = level
      line[level - 1] = node.id
      return level > 1 ? line[level - 2] : undefined
    })
  }, [rows])
  const [active, setActive] = useState<string>()
  const at = places.get(active ?? openId) ?? 0
  const isWanted = useRef(false)
  // The row that has the focus may have been moved, or not been drawn until now.
  useEffect(() => {
    if (!isWanted.current) return
    const id = rows[at]?.node.id
    const row = id ? elements.get(id) : undefined
    if (!row) return
    isWanted.current = false
    row.focus({ preventScroll: true })
  })
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    isWanted.current = true
    setActive(row.node.id)
    show(places.get(row.node.id) ?? 0)
  }
  /** Rows of the same parent, in their order. */
  const siblingsOf = (parent: string | undefined) => rows.filter((_, n) => parents[n] === parent)
  const put = (id: string, target: Target) => {
    if (!mayDrop(id, target.parent)) return
    isWanted.current = true
    setActive(id)
    onMove(id, target)
  }
  const moveBy = (key: string, row: TreeRow) => {
    const parent = parents[at]
    const siblings = siblingsOf(parent)
    const place = row.place - 1
    if (key === 'ArrowUp' && place > 0) put(row.node.id, { parent, at: place - 1 })
    // Its own place counts as well.
    if (key === 'ArrowDown' && place < siblings.length - 1) put(row.node.id, { parent, at: place + 2 })
    const above = siblings[place - 1]
    if (key === 'ArrowRight' && above) {
      onToggle(above.node.id, true)
      put(row.node.id, { parent: above.node.id, at: above.node.children.length })
    }
    const holder = parent === undefined ? undefined : rows[places.get(parent) ?? -1]
    if (key === 'ArrowLeft' && holder)
      put(row.node.id, { parent: parents[places.get(holder.node.id) ?? -1], at: holder.place })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey) return
    const { key } = event
    const isArrow = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key)
    if (event.altKey) {
      if (!isArrow || !mayMove) return
      event.preventDefault()
      return moveBy(key, row)
    }
    const hasChildren = row.node.children.length > 0
    const act: Record<string, () => void> = {
      ArrowUp: () => go(at - 1),
      ArrowDown: () => go(at + 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      Enter: () => onOpen(row.node.id),
      ' ': () => onOpen(row.node.id),
      ArrowRight: () => (hasChildren && !row.isOpen ? onToggle(row.node.id, true) : go(at + 1)),
      ArrowLeft: () => {
        const parent = parents[at]
        if (row.isOpen) onToggle(row.node.id, false)
        else if (parent !== undefined) go(places.get(parent) ?? 0)
      },
    }
    const run = act[key]
    if (!run) return
    event.preventDefault()
    run()
  }

  const [drop, setDrop] = useState<{ id: string; zone: Zone }>()
  const dragged = useRef<string>(undefined)
  const targetOf = (row: TreeRow, zone: Zone): Target =>
    zone === 'inside'
      ? { parent: row.node.id, at: row.node.children.length }
      : {
          parent: parents[places.get(row.node.id) ?? -1],
          at: row.place - (zone === 'before' ? 1 : 0),
        }
  const onDragOver = (event: DragEvent, row: TreeRow) => {
    const id = dragged.current
    if (!id) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - box.top) / box.height
    const zone: Zone = share < 0.3 ? 'before' : share > 0.7 && !row.isOpen ? 'after' : 'inside'
    if (!mayDrop(id, targetOf(row, zone).parent)) return setDrop(undefined)
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setDrop((now) => (now?.id === row.node.id && now.zone === zone ? now : { id: row.node.id, zone }))
  }
  return (
    <div ref={host} className="admin-tree" role="tree" aria-label={label} onKeyDown={onKeyDown}>
      <div role="none" style={{ blockSize: start * rowHeight }} />
      {rows.slice(start, end).map((row, n) => {
        const { node, level, isOpen, place, siblings } = row
        const isActive = start + n === at
        return (
          <div
            key={node.id}
            role="treeitem"
            tabIndex={isActive ? 0 : -1}
            ref={(row) => elements.set(node.id, row)}
            data-drop={drop?.id === node.id ? drop.zone : undefined}
            aria-level={level}
            aria-posinset={place}
            aria-setsize={siblings}
            aria-selected={node.id === openId}
            aria-expanded={node.children.length > 0 ? isOpen : undefined}
            style={{ paddingInlineStart: (level - 1) * 20 + 4 }}
            draggable={mayMove}
            onFocus={() => setActive(node.id)}
            onClick={() => onOpen(node.id)}
            // Keys are heard by the tree.
            onKeyDown={undefined}
            onDragStart={(event) => {
              dragged.current = node.id
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', node.title)
            }}
            onDragOver={(event) => onDragOver(event, row)}
            onDragLeave={() => setDrop((now) => (now?.id === node.id ? undefined : now))}
            onDragEnd={() => {
              dragged.current = undefined
              setDrop(undefined)
            }}
            onDrop={(event) => {
              event.preventDefault()
              const id = dragged.current
              if (id && drop?.id === node.id) {
                if (drop.zone === 'inside') onToggle(node.id, true)
                put(id, targetOf(row, drop.zone))
              }
              dragged.current = undefined
              setDrop(undefined)
            }}
          >
            {/* Arrows do the same by keyboard. */}
            <span
              className="admin-tree-toggle"
              aria-hidden="true"
              onClick={(event) => {
                if (node.children.length === 0) return
                event.stopPropagation()
                onToggle(node.id, !isOpen)
              }}
            >
              {node.children.length > 0 && <Icon name={isOpen ? 'angle-down' : 'angle-right'} />}
            </span>
            {hasNumbers && <span className="admin-tree-number">{node.number}</span>}
            <span className="admin-tree-title">{node.title}</span>
            {node.disabled && (
              <span className="il-cell-none admin-tree-state" title={disabledText(node, ui)}>
                {disabledText(node, ui)}
              </span>
            )}
          </div>
        )
      })}
      <div role="none" style={{ blockSize: (rows.length - end) * rowHeight }} />
    </div>
  )
}
