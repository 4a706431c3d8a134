/**
 * Editing one entity: its draft in a store, so that a field hears only of itself; checked while typing, saved against
 * others. It knows no calls and no storage: the ports are given.
 */
import { useMemo } from 'react'
import type { Issue } from '../../shared/errors.ts'
import type { Changeset, JsonPatch } from '../../shared/model/entity.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import { getAt, pointerParts } from './json-at.ts'
import {
  type Choices,
  type Conflict,
  type EditState,
  type Saved,
  type SaveOutcome,
  type SavePorts,
  saveDraft,
} from './save-draft.ts'
import { makeStore, type Store, useSelected } from './store.ts'
import { type Typing, type Unread, unreadIssue, valueKinds } from './unread.ts'

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

interface UnreadText extends Unread {
  /** The field was left: it is said what is wrong. */
  isLeft: boolean
}
/** A draft as it is kept on this machine. */
export interface KeptState<D> extends EditState<D> {
  unread?: Record<string, Unread>
}

interface EditorState<D, V> extends EditState<D> {
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

const nothing: ReadonlySet<string> = new Set()
const noUnread: ReadonlyMap<string, UnreadText> = new Map()
/** What was kept may be of another version of the app, or altered by hand. */
const keptUnread = (kept: KeptState<unknown>): ReadonlyMap<string, UnreadText> =>
  new Map(
    Object.entries(kept.unread ?? {}).flatMap(([path, { text, kind }]) =>
      typeof text === 'string' && valueKinds.includes(kind) ? [[path, { text, kind, isLeft: true }]] : [],
    ),
  )
const toKeep = (unread: ReadonlyMap<string, UnreadText>): Record<string, Unread> =>
  Object.fromEntries([...unread].map(([path, { text, kind }]) => [path, { text, kind }]))
const withUnread = <D>(state: EditState<D>, unread: ReadonlyMap<string, UnreadText>): KeptState<D> => ({
  ...asEdit(state),
  ...(unread.size > 0 ? { unread: toKeep(unread) } : {}),
})
const hasRow = (draft: unknown, path: readonly string[]) => getAt(draft, path.slice(0, -1)) !== undefined
const asEdit = <D>({ rev, original, draft }: EditState<D>): EditState<D> => ({ rev, original, draft })

/** `found` is what was kept on this machine. `adopt` takes a newer state that came in under what was typed. */
export function makeEntityEditor<D extends object, V extends Saved<D> & { id: string }>(
  ports: () => EditorPorts<D, V>,
  found: { state: KeptState<D>; keptAt: number } | undefined,
): EntityEditor<D, V> & { adopt(view: V): void } {
  const start = (view: V): EditState<D> => ({ rev: view.rev, original: view.data, draft: view.data })
  type UnreadTexts = EditorState<D, V>['unread']
  const changesOf = (state: EditState<D>, unread: UnreadTexts) => {
    const { fieldOf = (path) => path.join('/') } = ports()
    const places = [...toPatch(state.original, state.draft).map(({ path }) => path), ...unread.keys()]
    return new Set(places.map((path) => fieldOf(pointerParts(path)))).size
  }
  const checked = (state: EditState<D>, told: readonly Issue[], unread: UnreadTexts) => {
    const typed = [...unread].map(([path, text]) => unreadIssue(path, text))
    const found = ports().issues(asEdit(state))
    // The first issue of a place is the one that is said there.
    return new Map([...typed, ...found, ...told].toReversed().map((issue) => [issue.path, issue]))
  }
  const rested = (state: EditState<D>) => ({
    ...asEdit(state),
    changes: 0,
    unread: noUnread,
    issues: checked(state, [], noUnread),
    touched: nothing,
    isTried: false,
    isWaiting: false,
    told: [],
  })
  let offer = found
  const offered = offer ? changesOf(offer.state, keptUnread(offer.state)) : 0
  const store = makeStore<EditorState<D, V>>({
    ...rested(start(ports().view)),
    isSaving: false,
    question: undefined,
    kept: offer && offered > 0 ? { keptAt: offer.keptAt, changes: offered } : undefined,
  })
  const rest = (view: V) => store.set((now) => ({ ...now, ...rested(start(view)) }))
  const take = (
    next: EditState<D>,
    told: readonly Issue[] = store.get().told,
    texts: UnreadTexts = store.get().unread,
  ) => {
    const { isTypedAt = hasRow } = ports()
    const there = [...texts].filter(([path]) => isTypedAt(next.draft, pointerParts(path)))
    const unread = there.length === texts.size ? texts : new Map(there)
    const changes = changesOf(next, unread)
    const issues = checked(next, told, unread)
    store.set((now) => ({ ...now, ...asEdit(next), changes, unread, told, issues }))
    if (changes > 0) ports().keep(withUnread(next, unread))
    else ports().forget()
  }
  /** Puts a draft onto a newer state. In a conflict the older original stays, so that saving asks. */
  const onto = (state: EditState<D>, view: V): EditState<D> => {
    const { merged, conflicts } = mergeDrafts(state.original, state.draft, view.data)
    return conflicts.length > 0 ? asEdit(state) : { rev: view.rev, original: view.data, draft: merged }
  }
  /** What a save would send. */
  const toSend = (): EditState<D> => {
    const typed = asEdit(store.get())
    return { ...typed, draft: ports().toSave?.(typed) ?? typed.draft }
  }
  const isWrong = (state: EditState<D>) => {
    const { issues, blocking = issues } = ports()
    return store.get().unread.size > 0 || blocking(state).length > 0
  }
  const ask = (conflicts: Conflict[], theirs: V) =>
    new Promise<Choices | undefined>((resolve) => {
      ports().onAsking()
      const answer = (choices: Choices | undefined) => {
        store.set((now) => ({ ...now, question: undefined }))
        resolve(choices)
      }
      store.set((now) => ({ ...now, question: { conflicts, theirs, answer } }))
    })

  return {
    state: store,
    adopt(view) {
      const now = store.get()
      if (view.data === now.original || view.rev < now.rev) return
      if (now.changes === 0) rest(view)
      else take(onto(now, view))
    },
    recheck: () => store.set((now) => ({ ...now, issues: checked(now, now.told, now.unread) })),
    change(next) {
      const now = store.get()
      take({ ...asEdit(now), draft: next(now.draft) }, [])
    },
    setUnread(path, text) {
      const now = store.get()
      const before = now.unread.get(path)
      if (before?.text === text?.text) return
      const unread = new Map(now.unread)
      // Once it was said what is wrong, it stays said until the text can be read.
      if (text) unread.set(path, { ...text, isLeft: before?.isLeft ?? false })
      else unread.delete(path)
      take(asEdit(now), now.told, unread)
    },
    leave: (path) =>
      store.set((now) => {
        const text = now.unread.get(path)
        return !text || text.isLeft
          ? now
          : { ...now, unread: new Map([...now.unread, [path, { ...text, isLeft: true }]]) }
      }),
    touch: (path) =>
      store.set((now) =>
        now.touched.has(path) ? now : { ...now, touched: new Set([...now.touched, path]) },
      ),
    isBlocked: () => isWrong(toSend()),
    showIssues: () => store.set((now) => ({ ...now, isTried: true })),
    discard() {
      const { unread, ...now } = store.get()
      const discarded = asEdit(now)
      ports().forget()
      rest(ports().view)
      ports().onDiscard?.()
      return () => {
        const now = store.get()
        // What was typed since then stays where both changed the same.
        const draft = mergeDrafts(discarded.original, now.draft, discarded.draft).merged
        const state = now.changes > 0 ? { ...asEdit(now), draft } : onto(discarded, ports().view)
        take(state, [], new Map([...unread, ...now.unread]))
      }
    },
    async save() {
      const { describe, along, save, load } = ports()
      const next = toSend()
      if (next.draft !== store.get().draft) take(next)
      const sent = asEdit(store.get())
      if (isWrong(sent)) {
        // The bar says so, and the fields themselves: one message is enough.
        store.set((now) => ({ ...now, isTried: true, isWaiting: false }))
        return undefined
      }
      store.set((now) => ({ ...now, isSaving: true, isWaiting: false }))
      ports().onSaving()
      const outcome = await saveDraft<D, V>(ports().view.id, sent, {
        save,
        load,
        ask,
        toPatch,
        merge: mergeDrafts,
        describe: (patch) => describe(patch, sent),
        ...(along ? { along } : {}),
      })
      store.set((now) => ({ ...now, isSaving: false }))
      // What was typed while the save was on its way stays.
      const since = store.get().draft
      const onTop = (draft: D) =>
        since === sent.draft ? draft : mergeDrafts(sent.draft, since, draft).merged
      const told = outcome.kind === 'failed' ? ports().issuesOf(outcome.error) : []
      if (outcome.kind === 'saved') {
        const { unread } = store.get()
        rest(outcome.view)
        take({ ...start(outcome.view), draft: onTop(outcome.view.data) }, [], unread)
      } else if (outcome.kind === 'deleted') {
        // Nothing can be saved now: the draft waits, and the page shows the entity as it is.
        const { unread } = store.get()
        const state = { ...outcome.state, draft: onTop(outcome.state.draft) }
        offer = { state: withUnread(state, unread), keptAt: Date.now() }
        ports().keep(offer.state)
        rest(outcome.view ?? ports().view)
        store.set((now) => ({ ...now, kept: { keptAt: Date.now(), changes: changesOf(state, unread) } }))
      } else if ('state' in outcome) {
        take({ ...outcome.state, draft: onTop(outcome.state.draft) }, told)
        const isWaiting = outcome.kind === 'failed' && (ports().isOffline?.(outcome.error) ?? false)
        if (outcome.kind === 'failed') store.set((now) => ({ ...now, isTried: !isWaiting, isWaiting }))
      }
      ports().onOutcome(outcome, told)
      if (outcome.kind === 'empty') return ports().view
      return outcome.kind === 'saved' ? outcome.view : undefined
    },
    restore() {
      store.set((now) => ({ ...now, kept: undefined }))
      // Always a merge, also at the same revision: what the viewer may see can have changed since, and what the draft
      // never knew must not look removed.
      if (offer) take(onto(offer.state, ports().view), [], keptUnread(offer.state))
    },
    forget() {
      store.set((now) => ({ ...now, kept: undefined }))
      ports().forget()
    },
  }
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
