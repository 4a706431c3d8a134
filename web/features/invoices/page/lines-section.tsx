/** The lines with their products; a list of a product can be marked as no longer to be billed. */
import { useMemo } from 'react'
import { markforunindex } from '../../../../shared/calls/bml/invoice/markforunindex.ts'
import { type InvoiceView, isScaleLine } from '../../../../shared/model/invoice.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import type { ShownLine } from '../../../ui/invoice-groups.ts'
import { InvoiceLines } from '../../../ui/invoice-lines.tsx'
import { StateBadge } from '../../../ui/state-badge.tsx'
import { linesOf } from '../model/draft.ts'
import { ProductOfLine, productNames } from '../parts/product-of-line.tsx'
import type { InvoiceEditor } from '../use-invoice-editor.ts'
import type { InvoiceWords } from '../use-invoice-words.ts'

interface Props {
  editor: InvoiceEditor
  words: InvoiceWords
  view: InvoiceView
  isEditable: boolean
  mayMark: boolean
  isStaff: boolean
  onMarked(): Promise<unknown>
}

export function LinesSection({ editor, words, view, isEditable, mayMark, isStaff, onMarked }: Props) {
  const draft = useEdited(editor, (now) => now.draft)
  const { data } = view
  // What was sent says what it said; a draft follows what is typed.
  const { sums, totals } = useMemo(() => (isEditable ? linesOf(draft) : data), [isEditable, draft, data])
  const names = useMemo(() => productNames(sums), [sums])
  const product = (line: ShownLine, id: string) => (
    <span className="invoices-product">
      {isStaff ? (
        <ProductOfLine line={line} id={id} names={names} t={words.t} />
      ) : (
        (names.get(id) ?? words.t('line.product'))
      )}
      {isScaleLine(line) && line.listId !== undefined && (
        <Unindex
          view={view}
          productId={id}
          listId={line.listId}
          name={names.get(id) ?? ''}
          mayMark={mayMark}
          words={words}
          onMarked={onMarked}
        />
      )}
    </span>
  )
  return <InvoiceLines lines={sums} totals={totals} currency={data.currency} words={{ ...words, product }} />
}

/** That the list is not billed for the years after: shown, and for who may set or taken away. */
function Unindex({
  view,
  productId,
  listId,
  name,
  mayMark,
  words,
  onMarked,
}: {
  view: InvoiceView
  productId: string
  listId: string
  name: string
  mayMark: boolean
  words: InvoiceWords
  onMarked(): Promise<unknown>
}) {
  const { t } = words
  const { send, isSending } = useSend(markforunindex)
  const { unindex = [], institution } = view.data
  const isMarked = unindex.some((one) => one.productId === productId && one.listId === listId)
  const mark = async (marked: boolean) => {
    const done = await send({ productId, listId, institutionId: institution, marked }).catch(() => undefined)
    if (!done) return
    notify.success({
      id: `unindex:${productId}:${listId}`,
      text: t(marked ? 'unindex.done' : 'unindex.undone', { name }),
      ...(marked && { action: { label: t('unindex.undo'), run: () => void mark(false) } }),
    })
    await onMarked()
  }
  return (
    <>
      {isMarked && (
        <StateBadge tone="warning">{t('unindex.marked', { year: view.data.targetYear })}</StateBadge>
      )}
      {mayMark && (
        <button
          type="button"
          className="invoices-act"
          disabled={isSending}
          aria-label={t(isMarked ? 'unindex.removeOf' : 'unindex.setOf', { name })}
          onClick={() => void mark(!isMarked)}
        >
          {t(isMarked ? 'unindex.remove' : 'unindex.set')}
        </button>
      )}
    </>
  )
}
