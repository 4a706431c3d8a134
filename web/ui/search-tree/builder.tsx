/** Builds a tree of conditions, by mouse and by keyboard. It knows no calls. */
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { type Ref, type RefCallback, useRef } from 'react'
import { isGroup, type SearchNode, searchLimits, searchOperators } from '../../../shared/search/tree.ts'
import { useTexts } from '../../texts/texts.ts'
import { FieldError } from '../field-error.tsx'
import {
  addTo,
  type GroupNode,
  isOpen,
  moveBy,
  problemOf,
  removeAt,
  replaceAt,
  type TreePath,
} from './edit.ts'
import { fieldsIn, rowsIn, type TreeFields } from './fields.ts'
import { type Focusable, LeafRow } from './leaf-rows.tsx'
import { type SentenceWords, treeSentence } from './sentence.ts'
import './builder.css'

interface BuilderProps {
  tree: GroupNode
  /** `typed`: the place whose value is being typed. */
  onChange(tree: SearchNode, typed?: string): void
  words: SentenceWords
}

export function TreeBuilder({ tree, onChange, words }: BuilderProps) {
  const controls = useRef(new Map<string, Focusable>())
  const adds = useRef(new Map<string, Focusable>())
  /** Once the place is drawn, its first control, or the group's way to add where it is empty or gone. */
  const focus = (path: TreePath) =>
    requestAnimationFrame(() => {
      const first = (at: TreePath): Focusable | undefined =>
        controls.current.get(keyOf(at)) ?? (adds.current.has(keyOf(at)) ? first([...at, 0]) : undefined)
      const found = first(path) ?? adds.current.get(keyOf(path)) ?? adds.current.get(keyOf(path.slice(0, -1)))
      found?.focus()
    })
  const change: PlaceProps['change'] = (next, at, typed) => {
    onChange(next, typed)
    if (at) focus(at)
  }
  const known: PlaceProps['known'] = {
    control: (path) => inMap(controls.current, path),
    add: (path) => inMap(adds.current, path),
  }
  return <Group {...{ tree, words, change, known }} node={tree} path={[]} rows={undefined} />
}

const keyOf = (path: TreePath) => path.join('.')
/** Notes what stands at the place, as long as it is drawn. */
const inMap =
  (map: Map<string, Focusable>, path: TreePath): RefCallback<Focusable> =>
  (control) => {
    if (control) map.set(keyOf(path), control)
    else map.delete(keyOf(path))
  }

interface PlaceProps {
  tree: SearchNode
  path: TreePath
  /** Path of the rows that conditions here are asked of. */
  rows: string | undefined
  words: SentenceWords
  change(tree: SearchNode, focusAt?: TreePath, typed?: string): void
  /** Refs of the first control of a condition, and of a group's way to add. */
  known: Record<'control' | 'add', (path: TreePath) => RefCallback<Focusable>>
}

function Group({ tree, node, path, rows, words, change, known }: PlaceProps & { node: GroupNode }) {
  const t = useTexts('search')
  const { fields } = words
  const inside = node.type === 'tablerow' ? node.path : rows
  const title =
    node.type === 'tablerow'
      ? t('group.oneRow', { rows: fields.rows.find((one) => one.path === node.path)?.title ?? node.path })
      : t('group.title')
  const add = (added: SearchNode) => change(addTo(tree, path, added), [...path, node.nodes.length])
  return (
    <fieldset aria-label={title} className="il-tree-group">
      <div className="il-tree-head">
        {node.type === 'tablerow' && <strong>{title}</strong>}
        <SegmentedControl
          label={t('group.operator')}
          selectedId={node.operator}
          options={searchOperators.map((id) => ({ id, text: t(`operator.${id}`) }))}
          onChange={({ detail }) =>
            change(replaceAt(tree, path, { ...node, operator: detail.selectedId as GroupNode['operator'] }))
          }
        />
        {path.length > 0 && <PlaceButtons {...{ tree, path, rows, words, change, known }} node={node} />}
      </div>
      <div className="il-tree-nodes">
        {node.nodes.map((inner, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node is known by its place
          <Place key={i} {...{ tree, words, change, known }} node={inner} path={[...path, i]} rows={inside} />
        ))}
        <Add ref={known.add(path)} node={node} path={path} rows={inside} fields={fields} onAdd={add} />
      </div>
    </fieldset>
  )
}

function Place(props: PlaceProps & { node: SearchNode }) {
  const { tree, node, path, rows, words, change, known } = props
  const t = useTexts('search')
  if (isGroup(node)) return <Group {...props} node={node} />
  if (node.type === 'nop') return null
  const isWrong = !isOpen(node) && problemOf(node) !== undefined
  return (
    <div className="il-tree-row">
      <div className="il-tree-controls">
        <LeafRow
          ref={known.control(path)}
          node={node}
          fields={words.fields}
          rows={rows}
          onChange={(next) => change(replaceAt(tree, path, next), undefined, typedIn(node, next, path))}
        />
        <FieldError text={isWrong && t('build.wrong', { condition: treeSentence(node, words) })} />
      </div>
      <PlaceButtons {...props} />
    </div>
  )
}

/** The place, where nothing but a text or a number in it became another one. */
function typedIn(before: SearchNode, after: SearchNode, path: TreePath): string | undefined {
  if (!('value' in after) || typeof after.value === 'object') return undefined
  const isSame = JSON.stringify({ ...before, value: 0 }) === JSON.stringify({ ...after, value: 0 })
  return isSame ? keyOf(path) : undefined
}

function PlaceButtons({ tree, node, path, words, change }: PlaceProps & { node: SearchNode }) {
  const t = useTexts('search')
  const at = path.at(-1) ?? 0
  const parent = path.slice(0, -1)
  const group = parent.reduce<SearchNode | undefined>(
    (up, i) => (up && isGroup(up) ? up.nodes[i] : undefined),
    tree,
  )
  const count = group && isGroup(group) ? group.nodes.length : 0
  const what = treeSentence(node, words) || t('group.title')
  const move = (by: 1 | -1) => change(moveBy(tree, path, by), [...parent, at + by])
  return (
    <span className="il-tree-buttons">
      <Button
        variant="icon"
        iconName="arrow-up"
        ariaLabel={t('moveUp', { what })}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <Button
        variant="icon"
        iconName="arrow-down"
        ariaLabel={t('moveDown', { what })}
        disabled={at >= count - 1}
        onClick={() => move(1)}
      />
      <Button
        variant="icon"
        iconName="remove"
        ariaLabel={t('remove', { what })}
        onClick={() => change(removeAt(tree, path), path)}
      />
    </span>
  )
}

const newNode: Record<string, SearchNode> = {
  simple: { type: 'simple', field: '', comparator: 'eq' },
  approval: { type: 'approval', range: 'complete', standards: [] },
  company: { type: 'company', companies: [], roles: [] },
  external: { type: 'external', comparator: 'contains', value: '' },
}
function Add(props: {
  node: GroupNode
  path: TreePath
  rows: string | undefined
  fields: TreeFields
  onAdd(node: SearchNode): void
  ref: Ref<Focusable>
}) {
  const t = useTexts('search')
  const { node, path, rows, fields, onAdd } = props
  const isFull = node.nodes.length >= searchLimits.group
  const isDeep = path.length >= searchLimits.depth - 1
  const inLists = rows === undefined || rows === 'lists'
  const leaves = ['approval', 'company', 'external'].filter(() => inLists)
  const groups = [
    ...searchOperators.map((operator) => ({ id: `group.${operator}`, text: t(`add.group.${operator}`) })),
    ...rowsIn(fields, rows).map(({ path: id, title }) => ({
      id: `rows.${id}`,
      text: t('add.rows', { rows: title }),
    })),
  ]
  const pick = (id: string) => {
    const [kind, ...rest] = id.split('.')
    const of = rest.join('.')
    if (kind === 'group')
      onAdd({ type: 'combined', operator: of as GroupNode['operator'], nodes: [newNode['simple']!] })
    else if (kind === 'rows')
      onAdd({ type: 'tablerow', path: of, operator: 'AND', nodes: [newNode['simple']!] })
    else onAdd(newNode[id]!)
  }
  const reason = isFull ? t('full', { max: searchLimits.group }) : undefined
  return (
    <div>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          ref={props.ref}
          iconName="add-plus"
          disabled={isFull || fieldsIn(fields, rows).length === 0}
          {...(reason && { disabledReason: reason })}
          onClick={() => onAdd(newNode['simple']!)}
        >
          {t('add.simple')}
        </Button>
        <ButtonDropdown
          disabled={isFull}
          expandToViewport
          items={[
            ...leaves.map((id) => ({ id, text: t(`add.${id}`) })),
            ...(isDeep ? [] : [{ text: t('add.groups'), items: groups }]),
          ]}
          onItemClick={({ detail }) => pick(detail.id)}
        >
          {t('add.more')}
        </ButtonDropdown>
      </SpaceBetween>
    </div>
  )
}
