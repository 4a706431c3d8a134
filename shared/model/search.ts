/** What staff save of their searches and share (file 2 §3, §6). */
import * as z from 'zod'
import { atMost } from '../search/size.ts'
import { searchTree } from '../search/tree.ts'
import { id, line } from './basics.ts'

/** Whom an entry is shown to besides who made it; nobody where it says nothing. */
const shared = {
  title: line.min(1),
  /** In the person's own lists; a path of names, joined by `/`. */
  folder: line.optional(),
  isPublic: z.boolean().default(false),
  visibleForInstitutions: z.array(id).max(100).default([]),
}
const field = z.string().min(1).max(200)

export const savedSearch = z.strictObject({
  ...shared,
  tree: searchTree,
  /** List that conditions on lists are about. */
  inList: id.optional(),
  /** Made for an address that can be shared: whoever has it may open it, and no list shows it. */
  isTemporary: z.boolean().default(false),
})
export type SavedSearch = z.infer<typeof savedSearch>

export const columnSet = z.strictObject({
  ...shared,
  /** Names of the field catalogue, in their order. */
  columns: atMost(60, field, { min: 1 }),
  /** List whose values are shown with it; the one that is chosen if absent. */
  inList: id.optional(),
})
