/** Chooses one entry of a tree: opened branch by branch, or searched; what may not be chosen is shown, so that people find their way. */
import Box from '@cloudscape-design/components/box'
import Input, { type InputProps } from '@cloudscape-design/components/input'
import Spinner from '@cloudscape-design/components/spinner'
import TreeView from '@cloudscape-design/components/tree-view'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useLocale, useTexts } from '../texts/texts.ts'
import { ErrorState } from './error-state.tsx'
import { startFocus } from './focus.ts'
import { ancestorsOf, buildTree, disabledText, idsOfTree, type TreeEntry, type TreeNode } from './tree.ts'
import { VerbDialog } from './verb-dialog.tsx'

export interface TreePickerProps {
  title: string
  verb: string
  /** What the tree is called. */
  treeLabel: string
  filterLabel: string
  /** Undefined while they are loaded, and where that failed. */
  entries: readonly TreeEntry[] | undefined
  /** Why they could not be loaded. */
  error?: unknown
  onRetry?(): void
  selected: string | undefined
  /** Main categories that may be chosen; all unless told. */
  mainCategories?: readonly string[]
  /** Why only some may be chosen, in words. */
  restriction?: string
  /** Entries are known by their numbers, `1-3-2`. */
  hasNumbers?: boolean
  onSelect(id: string): void
  onCancel(): void
}
const all: readonly string[] = []
const none: readonly TreeEntry[] = []

export function TreePicker({
  title,
  verb,
  treeLabel,
  filterLabel,
  entries = none,
  error,
  onRetry,
  selected,
  mainCategories = all,
  restriction,
  hasNumbers = false,
  onSelect,
  onCancel,
}: TreePickerProps) {
  const ui = useTexts('ui')
  const { locale } = useLocale()
  const name = useId()
  const isFailed = entries === none && error !== undefined
  const isLoading = entries === none && !isFailed
  const [filter, setFilter] = useState('')
  // It begins at what is chosen now; where nothing is, or it may not be chosen, with the search.
  const isOffered = entries.some((entry) => entry.id === selected && !entry.disabled)
  const start = isOffered ? selected : undefined
  const hasBegun = useRef(false)
  const begin = useCallback((element: HTMLElement | InputProps.Ref | null) => {
    if (!element || hasBegun.current) return
    hasBegun.current = true
    startFocus(element)
  }, [])
  const [chosen, setChosen] = useState(selected)
  // Until somebody opens or closes a branch, the chosen entry is to be seen.
  const [toggled, setToggled] = useState<readonly string[]>()
  const opened = useMemo(() => toggled ?? ancestorsOf(entries, selected), [toggled, entries, selected])
  const tree = useMemo(
    () => buildTree(entries, { mainCategories, filter, locale }),
    [entries, mainCategories, filter, locale],
  )
  const expanded = useMemo(() => (filter.trim() === '' ? opened : idsOfTree(tree)), [filter, opened, tree])
  return (
    <VerbDialog
      size="large"
      title={title}
      verb={verb}
      isBlocked={chosen === undefined || chosen === selected}
      onVerb={() => chosen !== undefined && onSelect(chosen)}
      onClose={onCancel}
    >
      {restriction && <Box color="text-body-secondary">{restriction}</Box>}
      <Input
        ref={isLoading || start ? undefined : begin}
        type="search"
        value={filter}
        placeholder={filterLabel}
        ariaLabel={filterLabel}
        onChange={({ detail }) => setFilter(detail.value)}
      />
      <div className="il-tree">
        <TreeView<TreeNode>
          ariaLabel={treeLabel}
          items={tree}
          getItemId={(node) => node.id}
          getItemChildren={(node) => (node.children.length > 0 ? node.children : undefined)}
          expandedItems={expanded}
          onItemToggle={({ detail }) =>
            setToggled(detail.expanded ? [...opened, detail.id] : opened.filter((id) => id !== detail.id))
          }
          renderItem={(node) => ({
            announcementLabel: node.title,
            content: (
              <label className={`il-tree-entry ${node.selectable ? '' : 'is-blocked'}`}>
                <input
                  type="radio"
                  name={name}
                  value={node.id}
                  ref={node.id === start ? begin : undefined}
                  checked={node.id === chosen}
                  disabled={!node.selectable}
                  onChange={() => setChosen(node.id)}
                />
                {hasNumbers && <span className="il-tree-number">{node.number}</span>}
                <span>{node.title}</span>
                {node.disabled && <span className="il-cell-none">{disabledText(node, ui)}</span>}
              </label>
            ),
          })}
        />
        {isLoading && <Spinner />}
        {isFailed && <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />}
        {entries !== none && tree.length === 0 && (
          <Box textAlign="center" color="text-body-secondary" padding="m">
            {ui('tree.none')}
          </Box>
        )}
      </div>
    </VerbDialog>
  )
}
