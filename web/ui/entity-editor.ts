/**
 * What edits one entity: its draft in a store, so that a field hears only of itself. It knows no calls and no storage:
 * the ports are given. Made by `make-entity-editor.ts`.
 */
import { useMemo } from 'react'
import type { Issue } from '../../shared/errors.ts'
import type { Changeset, JsonPatch } from '../../shared/model/entity.ts'
import type { Choices, Conflict, EditState, Saved, SaveOutcome, SavePorts } from './save-draft.ts'
import { type Store, useSelected } from './store.ts'
import type { Typing, Unread } from './unread.ts'

/** Fields that two people changed, and how to go on: with a choice for each, or (`undefined`) back to editing. */
export interface Question<V> {
  conflicts: Conflict[]
  theirs: V
  answer(choices: Choices | undefined): void
}
/** A draft that was kept on this machine and waits for a decision. */
interface KeptDraft {
  /** Epoch milliseconds. */
  keptAt: number
  changes: number
}

export interface UnreadText extends Unread {
  /** The field was left: it is said what is wrong. */
  isLeft: boolean
}
/** A draft as it is kept on this machine. */
export interface KeptState<D> extends EditState<D> {
  unread?: Record<string, Unread>
}

export interface EditorState<D, V> extends EditState<D> {
  /** Fields that were changed, those included whose text cannot be read. */
  changes: number
  /** Texts that cannot be read as a value, by JSON pointer. The draft holds what was there before. */
  unread: ReadonlyMap<string, UnreadText>
  isSaving: boolean
  /** The last save found no connection: it is to be tried again once there is one. */
  isWaiting: boolean
  /** What is wrong, by JSON pointer; shown where somebody typed, and everywhere once a save was tried. */
  issues: ReadonlyMap<string, Issue>
  touched: ReadonlySet<string>
  isTried: boolean
  /** What the server found wrong with the last save; until the next change. */
  told: readonly Issue[]
  question: Question<V> | undefined
  kept: KeptDraft | undefined
}

export interface EntityEditor<D, V> {
  state: Pick<Store<EditorState<D, V>>, 'get' | 'subscribe'>
  change(next: (draft: D) => D): void
  /** Keeps a text that cannot be read, or (`undefined`) forgets it. */
  setUnread(path: string, unread: Unread | undefined): void
  /** Shows what is wrong at a place: somebody typed there, or left it. */
  touch(path: string): void
  /** Shows that the text of a place cannot be read: somebody left it. */
  leave(path: string): void
  /** Shows everything that is wrong. */
  showIssues(): void
  /** Something is wrong that keeps the changes from being saved. */
  isBlocked(): boolean
  /** Takes back what was not saved; the answer brings it onto what is there by then. */
  discard(): () => void
  /** Resolves to the saved entity, or to undefined if it was not saved; the outcome has been told. */
  save(): Promise<V | undefined>
  /** Checks the draft again: what it is checked against has changed. */
  recheck(): void
  /** Takes up the draft that was kept on this machine. */
  restore(): void
  forget(): void
}

export interface EditorPorts<D, V extends Saved<D>> extends Pick<SavePorts<D, V>, 'save' | 'load' | 'along'> {
  /** The entity as it is known now. */
  view: V
  issues(state: EditState<D>): readonly Issue[]
  /** Issues that keep a save from happening; all unless told. */
  blocking?(state: EditState<D>): readonly Issue[]
  /** The field that a changed place belongs to; the place itself unless told. */
  fieldOf?(path: readonly string[]): string
  /** May something be typed at the place? What was typed there is forgotten otherwise. Where its row is, unless told. */
  isTypedAt?(draft: D, path: readonly string[]): boolean
  /** The draft as it is to be saved, without what says nothing; the draft itself unless told. */
  toSave?(state: EditState<D>): D
  /** Title and places of the revision. */
  describe(patch: JsonPatch, state: EditState<D>): Changeset | undefined
  /** Places that the server's refusal names. */
  issuesOf(error: unknown): readonly Issue[]
  /** There was no connection. */
  isOffline?(error: unknown): boolean
  /** Keeps the draft on this machine, or forgets it. */
  keep(state: KeptState<D>): void
  forget(): void
  onSaving(): void
  onAsking(): void
  onOutcome(outcome: SaveOutcome<D, V>, told: readonly Issue[]): void
  onDiscard?(): void
}

/** A part of an editor's state: the component is drawn again only when this part changes. */
export const useEdited = <D, V, S>(
  editor: EntityEditor<D, V>,
  select: (now: EditorState<D, V>) => S,
  isSame?: (a: S, b: S) => boolean,
): S => useSelected(editor.state, select, isSame)

type Shown = Pick<EditorState<unknown, unknown>, 'isTried' | 'touched' | 'unread'>
/** While a text is typed it is not said that it cannot be read yet. */
const isShown = ({ isTried, touched, unread }: Shown, path: string): boolean =>
  isTried || (unread.get(path)?.isLeft ?? touched.has(path))

/** What is wrong at a place, once it is to be shown there. */
export const useIssue = <D, V>(editor: EntityEditor<D, V>, path: string): Issue | undefined =>
  useEdited(editor, (now) => (isShown(now, path) ? now.issues.get(path) : undefined))

/** The issues that are shown, in their order. */
export const shownIssues = (now: EditorState<unknown, unknown>): Issue[] =>
  [...now.issues].flatMap(([path, issue]) => (isShown(now, path) ? [issue] : []))

/** Where the editor keeps what is typed into a field and cannot be read. */
export function useTyping<D, V>(editor: EntityEditor<D, V>, path: string): Typing {
  const unread = useEdited(editor, (now) => now.unread.get(path))
  return useMemo(
    () => ({
      unread,
      set: (text) => editor.setUnread(path, text),
      leave: () => editor.leave(path),
    }),
    [editor, path, unread],
  )
}
