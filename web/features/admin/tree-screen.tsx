/** The one screen of administration data that is a tree: the tree, and an entry of it beside it. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Entity } from '../../../shared/model/entity.ts'
import { useTakeEntity, useWholeClass } from '../../api/reference.ts'
import { Page } from '../../frame/page.tsx'
import { settleUnsaved } from '../../frame/unsaved.tsx'
import { useLocale } from '../../texts/texts.ts'
import { EmptyState, ErrorState } from '../../ui/error-state.tsx'
import { latePart } from '../../ui/late-part.ts'
import { useListState } from '../../ui/list-state.ts'
import { useFieldLanguages } from '../../ui/localized.tsx'
import { NoMatch } from '../../ui/no-match.tsx'
import { useNumberFormat } from '../../ui/numbers.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TableSearch } from '../../ui/table-search.tsx'
import { buildTree, childrenIn, idsOfTree, type TreeEntry } from '../../ui/tree.ts'
import type { ClassDescription } from './model/description.ts'
import { isShown, listDefaults, listState, newEntry } from './model/list.ts'
import { below, lastOrder, lineOf, moveRefusal, movesTo, rowsOfTree, type Target } from './model/tree.ts'
import { CsvButton } from './parts/csv-button.tsx'
import { SheetButton } from './parts/sheet-button.tsx'
import { ShowChoice } from './parts/show-choice.tsx'
import { TreeRows } from './parts/tree-rows.tsx'
import { useAdminWords } from './use-admin-words.ts'
import { useMayWrite } from './use-may-write.ts'
import { useMove } from './use-move.ts'
import { useOpenEntry } from './use-open-entry.tsx'
import { useShow } from './use-show.ts'
import './admin.css'

// Asked for when somebody chooses a place: this screen draws its own tree.
const TreePicker = latePart(() => import('../../ui/tree-picker.tsx').then((m) => m.TreePicker))
const none: readonly Entity[] = []

export function TreeScreen({ description }: { description: ClassDescription }) {
  const words = useAdminWords(description)
  const { t } = words
  const { entityclass, tree = {} } = description
  const mayWrite = useMayWrite(entityclass)
  const { locale } = useLocale()
  const { format } = useNumberFormat()
  const [state, setState] = useListState(listState, listDefaults)
  const entry = useOpenEntry(state)
  const { list: whole, error, refresh } = useWholeClass(entityclass)
  // Thousands of entries are put into their order beside what is drawn already, not in one frame with it.
  const list = useDeferredValue(whole)
  const languages = useFieldLanguages()
  const { offered, show, unused, ...shown } = useShow(entityclass, state, list)
  const take = useTakeEntity()
  const known = useMemo(() => new Map((list ?? none).map((one) => [one.id, one])), [list])
  const entries = useMemo(
    () =>
      (list ?? none)
        .filter(({ disabled }) => disabled === (show === 'deleted'))
        .map(
          ({ id, data }): TreeEntry => ({
            id,
            title: words.name(data),
            ...(data['parent'] !== undefined && { parent: String(data['parent']) }),
            disabled: data['disabled'] === true,
            order: Number(data['order'] ?? 0),
          }),
        ),
    [list, show, words],
  )
  /** Those that are asked for; what is above them is drawn around them. */
  const asked = useMemo(() => {
    const fits = (one: Entity) => isShown(one, show, description, { languages, unused })
    return new Set((list ?? none).filter(fits).map(({ id }) => id))
  }, [list, show, description, languages, unused])
  const nodes = useMemo(
    () => buildTree(entries, { mainCategories: [], locale, filter: state.q, keeps: (id) => asked.has(id) }),
    [entries, locale, state.q, asked],
  )
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const toggle = useCallback(
    (id: string, isOpen: boolean) => setToggled((now) => new Map([...now, [id, isOpen]])),
    [],
  )
  // What is above the open entry is open; a search opens all that it leaves.
  const line = useMemo(() => new Set(lineOf(state.entry, known).slice(1)), [state.entry, known])
  const rows = useMemo(() => {
    const isFound = state.q.trim() !== '' || show === 'untranslated' || show === 'unused'
    return rowsOfTree(nodes, (id) => toggled.get(id) ?? (isFound || line.has(id)))
  }, [nodes, toggled, line, state.q, show])
  /** Children of an entry as they stand, whatever is searched for. */
  const childrenOf = useCallback(
    (parent: string | undefined) => childrenIn(entries, locale, parent),
    [entries, locale],
  )
  const move = useMove(words, { known, onWritten: take, refresh })
  const moveTo = async (id: string, target: Target) => {
    // What is typed beside it was typed onto the entry as it stood.
    if (state.entry === id && !(await settleUnsaved())) return
    await move(movesTo(id, target, childrenOf(target.parent), known))
  }
  const [isChoosing, setChoosing] = useState(false)

  const chosen = known.get(state.entry)
  const parent = chosen && !chosen.disabled ? chosen : undefined
  const isAddable = mayWrite && (parent !== undefined || !tree.hasFixedRoots)
  const preset = useMemo(
    () => ({
      ...(parent && { parent: parent.id }),
      ...(parent && tree.shares && { [tree.shares]: parent.data[tree.shares] }),
      order: lastOrder(childrenOf(parent?.id), known),
    }),
    [parent, tree.shares, childrenOf, known],
  )
  // A new entry is made below what was open as it was asked for.
  const [below_, setBelow] = useState<{ preset: Entity['data']; title: string }>()
  const create = () => {
    setBelow({
      preset,
      title: parent ? t('newBelow', { name: words.name(parent.data) }) : t('new'),
    })
    entry.open(newEntry)
  }
  const isNarrowed = state.q.trim() !== '' || show !== 'current'
  const isReady = list !== undefined && shown.isReady
  const failure = list ? shown.error : error
  /** What is drawn and was asked for, without what is above it. */
  const listed = () =>
    idsOfTree(nodes).flatMap((id) => (asked.has(id) || show === 'current' ? (known.get(id) ?? []) : []))
  const title = t(`class.${entityclass}.title`)
  const mayDrop = (id: string, to: string | undefined) =>
    moveRefusal(id, to, known, description) === undefined
  const mayMove = mayWrite && show === 'current'
  const along = chosen ? below(chosen.id, list ?? none) : none
  return (
    <Page
      title={title}
      drawers={
        // What goes with an entry is known once all are.
        list
          ? entry.drawersOf({
              description,
              words,
              preset: below_?.preset ?? preset,
              newTitle: below_?.title,
              goesAlong: along,
              onMove:
                mayMove && chosen && !(tree.hasFixedRoots && chosen.data['parent'] === undefined)
                  ? () => setChoosing(true)
                  : undefined,
              onRemoved: () => void refresh(),
            })
          : []
      }
    >
      <Container
        header={
          <Header
            variant="h2"
            counter={isReady ? `(${format(asked.size)})` : undefined}
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <CsvButton
                  description={description}
                  words={words}
                  isEmpty={rows.length === 0}
                  entities={listed}
                  pathOf={({ id }) =>
                    lineOf(id, known)
                      .toReversed()
                      .map((one) => words.name(known.get(one)?.data ?? {}))
                      .join(' / ')
                  }
                />
                {mayWrite && show !== 'deleted' && (
                  <SheetButton
                    description={description}
                    words={words}
                    isEmpty={rows.length === 0}
                    entities={listed}
                  />
                )}
                {mayWrite && (
                  <Button
                    variant="primary"
                    iconName="add-plus"
                    disabled={!isAddable}
                    disabledReason={t('newWhere')}
                    onClick={create}
                  >
                    {t('new')}
                  </Button>
                )}
              </SpaceBetween>
            }
          >
            {title}
          </Header>
        }
      >
        <SpaceBetween size="s">
          <div className="admin-tools">
            <TableSearch
              value={state.q}
              placeholder={t('search')}
              onChange={(q) => {
                setToggled(new Map())
                setState({ q }, { replace: true })
              }}
            />
            <ShowChoice
              words={words}
              show={show}
              offered={offered}
              onChange={(change) => {
                setToggled(new Map())
                setState(change)
              }}
            />
          </div>
          {(mayMove || (mayWrite && !isAddable)) && (
            <Box color="text-body-secondary" fontSize="body-s">
              {mayWrite && !isAddable && `${t('newWhere')} `}
              {mayMove && t('move.hint')}
            </Box>
          )}
          {!isReady && !failure && <SkeletonLines lines={8} />}
          {!isReady && failure && (
            <ErrorState error={failure} onRetry={() => void (list ? shown.refresh() : refresh())} />
          )}
          {isReady && rows.length === 0 && !isNarrowed && <EmptyState title={t('empty')} />}
          {isReady && rows.length === 0 && isNarrowed && (
            <NoMatch onClear={() => setState({ q: '', show: 'current' })} />
          )}
          {isReady && rows.length > 0 && (
            <TreeRows
              label={title}
              rows={rows}
              hasNumbers={tree.hasNumbers === true}
              openId={state.entry}
              mayMove={mayMove}
              onOpen={entry.open}
              onToggle={toggle}
              onMove={(id, target) => void moveTo(id, target)}
              mayDrop={mayDrop}
            />
          )}
        </SpaceBetween>
      </Container>
      {isChoosing && chosen && (
        <Suspense>
          <TreePicker
            title={t('move.title', { name: words.name(chosen.data) })}
            verb={t('move.verb')}
            treeLabel={title}
            filterLabel={t('search')}
            entries={entries.map((one) => ({
              ...one,
              isGroup: moveRefusal(chosen.id, one.id, known, description) !== undefined,
            }))}
            selected={chosen.data['parent'] as string | undefined}
            hasNumbers={tree.hasNumbers === true}
            onSelect={(to) => {
              setChoosing(false)
              void moveTo(chosen.id, { parent: to, at: childrenOf(to).length })
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
