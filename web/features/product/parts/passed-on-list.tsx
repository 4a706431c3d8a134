import Button from '@cloudscape-design/components/button'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { passedOn, takeBack } from '../model/documents.ts'
import { useProductPage } from '../page-context.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What saving will put into other lists; each can be taken back. */
export function PassedOnList() {
  const t = useTexts('product')
  const { list, lookup, editor } = useProductPage()
  const all = useEdited(editor, ({ original, draft }) => passedOn(original, draft, list), isSame)
  if (all.length === 0) return null
  return (
    <ul className="product-plain product-passed-on" aria-label={t('documents.onSave')}>
      {all.map((one) => {
        const place = { name: one.fileName, list: lookup.listTitle(one.to) }
        return (
          <li key={`${one.to} ${one.id}`}>
            {t(one.isCopy ? 'documents.willCopy' : 'documents.willMove', place)}{' '}
            <Button
              variant="inline-link"
              ariaLabel={t('documents.takeBackOf', place)}
              onClick={() => editor.change((d) => takeBack(d, list, one))}
            >
              {t('documents.takeBack')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
