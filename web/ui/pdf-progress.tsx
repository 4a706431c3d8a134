import Button from '@cloudscape-design/components/button'
import { useTexts } from '../texts/texts.ts'
import { FieldError } from './field-error.tsx'
import { useNumberFormat } from './numbers.ts'

interface Props {
  url: string | undefined
  error: string | undefined
  /** Of how many entries so many are done; a bar without a value where nobody knows. */
  progress?: { done: number; total: number } | undefined
  /** What is fetched, where it is no PDF. */
  download?: string | undefined
  /** Ends the printing, where that can be done. */
  onStop?: (() => void) | undefined
}
/** How far a document is that is being printed; then where it is fetched, or why there is none. */
export function PdfProgress({ url, error, progress, download, onStop }: Props) {
  const ui = useTexts('ui')
  const { format } = useNumberFormat()
  return (
    <div className="il-pdf">
      <div role="status" className="il-pdf">
        {error !== undefined ? (
          <FieldError text={error} />
        ) : url !== undefined ? (
          <Button iconName="download" href={url} target="_blank" download>
            {download ?? ui('pdf.download')}
          </Button>
        ) : (
          <>
            <progress
              aria-label={ui('pdf.printing')}
              {...(progress && { max: progress.total, value: Math.min(progress.done, progress.total) })}
            />
            <span aria-hidden="true">
              {progress
                ? ui('pdf.progress', { done: format(progress.done), total: format(progress.total) })
                : ui('pdf.printing')}
            </span>
          </>
        )}
      </div>
      {onStop && url === undefined && error === undefined && (
        <Button onClick={onStop}>{ui('pdf.stop')}</Button>
      )}
    </div>
  )
}
