import { type ReactNode, useMemo } from 'react'
import { useAccountNames } from '../../../api/by-ids.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useDateFormat } from '../../../ui/dates.tsx'
import { EditorSaveBar } from '../../../ui/editor-save-bar.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { issuesInPageOrder } from '../model/order.ts'
import { titleOfPath, valueInWords, type Words } from '../model/titles.ts'
import type { CompanyEditor } from '../use-company-editor.ts'

/** The bar of unsaved changes: the only part outside of the fields that follows the draft. */
export function EditorBar({
  editor,
  words,
  isEditable,
  onSave,
  onDiscard,
  onProblem,
  news,
}: {
  editor: CompanyEditor
  words: Words
  isEditable: boolean
  onSave(): void
  onDiscard(): void
  onProblem(): void
  news: ReactNode
}) {
  return (
    <EditorSaveBar
      editor={editor}
      isEditable={isEditable}
      inOrder={(issues) => issuesInPageOrder(issues, editor.state.get().draft)}
      // What is missing as a whole has no field to be named.
      titleOf={(path) =>
        path.split('/').length > 2 ? titleOfPath(path, [editor.state.get().draft], words) : undefined
      }
      wordsOf={(issue) => words.t(`issue.${issue.key ?? ''}`) || issue.expected}
      onSave={onSave}
      onDiscard={onDiscard}
      onProblem={onProblem}
      news={news}
    />
  )
}

/** Asks about fields that two people changed, with the values in words and who saved the other one. */
export function ConflictQuestion({ editor, words }: { editor: CompanyEditor; words: Words }) {
  const question = useEdited(editor, (now) => now.question)
  const by = question?.theirs.updatedBy
  const nameOf = useAccountNames(useMemo(() => (by === undefined ? [] : [by]), [by]))
  const { moment } = useDateFormat()
  const ui = useTexts('ui')
  if (!question) return null
  const { theirs } = question
  const whose = [moment(theirs.updated), nameOf(theirs.updatedBy)].filter(Boolean).join(', ')
  const { draft, original } = editor.state.get()
  const sides = [draft, theirs.data, original]
  return (
    <ConflictDialog
      by={nameOf(theirs.updatedBy) || undefined}
      conflicts={question.conflicts.map((c) => {
        const said = (value: unknown) => valueInWords(c.path, value, words, sides)
        return {
          path: c.path,
          title: titleOfPath(c.path, sides, words),
          before: said(c.before),
          mine: said(c.mine),
          theirs: (
            <>
              <div className="companies-value">{said(c.theirs) || ui('conflict.empty')}</div>
              <div className="companies-whose">{whose}</div>
            </>
          ),
        }
      })}
      onResolve={question.answer}
      onCancel={() => question.answer(undefined)}
    />
  )
}
