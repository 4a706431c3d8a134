/** What stands in place of a screen that broke: what happened, and a way on. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { Component, type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { useOnRestored } from '../api/connection.ts'
import { useErrorText } from '../texts/error-text.ts'
import { useTexts } from '../texts/texts.ts'
import { isChunkLoadError, mayReload } from './chunk-error.ts'
import { logClientError } from './client-log.ts'
import { hasUnsaved } from './unsaved.tsx'

function ErrorPanel({ error }: { error: unknown }) {
  const t = useTexts('frame')
  const say = useErrorText()
  const isChunk = isChunkLoadError(error)
  useEffect(() => {
    if (isChunk && !hasUnsaved() && mayReload()) location.reload()
    else logClientError(error)
  }, [error, isChunk])
  useOnRestored(() => isChunk && !hasUnsaved() && location.reload())
  return (
    <Box padding="l">
      <Alert
        type={isChunk ? 'warning' : 'error'}
        header={t(isChunk ? 'chunk.title' : 'broken.title')}
        action={<Button onClick={() => location.reload()}>{t('broken.reload')}</Button>}
      >
        <SpaceBetween size="xs">
          <span>{t(isChunk ? 'chunk.text' : 'broken.text')}</span>
          {!isChunk && <Box variant="code">{say(error)}</Box>}
        </SpaceBetween>
      </Alert>
    </Box>
  )
}

/** Error element of every route. */
export function RouteError() {
  return <ErrorPanel error={useRouteError()} />
}

/** Last net, around everything. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorPanel error={this.state.error} />
  }
}
