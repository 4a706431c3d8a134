/** A search that is being worked on: it lives in this tab until it is saved or shared, so that its address stays short. */
import * as z from 'zod'
import { id } from '../../../../shared/model/basics.ts'
import { searchTree } from '../../../../shared/search/tree.ts'
import { ownSearchPrefix } from '../../../frame/start-view.ts'

const ownSearch = z.object({
  tree: searchTree,
  inList: id.optional(),
  /** The saved one that it began as. */
  from: id.optional(),
})
export type OwnSearch = z.infer<typeof ownSearch>

const keyOf = (own: string) => `inputlist.search.${own}`
export const isOwn = (search: string) => search.startsWith(ownSearchPrefix)

/** Keeps it under a name for the address. */
export function keepOwn(search: OwnSearch): string {
  const own = `${ownSearchPrefix}${crypto.randomUUID().slice(0, 8)}`
  sessionStorage.setItem(keyOf(own), JSON.stringify(search))
  return own
}
/** Undefined in another tab or browser than the one where it was made. */
export function keptOwn(own: string): OwnSearch | undefined {
  try {
    return ownSearch.safeParse(JSON.parse(sessionStorage.getItem(keyOf(own)) ?? '')).data
  } catch {
    return undefined
  }
}
