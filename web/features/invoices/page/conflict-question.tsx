import { useMemo } from 'react'
import { useAccountNames } from '../../../api/by-ids.ts'
import { labelled } from '../../../texts/texts.ts'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { useTitle } from '../../../ui/localized.tsx'
import { useMoney } from '../../../ui/money.ts'
import type { InvoiceEditor } from '../use-invoice-editor.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

/** Asks about fields that two people changed, with the values in words and who saved the other one. */
export function ConflictQuestion({
  editor,
  words,
  titleOf,
}: {
  editor: InvoiceEditor
  words: InvoiceWords
  titleOf(path: string): string
}) {
  const question = useEdited(editor, (now) => now.question)
  const by = question?.theirs.updatedBy
  const nameOf = useAccountNames(useMemo(() => (by === undefined ? [] : [by]), [by]))
  const title = useTitle()
  const { amount } = useMoney()
  if (!question) return null
  const said = (path: string, value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return amount(value)
    if (Array.isArray(value)) return value.join(', ')
    if (path === '/ourSign') return words.ourSign(String(value))
    if (typeof value !== 'object') return String(value)
    const { text, amount: of } = value as { text?: string; amount?: number }
    return text === undefined ? title(value) : labelled(text, of === undefined ? '' : amount(of))
  }
  return (
    <ConflictDialog
      by={nameOf(question.theirs.updatedBy) || undefined}
      conflicts={question.conflicts.map(({ path, before, mine, theirs }) => ({
        path,
        title: titleOf(path),
        before: said(path, before),
        mine: said(path, mine),
        theirs: said(path, theirs),
      }))}
      onResolve={question.answer}
      onCancel={() => question.answer(undefined)}
    />
  )
}
