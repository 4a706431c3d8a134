/** The searches of the product list: their menu, the one that is open with what it says, and their dialogs. */

import Alert from '@cloudscape-design/components/alert'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { isCallError } from '../../../../shared/errors.ts'
import { productSearchTree } from '../../../../shared/rules/product-search.ts'
import type { Filter } from '../../../../shared/search/filter.ts'
import { treeOfFilter } from '../../../../shared/search/filter-tree.ts'
import { useCan } from '../../../api/can.ts'
import { useKept } from '../../../api/kept.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import { useSession } from '../../../api/session.tsx'
import { notify } from '../../../frame/notify.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { latePart } from '../../../ui/late-part.ts'
import type { ListScreenProps } from '../../../ui/list-screen.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { treeSentence } from '../../../ui/search-tree/sentence.ts'
import { entityOptions, titleOrder } from '../../../ui/select-options.ts'
import type { ProductListState } from '../model/list-state.ts'
import type { useProductFields } from '../use-product-fields.ts'
import { withBeside } from './asked-now.ts'
import { OpenBar } from './open-bar.tsx'
import { keepOwn } from './own-search.ts'
import { searchMenu } from './search-menu.ts'
import { Stopped } from './stopped.tsx'
import { useFavourites } from './use-favourites.ts'
import { useGone } from './use-gone.ts'
import { openOf, useSearch } from './use-search.ts'
import { useShare } from './use-share.ts'
import { useSearchWords } from './use-words.ts'
import './searches.css'

// The menu comes with the first screen, its dialogs do not.
const BuildDialog = latePart(() => import('./build-dialog.tsx').then((m) => m.BuildDialog))
const ManageDialog = latePart(() => import('./manage-dialog.tsx').then((m) => m.ManageDialog))
const SaveDialog = latePart(() => import('./save-dialog.tsx').then((m) => m.SaveDialog))

/** What the open search adds to the conditions of the list. */
export interface SearchAsked {
  /** The search that this is of, as the address names it. */
  search: string
  filter: Filter | undefined
  /** It is not known yet what it asks. */
  isWaiting: boolean
  /** It cannot be asked: nothing is listed. */
  isStopped: boolean
}
export interface SearchesProps {
  /** Of the menu, and of the dialog with all searches. */
  title: string
  state: Pick<ProductListState, 'q' | 's' | 'f'>
  setState(change: Partial<Pick<ProductListState, 'q' | 's' | 'f' | 'page'>>): void
  product: ReturnType<typeof useProductFields>
  /** The conditions of the bar. */
  conditions: Filter | undefined
  load: ListScreenProps['load']
  labelOf: ListScreenProps['labelOf']
  onAsked(asked: SearchAsked): void
}
type Open = 'build' | 'save' | 'manage' | undefined

export function Searches(props: SearchesProps) {
  const { state, setState, product, conditions, onAsked } = props
  const t = useTexts('search')
  const title = useTitle()
  const errorText = useErrorText()
  const can = useCan()
  const { actor } = useSession()
  const { locale, tag } = useLocale()
  const words = useSearchWords(product, props)
  const { search, filter, hidden, missing, isListGone, isLoading, error, retry, isGone } = useSearch(
    state.s,
    product,
  )
  const gone = useGone(search?.tree, product.catalogue)
  const [isMenuWanted, setMenuWanted] = useState(false)
  const all = useKept('savedsearch', isMenuWanted)
  const { entries: searches } = all
  const [open, setOpen] = useState<Open>()
  const copyLink = useShare()
  const own = useFavourites(searches)
  // Its id says nothing to whoever was sent the address.
  const isUnknown = isCallError(error) && error.code === 'not_found'
  const isStopped = hidden.length > 0 || isGone || error !== undefined
  useEffect(() => {
    // Without one there is nothing to tell, and no reason to draw the rows again.
    if (state.s !== '') onAsked({ search: state.s, filter, isWaiting: isLoading, isStopped })
  }, [onAsked, state.s, filter, isLoading, isStopped])
  const lists = useMemo(
    () => entityOptions(product.viewableLists, title, locale),
    [product.viewableLists, title, locale],
  )
  const institutions = useMemo(
    () => entityOptions(product.reference.institutions.values(), title, locale),
    [product.reference.institutions, title, locale],
  )
  const ofBar = useMemo(() => conditions && treeOfFilter(conditions), [conditions])
  const typed = useMemo(() => productSearchTree(state.q), [state.q])
  /** The bar's conditions and what was typed stand beside what is open: all of it is the search that is built on. */
  const initial = useMemo(() => withBeside(search, [ofBar, typed]), [ofBar, search, typed])
  const saving = useMemo(() => {
    const isMore = ofBar !== undefined || typed !== undefined
    if (!search && !isMore) return undefined
    if (search && !isMore) return search
    return { ...withBeside(search, [ofBar, typed]), saved: search?.saved, isChanged: true }
  }, [search, ofBar, typed])
  const { favourites } = own
  const saved = search?.saved
  // One that has only an address stays what it is for whoever was sent that.
  const mayReplace = saved !== undefined && !saved.data.isTemporary && can('saved:edit', saved)
  const openSaved = (saved: SavedSearchEntity) => setState({ s: saved.id, f: '', page: 1 })
  const actions: Record<string, () => void> = {
    build: () => setOpen('build'),
    save: () => setOpen('save'),
    share: () => void copyLink(search, { q: state.q, f: state.f }),
    manage: () => setOpen('manage'),
  }
  const isBuilt = search !== undefined || conditions !== undefined
  const canSave = saving !== undefined
  const items = useMemo(
    () =>
      actor
        ? searchMenu(searches, {
            t,
            actor,
            favourites,
            isBuilt,
            canSave,
            canShare: canSave || isBuilt,
            compare: titleOrder(tag),
          })
        : [],
    [searches, t, actor, favourites, isBuilt, canSave, tag],
  )
  return (
    <div className="il-searches">
      {/* The menu does not say when it opens. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever gets to the button inside wants its entries */}
      <div
        className="il-searches-menu"
        onPointerEnter={() => setMenuWanted(true)}
        onFocus={() => setMenuWanted(true)}
      >
        {can('saved:create') && (
          <ButtonDropdown
            items={items}
            expandToViewport
            onItemClick={({ detail }) => {
              const saved = searches?.find(({ id }) => id === detail.id)
              if (saved) openSaved(saved)
              else actions[detail.id]?.()
            }}
          >
            {props.title}
          </ButtonDropdown>
        )}
      </div>
      {search && (
        <OpenBar
          search={search}
          sentence={treeSentence(search.tree, words)}
          list={
            search.inList && !isListGone
              ? (lists.find(({ value }) => value === search.inList)?.label ?? search.inList)
              : undefined
          }
          onBuild={() => setOpen('build')}
          onSave={() => setOpen('save')}
          onClose={() => setState({ s: '', page: 1 })}
        />
      )}
      {isGone && <Stopped text={t('stopped.gone')} onClose={() => setState({ s: '' })} />}
      {error !== undefined && (
        <Stopped
          text={isUnknown ? t('stopped.unknown') : errorText(error)}
          {...(!isUnknown && { onRetry: retry })}
          onClose={() => setState({ s: '' })}
        />
      )}
      {hidden.length > 0 && (
        <Stopped
          text={t('stopped.hidden', { fields: namesOf(hidden) })}
          onClose={() => setState({ s: '' })}
        />
      )}
      {missing.length > 0 && (
        <Alert type="warning">{t('stopped.missing', { fields: missing.join(', ') })}</Alert>
      )}
      {isListGone && <Alert type="warning">{t('stopped.list')}</Alert>}
      {gone.length > 0 && <Alert type="warning">{t('stopped.named', { names: gone.join(', ') })}</Alert>}
      <Suspense>
        {open === 'build' && (
          <BuildDialog
            isBegun={isBuilt}
            initial={initial}
            words={words}
            lists={lists}
            onClose={() => setOpen(undefined)}
            onApply={({ tree, inList }) => {
              const isEmpty = tree.type === 'nop' && inList === undefined
              const from = search?.saved?.id
              const own = isEmpty ? '' : keepOwn({ tree, ...(inList && { inList }), ...(from && { from }) })
              if (own === undefined) {
                notify.warning({ id: 'search:kept', text: t('build.notKept') })
                return
              }
              setOpen(undefined)
              // What is no tree stays in the bar.
              setState({ s: own, q: '', f: ofBar ? '' : state.f, page: 1 })
            }}
          />
        )}
        {open === 'save' && saving && (
          <SaveDialog
            search={saving}
            mayReplace={mayReplace}
            institutions={institutions}
            onClose={() => setOpen(undefined)}
            onSaved={(saved) => {
              setOpen(undefined)
              all.put(saved)
              // What is no tree stays in the bar.
              setState({ s: saved.id, q: '', f: ofBar ? '' : state.f, page: 1 })
              notify.success({ id: 'search:saved', text: t('save.done', { title: saved.data.title }) })
            }}
          />
        )}
        {open === 'manage' && (
          <ManageDialog
            title={props.title}
            all={all}
            own={own}
            sentenceOf={({ data }) => treeSentence(data.tree, words)}
            onOpen={(saved) => {
              setOpen(undefined)
              openSaved(saved)
            }}
            editing={(edited, onDone) => (
              <SaveDialog
                search={openOf(edited)}
                mayReplace
                isOfName
                institutions={institutions}
                onClose={onDone}
                onSaved={(saved) => {
                  all.put(saved)
                  notify.success({ id: 'search:saved', text: t('save.done', { title: saved.data.title }) })
                  onDone()
                }}
              />
            )}
            onCopyLink={(saved) => void copyLink(openOf(saved))}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )

  function namesOf(fields: readonly string[]) {
    return fields.map((name) => words.fields.byName.get(name)?.title ?? name).join(', ')
  }
}
