import Button from '@cloudscape-design/components/button'
import ProgressBar from '@cloudscape-design/components/progress-bar'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import { useErrorText } from '../../../texts/error-text.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useStore } from '../../../ui/store.ts'
import type { Upload, Uploads } from '../use-uploads.ts'

/** Files on their way, and those that did not get here. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const t = useTexts('product')
  const all = useStore(uploads.store)
  if (all.length === 0) return null
  return (
    <ul className="product-plain product-uploads" aria-label={t('documents.uploads')}>
      {all.map((upload) => (
        <li key={upload.id}>
          {upload.step === 'failed' ? (
            <Failed upload={upload} uploads={uploads} />
          ) : (
            <>
              <ProgressBar
                label={upload.name}
                description={t(`documents.step.${upload.step}`)}
                value={Math.floor(upload.percent)}
              />
              <Button
                variant="inline-icon"
                iconName="close"
                ariaLabel={t('documents.abort', { name: upload.name })}
                onClick={() => uploads.abort(upload.id)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Failed({ upload: { id, name, error }, uploads }: { upload: Upload; uploads: Uploads }) {
  const t = useTexts('product')
  const words = useErrorText()
  return (
    <>
      <div role="alert">
        <StatusIndicator type="error">{name}</StatusIndicator>
        <div className="product-muted">{words(error)}</div>
      </div>
      <span className="product-actions">
        <Button
          variant="inline-link"
          ariaLabel={t('documents.retryOf', { name })}
          onClick={() => uploads.retry(id)}
        >
          {t('documents.retry')}
        </Button>
        <Button
          variant="inline-icon"
          iconName="close"
          ariaLabel={t('documents.forget', { name })}
          onClick={() => uploads.abort(id)}
        />
      </span>
    </>
  )
}
