import { useCallback } from 'react'
import type { Issue } from '../../../shared/errors.ts'
import { useTexts } from '../../texts/texts.ts'
import { useIssue } from '../../ui/entity-editor.ts'
import { useUnreadWords } from '../../ui/typed-input.tsx'
import { keyOfSentence } from './model/problems.ts'
import { useProductPage } from './page-context.ts'

/** What an issue of the product says; text that cannot be read is told by its control. */
export function useProblemWords(): (issue: Issue) => string {
  const t = useTexts('product')
  return useCallback(
    (issue) => {
      const key = keyOfSentence(issue.expected) ?? issue.key
      return t([`problem.${key}`, 'plain'], { value: issue.expected })
    },
    [t],
  )
}

/** What is wrong at a place of the draft, in words, once it is to be shown. */
export function useProblem(path: string): string | undefined {
  const issue: Issue | undefined = useIssue(useProductPage().editor, path)
  const unreadWords = useUnreadWords()
  const problemWords = useProblemWords()
  return issue && (unreadWords(issue) ?? problemWords(issue))
}
