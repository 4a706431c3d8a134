import type { Issue } from '../../../shared/errors.ts'
import { useTexts } from '../../texts/texts.ts'
import { useIssue } from '../../ui/entity-editor.ts'
import { useUnreadWords } from '../../ui/typed-input.tsx'
import { keyOfSentence } from './model/problems.ts'
import { useProductPage } from './page-context.ts'

/** What is wrong at a place of the draft, in words, once it is to be shown. */
export function useProblem(path: string): string | undefined {
  const t = useTexts('product')
  const issue: Issue | undefined = useIssue(useProductPage().editor, path)
  const unreadWords = useUnreadWords()
  const key = issue && (keyOfSentence(issue.expected) ?? issue.key)
  return issue && (unreadWords(issue) ?? t([`problem.${key}`, 'plain'], { value: issue.expected }))
}
