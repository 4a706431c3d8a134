/** Notes of all products that one sees: those that one has not read, or the archive. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { listnotes } from '../../../shared/calls/bml/product/listnotes.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { markKey } from '../../../shared/rules/notes.ts'
import { useReference } from '../../api/reference.ts'
import { useSession } from '../../api/session.tsx'
import { usePages } from '../../api/use-pages.ts'
import { productHref } from '../../frame/links.ts'
import { Page } from '../../frame/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState, ErrorState } from '../../ui/error-state.tsx'
import { focusPage, useFocusNext } from '../../ui/focus.ts'
import { useListState } from '../../ui/list-state.ts'
import { useTitle } from '../../ui/localized.tsx'
import {
  focusNote,
  NoteLine,
  NoteList,
  type NotePlaces,
  placeOfNote,
  refOfFirstAct,
  useNotePlaces,
} from '../../ui/note-line.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { askedOf, isFiltered, noFilters, notesState, startState } from './model.ts'
import { NotesFilter } from './notes-filter.tsx'
import { useMarks } from './use-marks.ts'
import './notes.css'

/** Empty answers that are followed without being asked. */
const mostPassed = 3

type NotedProduct = OutputOf<typeof listnotes>['list'][number]
type PlacedNote = NotedProduct['notes'][number]
const idOf = (product: string, { list, id }: PlacedNote) => `${product}/${markKey(list, id)}`
const keyOf = ({ id }: NotedProduct) => id

export function NotesScreen() {
  const t = useTexts('notes')
  const { actor } = useSession()
  const [state, setState] = useListState(notesState, startState)
  // Kept over all filters: what was marked stays so in an answer of before.
  const marks = useMarks()
  return (
    <Page title={t('title')}>
      {/* Who sees no products is not asked to narrow them down. */}
      {actor?.role === 'registered' ? (
        <EmptyState title={t('empty.unread')} text={t('empty.unreadText')} />
      ) : (
        <SpaceBetween size="l">
          <NotesFilter state={state} onChange={setState} />
          <Found
            key={JSON.stringify(state)}
            state={state}
            marks={marks}
            onClear={() => setState(noFilters)}
          />
        </SpaceBetween>
      )}
    </Page>
  )
}

type Marks = ReturnType<typeof useMarks>

function Found({ state, marks, onClear }: { state: typeof startState; marks: Marks; onClear: () => void }) {
  const t = useTexts('notes')
  const asked = askedOf(state)
  const pages = usePages(listnotes, asked, {
    keyOf,
    nextOf: (read) => {
      const cursor = read.at(-1)?.answer.cursor
      return cursor === undefined ? undefined : { ...asked, cursor }
    },
  })
  const places = useNotePlaces()
  const focusNext = useFocusNext()
  // An answer may be empty though there is more behind what it looked at. Who has read everything asks for more themselves.
  const passed = useRef<unknown[]>([])
  const isPassed = passed.current.includes(pages.last) || passed.current.length >= mostPassed
  const goesOn = pages.hasMore && pages.last?.list.length === 0 && !isPassed
  useEffect(() => {
    if (!goesOn || pages.isLoadingMore) return
    passed.current.push(pages.last)
    void pages.more()
  })
  if (pages.error && !pages.list)
    return <ErrorState error={pages.error} onRetry={() => void pages.refresh()} />
  if (!pages.list || (pages.list.length === 0 && (pages.isLoadingMore || goesOn))) return <SkeletonLines />
  if (pages.list.length === 0 && !pages.hasMore)
    return isFiltered(state) ? (
      <EmptyState
        title={t('empty.filtered')}
        action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    ) : (
      <EmptyState title={t(`empty.${state.status}`)} text={t(`empty.${state.status}Text`)} />
    )
  return (
    <div className="notes-products">
      <SpaceBetween size="m">
        {pages.list.map((product) => (
          <NotesOfProduct
            key={product.id}
            product={product}
            marks={marks}
            places={places}
            onOld={() => void pages.refresh()}
            onMark={(first) => {
              const at = placeOfNote(places, idOf(product.id, first))
              return () => focusNext(() => focusNote(places, at) || focusPage())
            }}
          />
        ))}
        {pages.hasMore && (
          <Box textAlign="center">
            {pages.list.length === 0 && <p>{t('notAll')}</p>}
            <Button loading={pages.isLoadingMore} onClick={() => void pages.more()}>
              {t('more')}
            </Button>
          </Box>
        )}
      </SpaceBetween>
    </div>
  )
}

function NotesOfProduct({
  product,
  marks,
  places,
  onOld,
  onMark,
}: {
  product: NotedProduct
  marks: Marks
  places: NotePlaces
  /** What is shown is old. */
  onOld(): void
  /** Called before notes are marked, with the first of them; what it gives, afterwards. */
  onMark(first: PlacedNote): () => void
}) {
  const t = useTexts('notes')
  const title = useTitle()
  const { lists, labels } = useReference()
  const name = product.title || t('unnamed')
  const unread = product.notes.filter((note) => note.isUnread && !marks.isRead(product.id, note))
  const isBusy = marks.busy !== undefined
  const mark = async (notes: typeof product.notes) => {
    const goOn = onMark(notes[0]!)
    if (!(await marks.mark(product.id, notes))) onOld()
    goOn()
  }
  return (
    <Container>
      <div className="notes-head">
        <h2>
          <Link to={productHref(product.id, product.notes[0]!.list)}>{name}</Link>
        </h2>
        {unread.length > 1 && (
          <Button
            variant="inline-link"
            disabled={isBusy}
            ariaLabel={t('markAllOf', { product: name })}
            onClick={() => void mark(unread)}
          >
            {t('markAll')}
          </Button>
        )}
      </div>
      <NoteList label={t('of', { product: name })}>
        {product.notes.map((note) => {
          const label = labels.get(note.label ?? '')?.data
          const person = note.byName || t('someone')
          const isUnread = unread.includes(note)
          return (
            <NoteLine
              id={idOf(product.id, note)}
              places={places}
              key={`${note.list}-${note.id}`}
              unread={isUnread ? t('unread') : undefined}
              label={label && { ...label, title: title(label.title) }}
              person={person}
              place={
                <Link to={productHref(product.id, note.list)}>{title(lists.get(note.list)?.data.title)}</Link>
              }
              at={note.at}
              changed={
                note.changed === undefined
                  ? undefined
                  : { at: note.changed, say: (ago) => t('changed', { ago }) }
              }
              text={note.text}
            >
              {isUnread && (
                <Button
                  ref={refOfFirstAct(places, idOf(product.id, note))}
                  variant="inline-link"
                  disabled={isBusy}
                  ariaLabel={t('markOf', { name: person, product: name })}
                  onClick={() => void mark([note])}
                >
                  {t('mark')}
                </Button>
              )}
            </NoteLine>
          )
        })}
      </NoteList>
    </Container>
  )
}
