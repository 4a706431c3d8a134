/** What a list has to say: between its conditions and its rows, and beside its title. One message per fact. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import { isOfflineError } from './error-state.tsx'

/** The rows that are shown are those of before: why there are no newer ones. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useTexts('ui')
  const errorText = useErrorText()
  if (isOfflineError(error))
    return (
      <Alert type="warning">
        {t('list.failed')} {t('error.offlineText')}
      </Alert>
    )
  return (
    <Alert type="error" action={<Button onClick={onRetry}>{t('error.retry')}</Button>}>
      {t('list.failed')} {errorText(error)}
    </Alert>
  )
}

/** There are newer rows than those shown. Beside the title, where it moves no row under the mouse. */
export function FreshRows({
  hasWaiting,
  added,
  onShow,
}: {
  hasWaiting: boolean
  added: number
  onShow(): void
}) {
  const t = useTexts('ui')
  return (
    <span aria-live="polite" className="il-fresh-rows">
      {hasWaiting && (
        <>
          {added > 0 ? t('list.fresh.added', { count: added }) : t('list.fresh.changed')}{' '}
          <Button variant="inline-link" onClick={onShow}>
            {t('list.fresh.show')}
          </Button>
        </>
      )}
    </span>
  )
}

export function ListNotices(props: {
  /** Conditions of the address that nothing could be made of: nothing is searched while they stand. */
  notUnderstood: number
  onDropUnknown(): void
  /** The last page that paging reaches; there are more hits behind it. */
  isCut: boolean
  shown: string
  total: string
  error?: unknown
  onRetry?(): void
}) {
  const t = useTexts('ui')
  const notices = [
    props.notUnderstood > 0 && (
      <Alert
        key="unknown"
        type="warning"
        action={<Button onClick={props.onDropUnknown}>{t('list.unknown.drop')}</Button>}
      >
        {t('list.unknown.text', { count: props.notUnderstood })}
      </Alert>
    ),
    props.error !== undefined && (
      <ListFailure key="error" error={props.error} onRetry={() => props.onRetry?.()} />
    ),
    props.isCut && (
      <Alert key="cut" type="info">
        {t('list.tooMany', { shown: props.shown, total: props.total })}
      </Alert>
    ),
  ].filter(Boolean)
  return (
    <div aria-live="polite">{notices.length > 0 && <SpaceBetween size="xs">{notices}</SpaceBetween>}</div>
  )
}
