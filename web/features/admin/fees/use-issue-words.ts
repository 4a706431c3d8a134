import { useCallback } from 'react'
import type { Issue } from '../../../../shared/errors.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useIssueWords } from '../use-issue-words.ts'

/** What is wrong with a fee schedule, in words. */
export function useFeeIssueWords(): (issue: Issue) => string {
  const t = useTexts('fees')
  const others = useIssueWords()
  return useCallback(
    (issue) => (issue.key && t(`issue.${issue.key}`, { defaultValue: '' })) || others(issue),
    [t, others],
  )
}
