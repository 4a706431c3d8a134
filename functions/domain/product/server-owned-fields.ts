/** Who and when inside of rows: the server writes it, whatever the patch says. */
import type { DocumentRow, ListData, NoteRow } from '../../../shared/model/product.ts'
import { isSameNote } from '../../../shared/rules/notes.ts'
import { isObject, ownAt, sameValue } from '../../../shared/rules/values.ts'
import type { WriteContext } from './context.ts'
import { withKeys } from './lists.ts'

const changeRows = <T extends object>(
  before: Record<string, T>,
  after: Record<string, T>,
  keep: (row: T, old: T | undefined) => T,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(after).map(([id, row]) => {
      const old = ownAt(before, id)
      return [id, sameValue(row, old) ? row : keep(row, old)]
    }),
  )

/** Who wrote a note and when stays; one that says something else than before is one that nobody has read. */
function stampNote(
  { changed: _, ...row }: NoteRow,
  old: NoteRow | undefined,
  by: string,
  now: string,
): NoteRow {
  if (!old) return { ...row, at: now, by }
  const changed = isSameNote(row, old) ? old.changed : now
  return { ...row, at: old.at, by: old.by, ...(changed !== undefined && { changed }) }
}

/**
 * Checklist entries say who changed them last, notes who wrote them and when, documents since when they are there: one
 * that is moved or copied is as old as it was. The rest stays as it was. `documents`: those that the actor sees, by file.
 */
export function stampServerFields(
  c: WriteContext,
  before: ListData,
  after: ListData,
  documents: ReadonlyMap<string, DocumentRow>,
): ListData {
  const by = c.actor.account
  const list = withKeys(after, {
    _checklist: changeRows(before._checklist, after._checklist, (row) => ({ ...row, updatedBy: by })),
    _documents: changeRows(before._documents, after._documents, (row) => ({
      ...row,
      uploadTime: documents.get(row.fileId)?.uploadTime ?? c.now,
    })),
    _notes: changeRows(before._notes, after._notes, (row, old) => stampNote(row, old, by, c.now)),
  })
  // An entry of which only `updatedBy` was sent is the same entry.
  for (const [id, old] of Object.entries(before._checklist)) {
    const row = list._checklist[id]
    if (isObject(row) && sameValue({ ...row, updatedBy: undefined }, { ...old, updatedBy: undefined }))
      list._checklist[id] = old
  }
  return list
}
