/**
 * Saving a draft against other people (architecture, "Screens"): a save that meets a newer revision loads it, puts
 * this draft's changes on top and tries again, at most three times. Where both changed the same value it asks. The
 * draft is in every answer, so that nothing typed can be lost. Knows no call: the ports are given.
 */
import { saveAttempts } from '../../shared/constants.ts'
import { isCallError, revisionConflictMarker } from '../../shared/errors.ts'
import type { Changeset, JsonPatch } from '../../shared/model/entity.ts'
import { getAt, pointerParts, setAt } from './json-at.ts'

export interface EditState<D> {
  rev: number
  original: D
  draft: D
}
/** One value that two people changed. `path` is a JSON pointer into the data. */
export interface Conflict {
  path: string
  before: unknown
  mine: unknown
  theirs: unknown
}
export type Choice = 'mine' | 'theirs'
export type Choices = Record<string, Choice>

export interface Saved<D> {
  rev: number
  disabled: boolean
  data: D
}
export interface SavePorts<D, V extends Saved<D>> {
  save(input: { id: string; rev: number; patch: JsonPatch; changeset?: Changeset }): Promise<V>
  load(id: string): Promise<V>
  /** Asks for each conflict; `undefined` if the person went back to editing. */
  ask(conflicts: Conflict[], theirs: V): Promise<Choices | undefined>
  toPatch(original: D, draft: D): JsonPatch
  merge(before: D, mine: D, theirs: D): { merged: D; conflicts: Conflict[] }
  /** Further places that go with a conflict's choice. */
  along?(path: readonly string[]): string[][]
  describe?(patch: JsonPatch): Changeset | undefined
}

export type SaveOutcome<D, V> =
  /** `others`: what was saved in between, as far as something of it holds. */
  | { kind: 'saved'; view: V; others: V[] }
  | { kind: 'empty' }
  /** `view` is the deleted entity, for who may still see it. */
  | { kind: 'deleted'; state: EditState<D>; view?: V }
  | { kind: 'cancelled'; state: EditState<D>; others: V[] }
  /** Others saved in between every time: "unable to save after 3 attempts, giving up". */
  | { kind: 'gaveUp'; state: EditState<D>; others: V[] }
  | { kind: 'failed'; state: EditState<D>; error: unknown }

export const isRevisionConflict = (error: unknown): boolean =>
  isCallError(error)
    ? error.code === 'revision_conflict'
    : error instanceof Error && error.message.includes(revisionConflictMarker)

/** Takes for each conflict the chosen side. Without a choice, theirs stays. */
export function applyChoices<D>(
  merged: D,
  conflicts: readonly Conflict[],
  choices: Choices,
  sides: { mine: D; theirs: D },
  along: (path: readonly string[]) => string[][] = () => [],
): D {
  let result = merged
  for (const { path } of conflicts) {
    const side = choices[path] === 'mine' ? sides.mine : sides.theirs
    const parts = pointerParts(path)
    for (const place of [parts, ...along(parts)]) result = setAt(result, place, getAt(side, place))
  }
  return result
}

/** Saves a draft. Never throws: what went wrong is in the outcome, with the draft as it then stands. */
export async function saveDraft<D, V extends Saved<D>>(
  id: string,
  start: EditState<D>,
  ports: SavePorts<D, V>,
): Promise<SaveOutcome<D, V>> {
  let state = start
  const others: V[] = []
  let latest: V | undefined
  const first = ports.toPatch(state.original, state.draft)
  if (first.length === 0) return { kind: 'empty' }
  const changeset = ports.describe?.(first)
  try {
    for (let attempt = 1; attempt <= saveAttempts; attempt++) {
      const patch = ports.toPatch(state.original, state.draft)
      // Somebody else made the very same changes meanwhile: there is nothing left to write.
      if (patch.length === 0 && latest) return { kind: 'saved', view: latest, others }
      try {
        const view = await ports.save({ id, rev: state.rev, patch, ...(changeset ? { changeset } : {}) })
        return { kind: 'saved', view, others }
      } catch (error) {
        if (!isRevisionConflict(error)) throw error
      }
      const theirs = await ports.load(id)
      if (theirs.disabled) return { kind: 'deleted', state, view: theirs }
      const { merged, conflicts } = ports.merge(state.original, state.draft, theirs.data)
      let draft = merged
      if (conflicts.length > 0) {
        const choices = await ports.ask(conflicts, theirs)
        if (!choices) return { kind: 'cancelled', state, others }
        const sides = { mine: state.draft, theirs: theirs.data }
        draft = applyChoices(merged, conflicts, choices, sides, ports.along)
      }
      latest = theirs
      // Where each of their values was decided against, nothing of theirs came in.
      const { original } = state
      const isIn = ({ path }: { path: string }) => {
        const place = pointerParts(path)
        return JSON.stringify(getAt(draft, place)) === JSON.stringify(getAt(theirs.data, place))
      }
      if (ports.toPatch(original, theirs.data).some(isIn)) others.push(theirs)
      state = { rev: theirs.rev, original: theirs.data, draft }
    }
    return { kind: 'gaveUp', state, others }
  } catch (error) {
    const isGone = isCallError(error) && error.code === 'not_found'
    return isGone ? { kind: 'deleted', state } : { kind: 'failed', state, error }
  }
}
