/**
 * Editing one entity: its draft in a store, so that a field hears only of itself; checked while typing, saved against
 * others. It knows no calls and no storage: the ports are given.
 */
import type { Issue } from '../../shared/errors.ts'
import type { Changeset, JsonPatch } from '../../shared/model/entity.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
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

interface EditorState<D, V> extends EditState<D> {
  /** Changed values: as many as a save would send operations. */
  changes: number
  isSaving: boolean
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
  /** Shows what is wrong at a place: somebody typed there, or left it. */
  touch(path: string): void
  /** Shows everything that is wrong. */
  showIssues(): void
  discard(): void
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
  /** Title and places of the revision. */
  describe(patch: JsonPatch, state: EditState<D>): Changeset | undefined
  /** Places that the server's refusal names. */
  issuesOf(error: unknown): readonly Issue[]
  /** Keeps the draft on this machine, or forgets it. */
  keep(state: EditState<D>): void
  forget(): void
  onSaving(): void
  onAsking(): void
  onOutcome(outcome: SaveOutcome<D, V>, told: readonly Issue[]): void
  onDiscard?(): void
}

const nothing: ReadonlySet<string> = new Set()
const changesOf = (state: EditState<object>) => toPatch(state.original, state.draft).length
const asEdit = <D>({ rev, original, draft }: EditState<D>): EditState<D> => ({ rev, original, draft })

/** `offer` is what was kept on this machine. `adopt` takes a newer state that came in under what was typed. */
export function makeEntityEditor<D extends object, V extends Saved<D> & { id: string }>(
  ports: () => EditorPorts<D, V>,
  offer: { state: EditState<D>; keptAt: number } | undefined,
): EntityEditor<D, V> & { adopt(view: V): void } {
  const start = (view: V): EditState<D> => ({ rev: view.rev, original: view.data, draft: view.data })
  const checked = (state: EditState<D>, told: readonly Issue[]) => {
    const found = ports().issues(asEdit(state))
    // The first issue of a place is the one that is said there.
    return new Map([...found, ...told].toReversed().map((issue) => [issue.path, issue]))
  }
  const rested = (state: EditState<D>) => ({
    ...asEdit(state),
    changes: 0,
    issues: checked(state, []),
    touched: nothing,
    isTried: false,
    told: [],
  })
  const offered = offer ? changesOf(offer.state) : 0
  const store = makeStore<EditorState<D, V>>({
    ...rested(start(ports().view)),
    isSaving: false,
    question: undefined,
    kept: offer && offered > 0 ? { keptAt: offer.keptAt, changes: offered } : undefined,
  })
  const rest = (view: V) => store.set((now) => ({ ...now, ...rested(start(view)) }))
  const take = (next: EditState<D>, told: readonly Issue[] = store.get().told) => {
    const changes = changesOf(next)
    store.set((now) => ({ ...now, ...asEdit(next), changes, told, issues: checked(next, told) }))
    if (changes > 0) ports().keep(asEdit(next))
    else ports().forget()
  }
  /** Puts a draft onto a newer state. In a conflict the older original stays, so that saving asks. */
  const onto = (state: EditState<D>, view: V): EditState<D> => {
    const { merged, conflicts } = mergeDrafts(state.original, state.draft, view.data)
    return conflicts.length > 0 ? asEdit(state) : { rev: view.rev, original: view.data, draft: merged }
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
    recheck: () => store.set((now) => ({ ...now, issues: checked(now, now.told) })),
    change(next) {
      const now = store.get()
      take({ ...asEdit(now), draft: next(now.draft) }, [])
    },
    touch: (path) =>
      store.set((now) =>
        now.touched.has(path) ? now : { ...now, touched: new Set([...now.touched, path]) },
      ),
    showIssues: () => store.set((now) => ({ ...now, isTried: true })),
    discard() {
      ports().forget()
      rest(ports().view)
      ports().onDiscard?.()
    },
    async save() {
      const sent = asEdit(store.get())
      const { issues, blocking = issues, describe, along, save, load } = ports()
      if (blocking(sent).length > 0) {
        // The bar says so, and the fields themselves: one message is enough.
        store.set((now) => ({ ...now, isTried: true }))
        return undefined
      }
      store.set((now) => ({ ...now, isSaving: true }))
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
        rest(outcome.view)
        take({ ...start(outcome.view), draft: onTop(outcome.view.data) })
      } else if ('state' in outcome) {
        take({ ...outcome.state, draft: onTop(outcome.state.draft) }, told)
        if (outcome.kind === 'failed') store.set((now) => ({ ...now, isTried: true }))
      }
      ports().onOutcome(outcome, told)
      if (outcome.kind === 'empty') return ports().view
      return outcome.kind === 'saved' ? outcome.view : undefined
    },
    restore() {
      store.set((now) => ({ ...now, kept: undefined }))
      // Always a merge, also at the same revision: what the viewer may see can have changed since, and what the draft
      // never knew must not look removed.
      if (offer) take(onto(offer.state, ports().view))
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

/** What is wrong at a place, once it is to be shown there. */
export const useIssue = <D, V>(editor: EntityEditor<D, V>, path: string): Issue | undefined =>
  useEdited(editor, ({ isTried, touched, issues }) =>
    isTried || touched.has(path) ? issues.get(path) : undefined,
  )

/** How many issues are shown. */
export const shownIssues = ({ isTried, touched, issues }: EditorState<unknown, unknown>): number =>
  isTried ? issues.size : [...issues.keys()].filter((path) => touched.has(path)).length
