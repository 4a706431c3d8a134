import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { shownIssues, useEdited } from '../../../ui/entity-editor.ts'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { useUnreadWords } from '../../../ui/typed-input.tsx'
import { titleOfPath, valueInWords, type Words } from '../model/titles.ts'
import type { CompanyEditor } from '../use-company-editor.ts'

/** The sections in the order of the page. */
const sections = ['baseData', 'addresses', 'contactPersons']
const sectionOf = (path: string): number => sections.indexOf(path.split('/')[1] ?? '')

/** The bar of unsaved changes: the only part outside of the fields that follows the draft. */
export function EditorBar({
  editor,
  words,
  isEditable,
  onSave,
  onProblem,
  news,
}: {
  editor: CompanyEditor
  words: Words
  isEditable: boolean
  onSave(): void
  onProblem(): void
  news: ReactNode
}) {
  const t = useTexts('companies')
  const changes = useEdited(editor, (now) => now.changes)
  const isSaving = useEdited(editor, (now) => now.isSaving)
  const isWaiting = useEdited(editor, (now) => now.isWaiting)
  const wrong = useEdited(editor, shownIssues, isShallowSame)
  const [first] = wrong.toSorted((a, b) => sectionOf(a.path) - sectionOf(b.path))
  const unreadWords = useUnreadWords()
  const problem = () => {
    if (!first) return {}
    const said = (unreadWords(first) ?? words.t(`issue.${first.key ?? ''}`)) || first.expected
    // What is missing as a whole has no field to be named.
    const isOfField = first.path.split('/').length > 2
    const named = isOfField
      ? t('save.problemAt', { title: titleOfPath(first.path, [editor.state.get().draft], words), said })
      : said
    const rest = wrong.length - 1
    return { onProblem, problem: rest > 0 ? t('save.problemMore', { first: named, count: rest }) : named }
  }
  return (
    <SaveBar
      changes={isEditable ? changes : 0}
      isSaving={isSaving}
      isWaiting={isWaiting}
      onSave={onSave}
      onDiscard={editor.discard}
      news={news}
      {...problem()}
    />
  )
}

/** Asks about fields that two people changed, with the values in words. */
export function ConflictQuestion({ editor, words }: { editor: CompanyEditor; words: Words }) {
  const question = useEdited(editor, (now) => now.question)
  if (!question) return null
  const { draft, original } = editor.state.get()
  const sides = [draft, question.theirs.data, original]
  return (
    <ConflictDialog
      conflicts={question.conflicts.map((c) => {
        const said = (value: unknown) => valueInWords(c.path, value, words, sides)
        return {
          path: c.path,
          title: titleOfPath(c.path, sides, words),
          before: said(c.before),
          mine: said(c.mine),
          theirs: said(c.theirs),
        }
      })}
      onResolve={question.answer}
      onCancel={() => question.answer(undefined)}
    />
  )
}
