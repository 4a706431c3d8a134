import { useMemo } from 'react'
import { useAccountNames } from '../../../api/by-ids.ts'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import type { AdminWords } from '../use-admin-words.ts'
import type { EntryEditor } from '../use-entry-editor.ts'

/** Asks about fields that two people changed, with the values in words and who saved the other one. */
export function ConflictQuestion({ editor, words }: { editor: EntryEditor; words: AdminWords }) {
  const question = useEdited(editor, (now) => now.question)
  const by = question?.theirs.updatedBy
  const nameOf = useAccountNames(useMemo(() => (by === undefined ? [] : [by]), [by]))
  if (!question) return null
  return (
    <ConflictDialog
      by={nameOf(question.theirs.updatedBy) || undefined}
      conflicts={question.conflicts.map(({ path, before, mine, theirs }) => {
        const said = (value: unknown) => words.value(pointerParts(path)[0] ?? '', value)
        return {
          path,
          title: words.placeTitle(path),
          before: said(before),
          mine: said(mine),
          theirs: said(theirs),
        }
      })}
      onResolve={question.answer}
      onCancel={() => question.answer(undefined)}
    />
  )
}
