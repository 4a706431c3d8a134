/** Makes what edits one entity: checked while typing, saved against others. */
import type { Issue } from '../../shared/errors.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import type { EditorPorts, EditorState, EntityEditor, KeptState, UnreadText } from './entity-editor.ts'
import { getAt, pointerParts } from './json-at.ts'
import { type Choices, type Conflict, type EditState, type Saved, saveDraft } from './save-draft.ts'
import { makeStore } from './store.ts'
import { type Unread, unreadIssue, valueKinds } from './unread.ts'

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
