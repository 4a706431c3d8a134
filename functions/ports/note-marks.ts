import type { NoteMarks } from '../../shared/rules/notes.ts'

/**
 * Which notes of products each person has read. It lies beside the product: reading is no revision of it, nothing of its
 * history and nothing that the index holds. Erasing the product takes it away.
 * Holds `maxNoteMarks` of each person and product, with keys of any length. Errors: `rule_violated` where somebody marks so
 * many in several windows at once that they do not fit; `too_many_requests`, `storage_full`: nothing was written, and the same may succeed a moment later.
 */
export interface NoteMarksStore {
  /** Of up to 500 products; those without a mark of the account are left out. */
  of(account: string, products: readonly string[]): Promise<ReadonlyMap<string, NoteMarks>>
  /**
   * Sets marks, or takes them away (undefined); others stay as they are. The same twice is the same once. Gives all of the
   * account at the product.
   */
  change(
    account: string,
    product: string,
    marks: Readonly<Record<string, string | undefined>>,
  ): Promise<NoteMarks>
}
/** For those who change nothing. */
export type NoteMarksReader = Pick<NoteMarksStore, 'of'>
