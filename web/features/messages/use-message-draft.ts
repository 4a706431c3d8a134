/** What one writes in a conversation: kept on the server while one types, and on this machine until it is there. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { savedraft } from '../../../shared/calls/bml/message/savedraft.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { Attachment } from '../../../shared/model/conversation.ts'
import type { Draft } from '../../../shared/model/conversation-view.ts'
import { callApi } from '../../api/client.ts'
import { useOnRestored } from '../../api/connection.ts'
import { useDraft } from '../../frame/unsaved.tsx'

/** Milliseconds without a key. */
const waitMs = 1_000

interface Written {
  text: string
  attachments: readonly Attachment[]
}
export type DraftState = 'none' | 'typing' | 'kept' | 'failed' | 'differs'

export function useMessageDraft(conversationId: string, found: Draft | undefined) {
  const local = useDraft<Written>(`message:${conversationId}`)
  const [written, setWritten] = useState<Written>(
    () => local.initial ?? { text: found?.text ?? '', attachments: found?.attachments ?? [] },
  )
  const [state, setState] = useState<DraftState>(() => (local.initial ? 'typing' : found ? 'kept' : 'none'))
  /** The newest that this window has seen. */
  const seen = useRef(found?.at)
  const latest = useRef({ written, state })
  latest.current = { written, state }
  const running = useRef<Promise<unknown>>(Promise.resolve())

  const keep = useCallback(async (): Promise<void> => {
    const { text, attachments } = latest.current.written
    try {
      const { draft } = await callApi(
        savedraft,
        { conversationId, text, attachments: [...attachments], ...(seen.current && { seen: seen.current }) },
        { quiet: true, background: true },
      )
      seen.current = draft?.at
      if (latest.current.written.text === text && latest.current.written.attachments === attachments) {
        local.forget()
        setState(draft ? 'kept' : 'none')
      }
    } catch (error) {
      setState(isCallError(error) && error.code === 'revision_conflict' ? 'differs' : 'failed')
    }
  }, [conversationId, local.forget])
  /** One after the other: each names what the one before has kept. */
  const keepSoon = useCallback(() => {
    running.current = running.current.then(keep)
    return running.current
  }, [keep])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the wait anew
  useEffect(() => {
    if (state !== 'typing') return
    const timer = setTimeout(() => void keepSoon(), waitMs)
    return () => clearTimeout(timer)
  }, [state, written, keepSoon])
  useEffect(
    () => () => {
      if (latest.current.state === 'typing') void keepSoon()
    },
    [keepSoon],
  )
  useOnRestored(() => {
    if (latest.current.state === 'failed') setState('typing')
  })
  const change = (to: Partial<Written>) => {
    const next = { ...latest.current.written, ...to }
    latest.current.written = next
    setWritten(next)
    local.keep(next)
    setState((now) => (now === 'differs' ? now : 'typing'))
  }
  return {
    written,
    state,
    change,
    /** It was sent: nothing is left to be kept. */
    async sent() {
      await running.current
      local.forget()
      setWritten({ text: '', attachments: [] })
      setState('none')
      seen.current = undefined
    },
    /** Another window has kept another one: takes it, or writes over it. */
    settle(other: Draft | undefined, takesIt: boolean) {
      seen.current = other?.at
      if (takesIt) {
        local.forget()
        setWritten({ text: other?.text ?? '', attachments: other?.attachments ?? [] })
      }
      setState(takesIt ? 'kept' : 'typing')
    },
  }
}
