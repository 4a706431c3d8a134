/** The documents of a product's lists in the draft: taken up, and moved or copied to other lists until it is saved. */
import { mainCategorySecrecy } from '../../../../shared/constants.ts'
import type { DocumentRow, ProductData } from '../../../../shared/model/product.ts'
import { type Rows, removeRow, setKey } from './draft.ts'
import { newRowId } from './row-id.ts'

type Documents = Rows<DocumentRow>
export const documentsOf = (data: ProductData, list: string): Documents =>
  data.listData[list]?._documents ?? {}
const set = (data: ProductData, list: string, documents: Documents) =>
  setKey(data, list, '_documents', documents)

/** Ids, the newest first. */
export const newestFirst = (documents: Documents): string[] =>
  Object.entries(documents)
    .sort(
      ([a, x], [b, y]) =>
        (x.uploadTime < y.uploadTime ? 1 : x.uploadTime > y.uploadTime ? -1 : 0) ||
        x.fileName.localeCompare(y.fileName) ||
        (a < b ? -1 : 1),
    )
    .map(([id]) => id)

/** A file that has just come; as secret as everything new. */
export const withDocument = (
  data: ProductData,
  list: string,
  row: Pick<DocumentRow, 'fileId' | 'fileName' | 'uploadTime'>,
): ProductData =>
  set(data, list, { ...documentsOf(data, list), [newRowId()]: { ...row, secrecy: mainCategorySecrecy } })

export function withChanged(
  data: ProductData,
  list: string,
  id: string,
  change: Partial<DocumentRow>,
): ProductData {
  const documents = documentsOf(data, list)
  const row = documents[id]
  if (!row) return data
  const { type, ...rest } = { ...row, ...change }
  return set(data, list, { ...documents, [id]: { ...rest, ...(type && { type }) } })
}

export const withoutDocument = (data: ProductData, list: string, id: string): ProductData =>
  set(data, list, removeRow(documentsOf(data, list), id))

/** Puts the document into another list, too; a move takes it out of its own. */
export function passOn(
  data: ProductData,
  id: string,
  { from, to, isCopy }: { from: string; to: string; isCopy: boolean },
): ProductData {
  const row = documentsOf(data, from)[id]
  if (!row || !data.listData[to]) return data
  const there = documentsOf(data, to)
  // It keeps its id where that is free, so that taking it back changes nothing.
  const taken = set(data, to, { ...there, [Object.hasOwn(there, id) ? newRowId() : id]: row })
  return isCopy ? taken : withoutDocument(taken, from, id)
}

/** A document that will be in another list once the draft is saved. */
export interface PassedOn {
  id: string
  to: string
  fileName: string
  isCopy: boolean
}
/** What was passed on from a list, by what the draft has in the others and the stored product has not. */
export function passedOn(original: ProductData, draft: ProductData, list: string): PassedOn[] {
  const stay = new Set(Object.values(documentsOf(draft, list)).map((row) => row.fileId))
  return Object.keys(draft.listData)
    .filter((other) => other !== list)
    .flatMap((to) =>
      Object.entries(documentsOf(draft, to))
        .filter(([id]) => !Object.hasOwn(documentsOf(original, to), id))
        .map(([id, { fileId, fileName }]) => ({
          id,
          to,
          fileName,
          isCopy: stay.has(fileId),
        })),
    )
}

/** Takes it back: out of the other list, and, where it was moved, into its own again. */
export function takeBack(
  data: ProductData,
  list: string,
  { id, to, isCopy }: Pick<PassedOn, 'id' | 'to' | 'isCopy'>,
): ProductData {
  const row = documentsOf(data, to)[id]
  if (!row) return data
  const without = withoutDocument(data, to, id)
  return isCopy ? without : set(without, list, { ...documentsOf(without, list), [id]: row })
}
