/** Empty and failed places: what belongs here and the first step; what happened and what to do. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'

export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <Box textAlign="center" padding={{ vertical: 'l' }} color="inherit">
      <SpaceBetween size="xs" alignItems="center">
        <Box variant="strong" color="inherit">
          {title}
        </Box>
        {text && <Box color="text-body-secondary">{text}</Box>}
        {action && <Box padding={{ top: 'xs' }}>{action}</Box>}
      </SpaceBetween>
    </Box>
  )
}

/** An address that leads to nothing: unknown, or not for this person. The same words for both, and a way on. */
export function NotFoundState(props: { title: string; text: string; back: string; href: string }) {
  const navigate = useNavigate()
  return (
    <Container>
      <EmptyState
        title={props.title}
        text={props.text}
        action={
          <Button
            href={props.href}
            onFollow={(event) => {
              event.preventDefault()
              void navigate(props.href)
            }}
          >
            {props.back}
          </Button>
        }
      />
    </Container>
  )
}

/** There was no connection: what failed for want of it goes on by itself. */
export const isOfflineError = (error: unknown): boolean =>
  (error as { details?: { key?: string } } | undefined)?.details?.key === 'network'

/** An error where the content should be. Unknown ids and refusals are said as such; the rest offers to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const ui = useTexts('ui')
  const text = useErrorText()(error)
  const isOffline = isOfflineError(error)
  // Empty where no gateway of ours answered.
  const requestId = (error as { requestId?: string } | undefined)?.requestId || undefined
  return (
    <Alert
      type={isOffline ? 'warning' : 'error'}
      header={ui(isOffline ? 'error.offline' : 'error.title')}
      action={onRetry && <Button onClick={onRetry}>{ui('error.retry')}</Button>}
    >
      <SpaceBetween size="xs">
        <span>{isOffline ? ui('error.offlineText') : text}</span>
        {requestId && (
          <CopyToClipboard
            variant="inline"
            textToCopy={requestId}
            copyButtonAriaLabel={ui('error.copyId')}
            copySuccessText={ui('error.copied')}
            copyErrorText={ui('error.notCopied')}
            textToDisplay={ui('error.requestId', { id: requestId })}
          />
        )}
      </SpaceBetween>
    </Alert>
  )
}
