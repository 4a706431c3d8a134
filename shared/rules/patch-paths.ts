/**
 * Which places of a product a save may change, and with which right. What is not named here cannot be patched:
 * approvals, responsibility, activation, archive, name history and whole lists have calls of their own.
 */
import { fieldPathPattern, tradeNamePath } from '../model/field-path.ts'
import { pointerTokens } from './json-patch.ts'
import { isLinkable } from './resolution.ts'

export interface PatchPlace {
  list: string
  /** Key of the list's data: a field path, `_companies` …; for a link the key that is linked. */
  key: string
  isLink: boolean
  /** Rest of the pointer below the key. */
  rest: string[]
  needs: 'product:edit' | 'product:assign-companies'
}
export type PathRefusal = 'pathInvalid' | 'checklistKey'

/** Keys of a list's data that a save may change, beside fields and links. */
export const editableKeys: ReadonlySet<string> = new Set([
  '_category',
  '_companies',
  '_components',
  '_documents',
  '_checklist',
  '_notes',
  '_display',
  '_invoiceSpecialItems',
  '_risklabels',
  '_hobbygarden',
  '_preventPublicDisplay',
  '_permits',
  '_remark',
])
/** What a checklist entry takes (file 1 §3). */
export const checklistKeys = ['status', 'until', 'date', 'comment', 'updatedBy'] as const

/**
 * The place that a pointer of a patch names, or why it names none that may be changed. `hasField` tells whether there
 * is a field of that path that the caller may see.
 */
export function patchPlace(
  pointer: string,
  hasField: (list: string, path: string) => boolean,
): PatchPlace | PathRefusal {
  const tokens = pointerTokens(pointer)
  const [root, list, key, ...rest] = tokens ?? []
  if (root !== 'listData' || !list || !key) return 'pathInvalid'
  if (key === '_linked') {
    const [linked, ...deeper] = rest
    if (linked === undefined || deeper.length || !isLinkable(linked)) return 'pathInvalid'
    if (linked !== '_category' && linked !== tradeNamePath && !hasField(list, linked)) return 'pathInvalid'
    return { list, key: linked, isLink: true, rest: [], needs: 'product:edit' }
  }
  const place = { list, key, isLink: false, rest, needs: 'product:edit' as const }
  if (fieldPathPattern.test(key)) return key === tradeNamePath || hasField(list, key) ? place : 'pathInvalid'
  if (!editableKeys.has(key)) return 'pathInvalid'
  if (key === '_companies') return { ...place, needs: 'product:assign-companies' }
  if (
    key === '_checklist' &&
    rest.length > 1 &&
    !(checklistKeys as readonly string[]).includes(rest[1] ?? '')
  )
    return 'checklistKey'
  return place
}
