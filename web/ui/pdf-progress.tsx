import Button from '@cloudscape-design/components/button'
import { useTexts } from '../texts/texts.ts'
import { FieldError } from './field-error.tsx'

/** How far a document is that is being printed; then where it is fetched, or why there is none. */
export function PdfProgress({ url, error }: { url: string | undefined; error: string | undefined }) {
  const ui = useTexts('ui')
  return (
    <div role="status" className="il-pdf">
      {error !== undefined ? (
        <FieldError text={error} />
      ) : url !== undefined ? (
        <Button iconName="download" href={url} target="_blank" download>
          {ui('pdf.download')}
        </Button>
      ) : (
        <>
          {/* Nobody knows how long it takes: a bar without a value. */}
          <progress aria-label={ui('pdf.printing')} />
          <span aria-hidden="true">{ui('pdf.printing')}</span>
        </>
      )}
    </div>
  )
}
