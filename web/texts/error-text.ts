import { useCallback } from 'react'
import type { Message } from '../../shared/model/message.ts'
import { sayMessage } from '../../shared/texts/say-message.ts'
import { useLocale, useTexts } from './texts.ts'

interface Told {
  message?: string
  code?: string
  details?: { key?: string; params?: Record<string, unknown> }
}

/** Says an error in the person's language, by its key, else its code, else as the server said it. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts('errors')
  return useCallback(
    (error: unknown) => {
      const { message = '', code, details } = (error ?? {}) as Told
      const key = details?.key
      // Some features have sentences of their own beside their screens' texts: the first screen does without them.
      const keys = [key, key && `messages:refused.${key}`, code]
      for (const one of keys) {
        if (!one) continue
        const said = t(one, { ...(details?.params ?? {}), defaultValue: '' })
        if (said) return said
      }
      return message || String(error)
    },
    [t],
  )
}

/**
 * Says a message in the person's language; undefined where its sentence is not known here. `titleOf` gives the title of
 * a place of an entity's data; without it the place is told as it is.
 */
export function useMessageText(
  titleOf?: (place: string) => string,
): (message: Message | undefined) => string | undefined {
  const t = useTexts('errors')
  const { locale } = useLocale()
  return useCallback(
    (message) =>
      message &&
      sayMessage(
        message,
        locale,
        (key, params) => t(key, { ...params, defaultValue: '' }) || undefined,
        titleOf,
      ),
    [t, locale, titleOf],
  )
}
