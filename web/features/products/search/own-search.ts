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

/** So many are kept: "back" leads to those that were open before. */
const mostKept = 20
const keptKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(keyOf(ownSearchPrefix)))

/** Keeps it under a name for the address; undefined where the browser has no room for it. */
export function keepOwn(search: OwnSearch): string | undefined {
  const own = `${ownSearchPrefix}${Date.now().toString(16)}${crypto.randomUUID().slice(0, 4)}`
  try {
    // The names of the oldest come first.
    for (const key of keptKeys().sort().slice(0, -mostKept)) sessionStorage.removeItem(key)
    sessionStorage.setItem(keyOf(own), JSON.stringify(search))
    return own
  } catch {
    return undefined
  }
}
/** Undefined in another tab or browser than the one where it was made. */
export function keptOwn(own: string): OwnSearch | undefined {
  try {
    return ownSearch.safeParse(JSON.parse(sessionStorage.getItem(keyOf(own)) ?? '')).data
  } catch {
    return undefined
  }
}
