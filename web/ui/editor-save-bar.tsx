/** The bar of unsaved changes of an editor: it names the first field that keeps the changes from being saved. */
import type { Issue } from '../../shared/errors.ts'
import { useTexts } from '../texts/texts.ts'
import { type EntityEditor, shownIssues, useEdited } from './entity-editor.ts'
import { SaveBar, type SaveBarProps } from './save-bar.tsx'
import { isShallowSame } from './store.ts'
import { useUnreadWords } from './typed-input.tsx'

interface Props<D, V> extends Pick<SaveBarProps, 'onSave' | 'onDiscard' | 'onProblem' | 'news' | 'isNew'> {
  editor: EntityEditor<D, V>
  isEditable: boolean
  /** Those that are told, in the order of the page. */
  inOrder(issues: readonly Issue[]): Issue[]
  /** Title of the field; undefined where what is wrong is no field's. */
  titleOf(path: string): string | undefined
  wordsOf(issue: Issue): string
}

export function EditorSaveBar<D, V>(props: Props<D, V>) {
  const { editor, isEditable, inOrder, titleOf, wordsOf, ...ofBar } = props
  const ui = useTexts('ui')
  const unreadWords = useUnreadWords()
  const changes = useEdited(editor, (now) => now.changes)
  const isSaving = useEdited(editor, (now) => now.isSaving)
  const isWaiting = useEdited(editor, (now) => now.isWaiting)
  const wrong = inOrder(useEdited(editor, shownIssues, isShallowSame))
  const [first] = wrong
  const problemOf = (issue: Issue) => {
    const said = unreadWords(issue) ?? wordsOf(issue)
    const title = titleOf(issue.path)
    const named = title ? ui('save.problemAt', { title, said }) : said
    const rest = wrong.length - 1
    return rest > 0 ? ui('save.problemMore', { first: named, count: rest }) : named
  }
  return (
    <SaveBar
      changes={isEditable ? changes : 0}
      isSaving={isSaving}
      isWaiting={isWaiting}
      {...ofBar}
      {...(first && { problem: problemOf(first) })}
    />
  )
}
