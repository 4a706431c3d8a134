import Box from '@cloudscape-design/components/box'
import TextFilter from '@cloudscape-design/components/text-filter'
import TreeView from '@cloudscape-design/components/tree-view'
import { useMemo, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { buildTree, type CategoryEntry, type CategoryNode, idsOfTree } from '../model/category-tree.ts'
import { categoryPath } from '../model/fields.ts'

interface Props {
  entries: CategoryEntry[]
  selected: string | undefined
  /** Main categories that the list and the product allow; empty means all. */
  mainCategories: readonly string[]
  /** Why only some main categories may be chosen, in words. */
  restriction?: string
  onSelect(id: string): void
  onCancel(): void
}

const ancestorsOf = (entries: readonly CategoryEntry[], id: string | undefined): string[] =>
  categoryPath(new Map(entries.map((e) => [e.id, e])), id).map((e) => e.id)

/** Chooses one category from the tree; disabled and foreign ones are shown, so that people find their way, but not offered. */
export function CategoryPicker({
  entries,
  selected,
  mainCategories,
  restriction,
  onSelect,
  onCancel,
}: Props) {
  const t = useTexts('product')
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState(selected)
  const [opened, setOpened] = useState<string[]>(() => ancestorsOf(entries, selected))
  const tree = useMemo(
    () => buildTree(entries, { mainCategories, filter }),
    [entries, mainCategories, filter],
  )
  const expanded = useMemo(() => (filter.trim() === '' ? opened : idsOfTree(tree)), [filter, opened, tree])
  return (
    <VerbDialog
      size="large"
      title={t('category.pick')}
      verb={t('category.take')}
      isBlocked={chosen === undefined || chosen === selected}
      onVerb={() => chosen !== undefined && onSelect(chosen)}
      onClose={onCancel}
    >
      {restriction && <Box color="text-body-secondary">{restriction}</Box>}
      <TextFilter
        filteringText={filter}
        filteringPlaceholder={t('category.filter')}
        filteringAriaLabel={t('category.filter')}
        onChange={({ detail }) => setFilter(detail.filteringText)}
      />
      <div className="product-category-tree">
        <TreeView<CategoryNode>
          ariaLabel={t('category.tree')}
          items={tree}
          getItemId={(node) => node.id}
          getItemChildren={(node) => (node.children.length > 0 ? node.children : undefined)}
          expandedItems={expanded}
          onItemToggle={({ detail }) =>
            setOpened((now) => (detail.expanded ? [...now, detail.id] : now.filter((id) => id !== detail.id)))
          }
          renderItem={(node) => ({
            announcementLabel: node.title,
            content: (
              <label className={`product-category ${node.selectable ? '' : 'is-blocked'}`}>
                <input
                  type="radio"
                  name="product-category"
                  value={node.id}
                  checked={node.id === chosen}
                  disabled={!node.selectable}
                  onChange={() => setChosen(node.id)}
                />
                <span className="product-category-number">{node.number}</span>
                <span>{node.title}</span>
                {node.disabled && <span className="product-muted">{t('category.disabled')}</span>}
              </label>
            ),
          })}
        />
        {tree.length === 0 && (
          <Box textAlign="center" color="text-body-secondary" padding="m">
            {t('category.none')}
          </Box>
        )}
      </div>
    </VerbDialog>
  )
}
