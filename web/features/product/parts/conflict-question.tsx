import { useTexts } from '../../../texts/texts.ts'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { useDateFormat } from '../../../ui/dates.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { pointerParts } from '../../../ui/json-at.ts'
import { personIn } from '../model/person.ts'
import { placeOf } from '../model/place.ts'
import { valueText } from '../model/value-text.ts'
import { useProductPage } from '../page-context.ts'

/** Asks about fields that two people changed, with the values in words and who saved the other one. */
export function ConflictQuestion() {
  const t = useTexts('product')
  const { editor, words, lookup } = useProductPage()
  const { moment } = useDateFormat()
  const question = useEdited(editor, (now) => now.question)
  if (!question) return null
  const { theirs } = question
  const by = personIn(theirs, theirs.updatedBy)
  const whose = t('status.by', { date: moment(theirs.updated), name: by ?? t('someone') })
  return (
    <ConflictDialog
      by={by}
      conflicts={question.conflicts.map(({ path, before, mine, theirs: other }) => {
        const place = placeOf(path, words, editor.state.get().draft)
        const say = (value: unknown) => valueText(place.key, value, words, pointerParts(path)[3])
        return {
          path,
          title: place.list === undefined ? place.title : `${place.title} · ${lookup.listTitle(place.list)}`,
          before: say(before),
          mine: say(mine),
          theirs: (
            <>
              <div className="product-value">{say(other) || t('empty')}</div>
              <div className="product-muted">{whose}</div>
            </>
          ),
        }
      })}
      onResolve={question.answer}
      onCancel={() => question.answer(undefined)}
    />
  )
}
