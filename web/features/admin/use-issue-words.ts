import { useCallback } from 'react'
import type { Issue } from '../../../shared/errors.ts'
import { useErrorText } from '../../texts/error-text.ts'
import { useTexts } from '../../texts/texts.ts'
import { useUnreadWords } from '../../ui/typed-input.tsx'

/** What is wrong, in words: by this screen's own sentence, else as the server says it. */
export function useIssueWords(): (issue: Issue) => string {
  const t = useTexts('admin')
  const say = useErrorText()
  const unread = useUnreadWords()
  return useCallback(
    (issue) => {
      const { key, expected, params } = issue
      const own = key && t(`issue.${key}`, { defaultValue: '' })
      return (
        unread(issue) ??
        (own || say({ message: expected, ...(key && { details: { key, ...(params && { params }) } }) }))
      )
    },
    [t, say, unread],
  )
}
