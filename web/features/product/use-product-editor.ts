/** The draft of one list of a product: what was typed, kept on this machine, saved against others. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { type Issue, isCallError } from '../../../shared/errors.ts'
import type { ProductData, ProductView } from '../../../shared/model/product.ts'
import { mergeDrafts, toPatch } from '../../../shared/rules/merge.ts'
import { callApi } from '../../api/client.ts'
import { warn } from '../../frame/dialogs.ts'
import { notify, showError } from '../../frame/notify.ts'
import { useDraft, useUnsavedGuard } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { type Choices, type Conflict, type EditState, saveDraft } from '../../ui/save-draft.ts'
import { describeChanges } from './model/describe.ts'
import { alongWithLink } from './model/draft.ts'
import type { Lookup } from './model/lookup.ts'
import { personIn } from './model/person.ts'
import { keyOfSentence } from './model/problems.ts'
import { useProblems } from './use-problems.ts'

export interface Question {
  conflicts: Conflict[]
  theirs: ProductView
  answer(choices: Choices | undefined): void
}
/** A draft that was kept on this machine and waits for a decision. */
export interface KeptDraft {
  keptAt: number
  changes: number
}
export interface ProductEditor {
  original: ProductData
  draft: ProductData
  hasChanges: boolean
  changes: number
  isSaving: boolean
  change(next: (draft: ProductData) => ProductData): void
  discard(): void
  /** Resolves to the saved product, or undefined if it was not saved; it has told why. */
  saveNow(): Promise<ProductView | undefined>
  /** Problems by JSON pointer, in words. */
  problems: ReadonlyMap<string, string>
  /** Show every problem, also of fields that nobody touched: after a save was tried. */
  showsAll: boolean
  /** True if nothing is wrong with the list as a whole. Else says so, and shows it also where nobody typed. */
  checkAll(): boolean
  question: Question | undefined
  kept: KeptDraft | undefined
  restore(): void
  forget(): void
}

interface Input {
  view: ProductView
  list: string
  account: string
  lookup: Lookup
  /** False on an older revision and where the viewer may not edit. */
  isEditable: boolean
  onView(view: ProductView): void
}
type State = EditState<ProductData>

export function useProductEditor({ view, list, account, lookup, isEditable, onView }: Input): ProductEditor {
  const t = useTexts('product')
  const store = useDraft<State>(`product:${account}:${view.id}:${list}`)
  const [state, setState] = useState<State>(() => ({ rev: view.rev, original: view.data, draft: view.data }))
  const [isSaving, setSaving] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const [offer, setOffer] = useState<State | undefined>(isEditable ? store.initial : undefined)
  const patch = useMemo(() => toPatch(state.original, state.draft), [state])
  const hasChanges = patch.length > 0
  const latest = useRef(state)
  latest.current = state
  const found = useProblems(state, view, list, lookup)
  const [told, setTold] = useState<ReadonlyMap<string, string>>(nothingTold)
  const problems = useMemo(() => new Map([...found.byPath, ...told]), [found, told])

  const keep = useCallback(
    (next: State) => {
      latest.current = next
      setState(next)
      if (toPatch(next.original, next.draft).length > 0) store.keep(next)
      else store.forget()
    },
    [store.keep, store.forget],
  )
  const adopt = useCallback((next: ProductView) => {
    const fresh = { rev: next.rev, original: next.data, draft: next.data }
    latest.current = fresh
    setState(fresh)
    setShowsAll(false)
  }, [])
  // A newer state that came in (another call of this page, a reload) is taken under what was typed meanwhile.
  useEffect(() => {
    const now = latest.current
    if (view.data === now.original || view.rev < now.rev) return
    if (toPatch(now.original, now.draft).length === 0) return adopt(view)
    const { merged, conflicts } = mergeDrafts(now.original, now.draft, view.data)
    // A conflict is asked about when saving: the older original has to stay for that.
    if (conflicts.length === 0) keep({ rev: view.rev, original: view.data, draft: merged })
  }, [view, adopt, keep])

  const change = useCallback(
    (next: (draft: ProductData) => ProductData) => {
      setTold(nothingTold)
      keep({ ...latest.current, draft: next(latest.current.draft) })
    },
    [keep],
  )
  const discard = useCallback(() => {
    store.forget()
    adopt(view)
  }, [store.forget, adopt, view])

  const noticeId = `save:product:${view.id}`
  const saveNow = useCallback(async (): Promise<ProductView | undefined> => {
    if (found.blocking > 0) {
      // The bar says so, and the fields themselves: one message is enough.
      setShowsAll(true)
      return undefined
    }
    setSaving(true)
    notify.progress({ id: noticeId, text: t('save.progress') })
    const outcome = await saveDraft<ProductData, ProductView>(view.id, latest.current, {
      save: async (input) => (await callApi(save, input, { quiet: true })) as ProductView,
      load: async (id) => (await callApi(load, { id }, { quiet: true })) as ProductView,
      ask: (conflicts, theirs) =>
        new Promise((resolve) => {
          // The dialog says what is going on now.
          notify.clear(noticeId)
          setQuestion({
            conflicts,
            theirs,
            answer: (choices) => {
              setQuestion(undefined)
              resolve(choices)
            },
          })
        }),
      toPatch,
      merge: mergeDrafts,
      along: alongWithLink,
      describe: describeChanges,
    })
    setSaving(false)
    if (outcome.kind === 'saved') {
      store.forget()
      adopt(outcome.view)
      onView(outcome.view)
      notify.success({ id: noticeId, text: t('save.done') })
      const names = [...new Set(outcome.others.map((o) => personIn(o, o.updatedBy) ?? t('someone')))]
      if (names.length > 0)
        notify.info({ id: `${noticeId}:others`, text: t('save.others', { names: names.join(', ') }) })
      return outcome.view
    }
    if (outcome.kind === 'empty') notify.warning({ id: noticeId, text: t('save.empty') })
    if (outcome.kind === 'gaveUp') notify.error({ id: noticeId, text: t('save.gaveUp') })
    if (outcome.kind === 'cancelled') notify.clear(noticeId)
    if (outcome.kind === 'deleted') {
      notify.clear(noticeId)
      void warn({ title: t('deleted.title'), text: t('deleted.text') })
    }
    if (outcome.kind === 'failed') {
      const issues = issuesOf(outcome.error)
      setTold(
        new Map(
          issues.map((i) => [
            i.path,
            t([`problem.${keyOfSentence(i.expected)}`, 'plain'], { value: i.expected }),
          ]),
        ),
      )
      setShowsAll(true)
      // What the page shows at its fields is not told a second time.
      if (issues.length > 0) notify.clear(noticeId)
      else {
        notify.error({ id: noticeId, text: t('save.failed') })
        showError(outcome.error)
      }
    }
    if ('state' in outcome) keep(outcome.state)
    return undefined
  }, [found, view.id, noticeId, t, store.forget, adopt, onView, keep])

  const checkAll = useCallback(() => {
    if (problems.size === 0) return true
    setShowsAll(true)
    notify.warning({ id: noticeId, text: t('save.invalid') })
    return false
  }, [problems, noticeId, t])

  useUnsavedGuard({
    hasChanges: hasChanges && isEditable,
    save: async () => (await saveNow()) !== undefined,
    discard,
  })

  const kept = useMemo<KeptDraft | undefined>(() => {
    if (!offer || !isOffer(offer)) return undefined
    return { keptAt: store.keptAt ?? Date.now(), changes: toPatch(offer.original, offer.draft).length }
  }, [offer, store.keptAt])
  const restore = useCallback(() => {
    if (!offer) return
    setOffer(undefined)
    // Always a merge, also at the same revision: what the viewer may see can have changed since, and what the draft
    // never knew must not look removed. In a conflict the older original stays, so that saving asks.
    const { merged, conflicts } = mergeDrafts(offer.original, offer.draft, view.data)
    keep(conflicts.length === 0 ? { rev: view.rev, original: view.data, draft: merged } : offer)
  }, [offer, view, keep])
  const forget = useCallback(() => {
    setOffer(undefined)
    store.forget()
  }, [store.forget])

  return {
    original: state.original,
    draft: state.draft,
    hasChanges,
    changes: patch.length,
    isSaving,
    change,
    discard,
    saveNow,
    problems,
    showsAll,
    checkAll,
    question,
    kept: kept && kept.changes > 0 ? kept : undefined,
    restore,
    forget,
  }
}

const nothingTold: ReadonlyMap<string, string> = new Map()
/** Wrong places of the product that the server named. */
const issuesOf = (error: unknown): Issue[] =>
  isCallError(error) ? (error.details.issues ?? []).filter((i) => i.path.startsWith('/listData/')) : []

/** What was kept may be of an older version of the app. */
const isOffer = (value: State): boolean =>
  typeof value.rev === 'number' &&
  typeof value.original?.listData === 'object' &&
  typeof value.draft?.listData === 'object'
