/**
 * Saving against other people (architecture, "Screens"): a save that meets a newer revision loads it, puts this
 * draft's changes on top and tries again, at most three times. Where both changed the same value it asks. The draft
 * is in every answer, so that nothing typed can be lost.
 */
import { saveAttempts } from '../../../../shared/constants.ts'
import { isCallError, revisionConflictMarker } from '../../../../shared/errors.ts'
import type { Changeset, JsonPatch } from '../../../../shared/model/entity.ts'
import type { ProductData, ProductView } from '../../../../shared/model/product.ts'
import { applyChoices } from './choices.ts'

export interface EditState {
  rev: number
  original: ProductData
  draft: ProductData
}

/** One value that two people changed. `path` is a JSON pointer into the data. */
export interface Conflict {
  path: string
  before: unknown
  mine: unknown
  theirs: unknown
}
export type Choice = 'mine' | 'theirs'

export interface SavePorts {
  save(input: { id: string; rev: number; patch: JsonPatch; changeset?: Changeset }): Promise<ProductView>
  load(id: string): Promise<ProductView>
  /** Asks for each conflict; `undefined` if the person went back to editing. */
  ask(conflicts: Conflict[], theirs: ProductView): Promise<Record<string, Choice> | undefined>
  toPatch(original: ProductData, draft: ProductData): JsonPatch
  merge(
    before: ProductData,
    mine: ProductData,
    theirs: ProductData,
  ): { merged: ProductData; conflicts: Conflict[] }
  /** Makes a short title of the revision out of the patch. */
  describe?(patch: JsonPatch): Changeset | undefined
}

export type SaveOutcome =
  | { kind: 'saved'; view: ProductView; others: ProductView[] }
  | { kind: 'empty' }
  | { kind: 'deleted'; state: EditState }
  | { kind: 'cancelled'; state: EditState; others: ProductView[] }
  | { kind: 'gaveUp'; state: EditState; others: ProductView[] }
  | { kind: 'failed'; state: EditState; error: unknown }

export const isRevisionConflict = (error: unknown): boolean =>
  isCallError(error)
    ? error.code === 'revision_conflict'
    : error instanceof Error && error.message.includes(revisionConflictMarker)
const isGone = (error: unknown) => isCallError(error) && error.code === 'not_found'

/** Saves a draft. Never throws: what went wrong is in the outcome, with the draft as it then stands. */
export async function saveDraft(id: string, start: EditState, ports: SavePorts): Promise<SaveOutcome> {
  let state = start
  const others: ProductView[] = []
  const first = ports.toPatch(state.original, state.draft)
  if (first.length === 0) return { kind: 'empty' }
  const changeset = ports.describe?.(first)
  try {
    for (let attempt = 1; attempt <= saveAttempts; attempt++) {
      const patch = ports.toPatch(state.original, state.draft)
      // Somebody else made the very same changes meanwhile: there is nothing left to write.
      const latest = others.at(-1)
      if (patch.length === 0 && latest) return { kind: 'saved', view: latest, others }
      try {
        const view = await ports.save({ id, rev: state.rev, patch, changeset })
        return { kind: 'saved', view, others }
      } catch (error) {
        if (!isRevisionConflict(error)) throw error
      }
      const theirs = await ports.load(id)
      if (theirs.disabled) return { kind: 'deleted', state }
      const { merged, conflicts } = ports.merge(state.original, state.draft, theirs.data)
      let draft = merged
      if (conflicts.length > 0) {
        const choices = await ports.ask(conflicts, theirs)
        if (!choices) return { kind: 'cancelled', state, others }
        draft = applyChoices(merged, conflicts, choices, state.draft, theirs.data)
      }
      others.push(theirs)
      state = { rev: theirs.rev, original: theirs.data, draft }
    }
    return { kind: 'gaveUp', state, others }
  } catch (error) {
    return isGone(error) ? { kind: 'deleted', state } : { kind: 'failed', state, error }
  }
}

/**
 * Puts a draft that was kept on this machine on top of what is there now. It always merges, also at the same
 * revision: what the viewer may see can have changed, and what the draft never knew must not look removed.
 */
export function restoreDraft(
  kept: EditState,
  now: ProductView,
  merge: SavePorts['merge'],
): { state: EditState; conflicts: Conflict[] } {
  const { merged, conflicts } = merge(kept.original, kept.draft, now.data)
  return { state: { rev: now.rev, original: now.data, draft: merged }, conflicts }
}
