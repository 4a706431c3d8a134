/** The editor of an entity joined with the app: its draft kept on this machine, leaving asks, outcomes are told. */
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { errorStatus } from '../../shared/errors.ts'
import { isApiError } from '../api/api-error.ts'
import { isOffline, useOnRestored } from '../api/connection.ts'
import { useErrorText } from '../texts/error-text.ts'
import { labelled, useTexts } from '../texts/texts.ts'
import { type EditorPorts, type EntityEditor, type KeptState, useEdited } from '../ui/entity-editor.ts'
import { makeEntityEditor } from '../ui/make-entity-editor.ts'
import type { EditState, Saved } from '../ui/save-draft.ts'
import { warn } from './dialogs.ts'
import { type NoticeInput, notify } from './notify.ts'
import { type UnsavedGuard, useDraft, useUnsavedGuard } from './unsaved.tsx'

interface Options<D, V extends Saved<D>>
  extends Pick<
    EditorPorts<D, V>,
    | 'view'
    | 'save'
    | 'load'
    | 'issues'
    | 'blocking'
    | 'along'
    | 'fieldOf'
    | 'isTypedAt'
    | 'toSave'
    | 'describe'
    | 'issuesOf'
    | 'onDiscard'
  > {
  /** Names what is edited, in notifications: `product`. */
  kind: string
  /** Names the draft on this machine: one entity, one account. */
  draftKey: string
  /** False on an older revision and where the viewer may not edit. */
  isEditable: boolean
  /** Texts of the feature: `save.progress`, `.done`, `.gaveUp`, `.failed`; `deleted.title`, `.text`. */
  t: TFunction
  /** What was kept may be of an older version of the app. */
  isKept(value: EditState<D>): boolean
  /** `isLeaving`: it was saved on the way to somewhere else. */
  onSaved(view: V, isLeaving: boolean): void
  /** Leaving was to save first, and nothing was saved: the page leads to what is wrong. */
  onRefused(): void
  /** Leads to the first place that is wrong, wherever on the page it is; unless told as where a save was refused. */
  onFix?(): void
  /** The entity was deleted meanwhile: the page is to show it so. */
  onDeleted(view: V): void
  /** Whose changes came in with the save, in words; empty for nobody's. */
  othersText(others: readonly V[]): string
  /** Where going leaves the form: another path, unless told. */
  leaves?: UnsavedGuard['leaves']
}

/** What is told of a save that failed: why, and where the fault is the server's, its number and to try again. */
function useFailureText() {
  const frame = useTexts('frame')
  const ui = useTexts('ui')
  const say = useErrorText()
  return (
    failed: string,
    error: unknown,
    again: () => Promise<unknown>,
  ): Pick<NoticeInput, 'text' | 'action'> => {
    const told = `${failed} ${say(error)}`
    if (isApiError(error) && errorStatus[error.code] < 500) return { text: told }
    const requestId = isApiError(error) ? error.requestId : undefined
    return {
      text: requestId ? `${told} ${labelled(frame('errorDialog.requestId'), requestId)}` : told,
      action: { label: ui('error.retry'), run: () => void again() },
    }
  }
}

/** The editor stays the same object as long as the component is there; `issues` should be the same while it says the same. */
export function useEntityEditor<D extends object, V extends Saved<D> & { id: string }>(
  options: Options<D, V>,
): EntityEditor<D, V> {
  const storage = useDraft<KeptState<D>>(options.draftKey)
  const latest = useRef(options)
  latest.current = options
  const failureText = useFailureText()
  const failure = useRef(failureText)
  failure.current = failureText
  const isLeaving = useRef(false)
  const { view, issues, isEditable } = options
  const [editor] = useState(() => {
    const noticeId = `save:${options.kind}:${view.id}`
    const ports = (): EditorPorts<D, V> => ({
      ...latest.current,
      isOffline,
      keep: storage.keep,
      forget: storage.forget,
      // What was told of the save is over with it.
      onDiscard: () => {
        notify.clear(noticeId)
        latest.current.onDiscard?.()
      },
      onSaving: () => notify.progress({ id: noticeId, text: latest.current.t('save.progress') }),
      // The dialog says what is going on now.
      onAsking: () => notify.clear(noticeId),
      onOutcome: (outcome, told) => {
        const { t, onSaved, onDeleted, othersText } = latest.current
        if (outcome.kind !== 'saved' && outcome.kind !== 'gaveUp') notify.clear(noticeId)
        if (outcome.kind === 'saved') {
          onSaved(outcome.view, isLeaving.current)
          notify.success({ id: noticeId, text: t('save.done') })
          const others = othersText(outcome.others)
          if (others !== '') notify.info({ id: `${noticeId}:others`, text: others })
        }
        if (outcome.kind === 'gaveUp') notify.error({ id: noticeId, text: t('save.gaveUp') })
        if (outcome.kind === 'deleted') {
          onDeleted(outcome.view ?? { ...latest.current.view, disabled: true })
          void warn({ title: t('deleted.title'), text: t('deleted.text') })
        }
        // What the page shows, at its fields or in its bar, is not told a second time.
        if (outcome.kind === 'failed' && told.length === 0 && !isOffline(outcome.error)) {
          const { text, action } = failure.current(t('save.failed'), outcome.error, made.save)
          // What is kept of it may be read when the page is gone.
          notify.error({ id: noticeId, text, ...(action && { action }) }, { id: noticeId, text })
        }
      },
    })
    // The page offers it once it can be edited: a deleted entity may be restored.
    const kept = storage.initial
    const made = makeEntityEditor(
      ports,
      kept && options.isKept(kept) ? { state: kept, keptAt: storage.keptAt ?? Date.now() } : undefined,
    )
    return made
  })
  // A newer state that came in: another call of this page, a reload, somebody else's save.
  useEffect(() => editor.adopt(view), [editor, view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules are the reason to check again
  useEffect(() => editor.recheck(), [editor, issues])
  useOnRestored(() => {
    if (editor.state.get().isWaiting) void editor.save()
  })
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  useUnsavedGuard({
    hasChanges: hasChanges && isEditable,
    save: async () => {
      isLeaving.current = true
      try {
        const saved = await editor.save()
        if (saved === undefined) latest.current.onRefused()
        return saved !== undefined
      } finally {
        isLeaving.current = false
      }
    },
    isBlocked: editor.isBlocked,
    fix: () => {
      editor.showIssues()
      const { onFix, onRefused } = latest.current
      ;(onFix ?? onRefused)()
    },
    discard: editor.discard,
    ...(options.leaves && { leaves: options.leaves }),
  })
  return editor
}
