import { useTexts } from '../../../texts/texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { TimelineEntry } from '../use-timeline.ts'
import { EventLine } from './event-line.tsx'

/** What happened to one approval, newest first. */
export function ApprovalEvents({
  title,
  events,
  onClose,
}: {
  title: string
  events: TimelineEntry[]
  onClose: () => void
}) {
  const t = useTexts('product')
  return (
    <Dialog size="medium" header={t('approvals.historyOf', { standard: title })} onDismiss={onClose}>
      <ol className="product-events">
        {events.map((event) => (
          <EventLine key={`${event.rev}-${event.kind}`} event={event} isShort />
        ))}
      </ol>
    </Dialog>
  )
}
