import Alert from '@cloudscape-design/components/alert'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { changeSource, effective, isEmptyValue, possibleSources, type Source } from '../model/draft.ts'
import { emptyFor } from '../model/empty.ts'
import { valueText } from '../model/value-text.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'

/** Switches where a value comes from; says what will be seen, copied and dropped before it happens. */
export function SourceDialog({
  fieldKey,
  title,
  onDone,
  onClose,
}: {
  fieldKey: string
  title: string
  /** The source was switched. */
  onDone(): void
  onClose: () => void
}) {
  const t = useTexts('product')
  const { view, list, editor, words, lookup } = useProductPage()
  const draft = useDraftPart((now) => now)
  const now = effective(view, draft, list, fieldKey)
  const sources = possibleSources(draft, list)
  const [to, setTo] = useState<Source>(sources.find((s) => s !== now.source) ?? now.source)
  const empty = emptyFor(fieldKey, lookup)
  const say = (value: unknown) => valueText(fieldKey, value, words)
  const changeTo = (source: Source) => changeSource(view, draft, list, fieldKey, source, empty)
  const change = changeTo(to)
  const seen = (source: Source) => (source === now.source ? say(now.value) : say(changeTo(source).value))
  const isSame = to === now.source
  return (
    <VerbDialog
      title={t('source.title', { title })}
      verb={t(`source.verb.${to}`)}
      isBlocked={isSame}
      onVerb={() => {
        editor.change((d) => changeSource(view, d, list, fieldKey, to, empty).data)
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <RadioGroup
        ariaLabel={t('source.title', { title })}
        value={to}
        onChange={({ detail }) => setTo(detail.value as Source)}
        items={sources.map((source) => ({
          value: source,
          label: `${t(`source.${source}`)}${source === now.source ? ` ${t('source.now')}` : ''}`,
          description: seen(source) || t('empty'),
        }))}
      />
      <div aria-live="polite">
        {!isSame && to === 'direct' && (
          <Alert type="info">
            {isEmptyValue(change.value)
              ? t('source.copiesNothing')
              : t('source.copies', { value: say(change.value) })}
          </Alert>
        )}
        {!isSame && to !== 'direct' && (
          <Alert type={isEmptyValue(change.dropped) ? 'info' : 'warning'}>
            {isEmptyValue(change.dropped)
              ? t('source.follows')
              : t('source.drops', { value: say(change.dropped) })}
          </Alert>
        )}
      </div>
    </VerbDialog>
  )
}
