/** The search that the address names: its tree, what it means, and why it cannot be asked as it is. */
import { useMemo } from 'react'
import type { Filter } from '../../../../shared/search/filter.ts'
import type { SearchNode } from '../../../../shared/search/tree.ts'
import { unaskable } from '../../../../shared/search/tree-fields.ts'
import { rowsOfCatalogue, treeFilter } from '../../../../shared/search/tree-filter.ts'
import { visibility } from '../../../../shared/search/visibility.ts'
import { type SavedSearchEntity, useSavedSearch } from '../../../api/saved-searches.ts'
import { useSession } from '../../../api/session.tsx'
import { useToday } from '../../../ui/dates.tsx'
import { withoutFields } from '../../../ui/search-tree/edit.ts'
import type { useProductFields } from '../use-product-fields.ts'
import { isOwn, keptOwn } from './own-search.ts'

export interface OpenSearch {
  tree: SearchNode
  inList: string | undefined
  /** The saved one: itself, or the one that the own work began as. */
  saved: SavedSearchEntity | undefined
  isChanged: boolean
}
/** A saved one as it stands. */
export const openOf = (saved: SavedSearchEntity): OpenSearch => ({
  tree: saved.data.tree,
  inList: saved.data.inList,
  saved,
  isChanged: false,
})
export interface SearchState {
  search: OpenSearch | undefined
  filter: Filter | undefined
  /** Fields of it that the viewer may see nowhere: nothing is searched. */
  hidden: readonly string[]
  /** Fields that there are not any more: the rest is searched. */
  missing: readonly string[]
  /** So is its list: all of them are searched. */
  isListGone: boolean
  isLoading: boolean
  error: unknown
  /** Asks for it again. */
  retry(): void
  /** It was worked on in another tab, and neither saved nor shared. */
  isGone: boolean
}

export function useSearch(
  name: string,
  { catalogue, reference }: Pick<ReturnType<typeof useProductFields>, 'catalogue' | 'reference'>,
): SearchState {
  const today = useToday()
  const { actor } = useSession()
  const own = useMemo(() => (isOwn(name) ? keptOwn(name) : undefined), [name])
  const { search: saved, error, mutate } = useSavedSearch(name === '' || isOwn(name) ? own?.from : name)
  const search = useMemo<OpenSearch | undefined>(() => {
    if (own) return { tree: own.tree, inList: own.inList, saved, isChanged: own.from !== undefined }
    if (!saved || isOwn(name)) return undefined
    return openOf(saved)
  }, [own, saved, name])
  const asked = useMemo(() => {
    if (!search || !actor || !reference.isReady) return undefined
    const sources = { list: reference.lists, fielddefinition: reference.fielddefinitions }
    const { hidden, missing } = unaskable(search.tree, catalogue, visibility('product', actor, sources))
    const isListGone = search.inList !== undefined && !reference.lists.has(search.inList)
    const filter = treeFilter(withoutFields(search.tree, missing), {
      today,
      rowsOf: rowsOfCatalogue(catalogue),
      inList: isListGone ? undefined : search.inList,
    })
    return { hidden, missing, isListGone, filter }
  }, [search, actor, reference, catalogue, today])
  return {
    search,
    filter: asked?.hidden.length ? undefined : asked?.filter,
    hidden: asked?.hidden ?? [],
    missing: asked?.missing ?? [],
    isListGone: asked?.isListGone ?? false,
    isLoading: name !== '' && !asked && !error && !(isOwn(name) && !own),
    // What is known from before goes on being asked.
    error: search ? undefined : error,
    retry: () => void mutate(),
    isGone: isOwn(name) && !own,
  }
}
