/** What going back to an older revision of a product changes, and what stays as it is now. */
import type { Difference } from './compare.ts'

/** What a revert never brings back: it has calls of its own, with rights and rules of their own. */
export const staysOnRevert: ReadonlySet<string> = new Set([
  '_approval',
  '_active',
  '_archived',
  '_responsible',
  '_nameHistory',
  // Another person's note is not theirs to delete, nor to bring back.
  '_notes',
  'activatedOn',
  'activatedBy',
  'deactivatedOn',
  'deactivatedBy',
])

/**
 * Of what differs between the newest state and an older one: what going back changes. Whole lists stay, added or not, and so does
 * what is of the product itself; in lists that the person edits the rest goes back, companies where they may assign them.
 */
export const revertedAmong = (
  found: readonly Difference[],
  may: (list: string, permission: 'product:edit' | 'product:assign-companies') => boolean,
): Difference[] =>
  found.filter(
    ({ list, key }) =>
      list !== undefined &&
      key !== '' &&
      !staysOnRevert.has(key) &&
      may(list, 'product:edit') &&
      (key !== '_companies' || may(list, 'product:assign-companies')),
  )
