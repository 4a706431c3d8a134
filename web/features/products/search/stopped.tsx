/** Why a search cannot be asked as it is. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'

export function Stopped({ text, onRetry, onClose }: { text: string; onRetry?: () => void; onClose(): void }) {
  const t = useTexts('search')
  const ui = useTexts('ui')
  return (
    <Alert
      type="error"
      action={
        <SpaceBetween direction="horizontal" size="xs">
          {onRetry && <Button onClick={onRetry}>{ui('error.retry')}</Button>}
          <Button onClick={onClose}>{t('open.close')}</Button>
        </SpaceBetween>
      }
    >
      {text}
    </Alert>
  )
}
