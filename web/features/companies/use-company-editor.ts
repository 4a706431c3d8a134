/** The draft of a company: what was typed, kept on this machine, checked, saved against others. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { load } from '../../../shared/calls/bml/company/load.ts'
import { save } from '../../../shared/calls/bml/company/save.ts'
import { type Issue, isCallError } from '../../../shared/errors.ts'
import type { CompanyData, CompanyView } from '../../../shared/model/company.ts'
import { mergeDrafts, toPatch } from '../../../shared/rules/merge.ts'
import { callApi } from '../../api/client.ts'
import { warn } from '../../frame/dialogs.ts'
import { notify, showError } from '../../frame/notify.ts'
import { useDraft, useUnsavedGuard } from '../../frame/unsaved.tsx'
import { useTexts } from '../../texts/texts.ts'
import { type Choices, type Conflict, type EditState, saveDraft } from '../../ui/save-draft.ts'
import { describePatch } from './model/changes.ts'
import { visibleIssues } from './model/draft.ts'
import type { Words } from './model/titles.ts'
import { useNumberTaken } from './use-number-taken.ts'

type State = EditState<CompanyData>
export interface Question {
  conflicts: Conflict[]
  theirs: CompanyView
  answer(choices: Choices | undefined): void
}
export interface CompanyEditor {
  draft: CompanyData
  original: CompanyData
  changes: number
  isSaving: boolean
  isEditing: boolean
  edit(): void
  /** Ends editing; what was typed stays. */
  leave(): void
  change(next: (draft: CompanyData) => CompanyData): void
  /** The person has left a field: its message may be shown. */
  touch(path: string): void
  discard(): void
  /** True if it was saved; otherwise it has told why. */
  saveNow(): Promise<boolean>
  /** Messages at their places, by JSON pointer. */
  issues: ReadonlyMap<string, Issue>
  question: Question | undefined
  /** A draft that was kept on this machine and waits for a decision. */
  kept: { keptAt: number; changes: number } | undefined
  restore(): void
  forget(): void
}

const isState = (x: unknown): x is State =>
  typeof x === 'object' && x !== null && 'rev' in x && 'original' in x && 'draft' in x
const fresh = (view: CompanyView): State => ({ rev: view.rev, original: view.data, draft: view.data })
const changesOf = (state: State) => toPatch(state.original, state.draft).length

export function useCompanyEditor(input: {
  view: CompanyView
  account: string
  words: Words
  isEditable: boolean
  onView(view: CompanyView): void
}): CompanyEditor {
  const { view, words, isEditable, onView } = input
  const t = useTexts('companies')
  const store = useDraft<State>(`company:${input.account}:${view.id}`)
  const [state, setState] = useState(() => fresh(view))
  const [isEditing, setEditing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isTried, setTried] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [fromServer, setFromServer] = useState<readonly Issue[]>([])
  const [question, setQuestion] = useState<Question>()
  const [offer, setOffer] = useState(isEditable && isState(store.initial) ? store.initial : undefined)
  const latest = useRef(state)
  latest.current = state
  const changes = useMemo(() => changesOf(state), [state])
  const extra = useNumberTaken(view, state.draft.baseData.customerNumber ?? 0)
  const issues = useMemo(() => {
    const all = [...visibleIssues(state.draft, { touched, isTried, fromServer }), ...extra]
    return new Map(all.toReversed().map((issue) => [issue.path, issue]))
  }, [state.draft, touched, isTried, fromServer, extra])

  const keep = useCallback(
    (next: State) => {
      latest.current = next
      setState(next)
      if (changesOf(next) > 0) store.keep(next)
      else store.forget()
    },
    [store.keep, store.forget],
  )
  const adopt = useCallback((next: CompanyView) => {
    latest.current = fresh(next)
    setState(latest.current)
    setTried(false)
    setTouched(new Set())
    setFromServer([])
  }, [])
  // A newer state that came in is taken under what was typed meanwhile; a conflict waits for the save, which asks.
  useEffect(() => {
    const now = latest.current
    if (view.data === now.original || view.rev < now.rev) return
    if (changesOf(now) === 0) return adopt(view)
    const { merged, conflicts } = mergeDrafts(now.original, now.draft, view.data)
    if (conflicts.length === 0) keep({ rev: view.rev, original: view.data, draft: merged })
  }, [view, adopt, keep])

  const change = useCallback(
    (next: (draft: CompanyData) => CompanyData) => {
      setFromServer([])
      keep({ ...latest.current, draft: next(latest.current.draft) })
    },
    [keep],
  )
  const discard = useCallback(() => {
    store.forget()
    adopt(view)
    setEditing(false)
  }, [store.forget, adopt, view])

  const noticeId = `save:company:${view.id}`
  const saveNow = useCallback(async (): Promise<boolean> => {
    const problems = [
      ...visibleIssues(latest.current.draft, { touched: new Set(), isTried: true, fromServer: [] }),
      ...extra,
    ]
    if (problems.length > 0) {
      setTried(true)
      notify.warning({ id: noticeId, text: t('save.invalid', { count: problems.length }) })
      return false
    }
    setSaving(true)
    notify.progress({ id: noticeId, text: t('save.progress') })
    const outcome = await saveDraft<CompanyData, CompanyView>(view.id, latest.current, {
      save: (change) => callApi(save, change, { quiet: true }),
      load: (id) => callApi(load, { id }, { quiet: true }),
      ask: (conflicts, theirs) =>
        new Promise((resolve) =>
          setQuestion({
            conflicts,
            theirs,
            answer: (choices) => {
              setQuestion(undefined)
              resolve(choices)
            },
          }),
        ),
      toPatch,
      merge: mergeDrafts,
      describe: (patch) => describePatch(patch, [latest.current.draft, latest.current.original], words),
    })
    setSaving(false)
    if (outcome.kind === 'saved') {
      store.forget()
      adopt(outcome.view)
      onView(outcome.view)
      setEditing(false)
      notify.success({ id: noticeId, text: t('save.done') })
      if (outcome.others.length > 0) notify.info({ id: `${noticeId}:others`, text: t('save.others') })
      return true
    }
    if ('state' in outcome) keep(outcome.state)
    if (outcome.kind === 'empty') {
      notify.clear(noticeId)
      setEditing(false)
      return true
    }
    if (outcome.kind === 'gaveUp') notify.error({ id: noticeId, text: t('save.gaveUp') })
    if (outcome.kind === 'cancelled') notify.clear(noticeId)
    if (outcome.kind === 'deleted') {
      notify.clear(noticeId)
      void warn({ title: t('deleted.title'), text: t('deleted.text') })
    }
    if (outcome.kind === 'failed') {
      const places = issuesOf(outcome.error)
      setFromServer(places)
      setTried(true)
      if (places.length > 0) notify.error({ id: noticeId, text: t('save.invalid', { count: places.length }) })
      else {
        notify.clear(noticeId)
        showError(outcome.error)
      }
    }
    return false
  }, [view.id, words, extra, noticeId, t, store.forget, adopt, onView, keep])

  useUnsavedGuard({ hasChanges: isEditable && changes > 0, save: saveNow, discard })

  const keptChanges = useMemo(() => (offer ? changesOf(offer) : 0), [offer])
  return {
    draft: state.draft,
    original: state.original,
    changes,
    isSaving,
    isEditing: isEditable && isEditing,
    edit: useCallback(() => setEditing(true), []),
    leave: useCallback(() => setEditing(false), []),
    change,
    touch: useCallback(
      (path: string) => setTouched((now) => (now.has(path) ? now : new Set([...now, path]))),
      [],
    ),
    discard,
    saveNow,
    issues,
    question,
    kept: keptChanges > 0 ? { keptAt: store.keptAt ?? Date.now(), changes: keptChanges } : undefined,
    restore: () => {
      if (!offer) return
      setOffer(undefined)
      setEditing(true)
      // Always a merge: rows that the viewer may not see any more must not look removed. In a conflict the older
      // original stays, so that saving asks.
      const { merged, conflicts } = mergeDrafts(offer.original, offer.draft, view.data)
      keep(conflicts.length === 0 ? { rev: view.rev, original: view.data, draft: merged } : offer)
    },
    forget: () => {
      setOffer(undefined)
      store.forget()
    },
  }
}

/** Places that the server found wrong, in the company's data. */
function issuesOf(error: unknown): Issue[] {
  if (!isCallError(error)) return []
  if (error.code === 'duplicate' && error.details.path)
    return [{ path: error.details.path, expected: error.message, key: 'companyNumberTaken' }]
  return (error.details.issues ?? []).filter((i) =>
    /^\/(baseData|addresses|contactPersons)(\/|$)/.test(i.path),
  )
}
