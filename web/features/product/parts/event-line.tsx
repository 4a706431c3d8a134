import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { flagTitle } from '../model/flags.ts'
import { useProductPage } from '../page-context.ts'
import type { TimelineEntry, TimelineKind } from '../use-timeline.ts'

const eventIcons: Record<TimelineKind, IconProps.Name> = {
  created: 'add-plus',
  saved: 'edit',
  listAdded: 'add-plus',
  activated: 'status-positive',
  deactivated: 'status-stopped',
  archived: 'folder',
  unarchived: 'folder-open',
  moved: 'arrow-right',
  approvalInitiated: 'status-pending',
  approvalConfirmed: 'status-positive',
  approvalReleased: 'status-positive',
  approvalChanged: 'edit',
  approvalExtended: 'arrow-right',
  approvalEnded: 'status-negative',
  approvalMigrated: 'download',
  approvalLeft: 'status-stopped',
  responsibilityChanged: 'user-profile',
  parentChanged: 'share',
  nationalPartnerReset: 'remove',
  flagSet: 'flag',
  flagRemoved: 'remove',
  nameChanged: 'edit',
  noteAdded: 'contact',
  noteChanged: 'edit',
  noteRead: 'check',
  noteDeleted: 'remove',
  deleted: 'remove',
  restored: 'undo',
  reverted: 'undo',
  companyMerged: 'share',
  companyMergeUndone: 'undo',
}

/** The text of an event. Without a list, archiving is the product's. */
function eventKey({ kind, list }: Pick<TimelineEntry, 'kind' | 'list'>): string {
  if (list !== undefined) return `event.${kind}`
  if (kind === 'archived') return 'event.productArchived'
  return kind === 'unarchived' ? 'event.productUnarchived' : `event.${kind}`
}

/** What happened, in words; going back names the revision that it went back to. */
export const eventText = (
  event: Pick<TimelineEntry, 'kind' | 'list' | 'to'>,
  t: ReturnType<typeof useTexts>,
): string =>
  event.kind === 'reverted' && event.to !== undefined
    ? t('revert.done', { rev: event.to })
    : t(eventKey(event))

export const isOfFlag = ({ kind }: Pick<TimelineEntry, 'kind'>): boolean =>
  kind === 'flagSet' || kind === 'flagRemoved'

/** Before and after of an event, as far as it has them, in words. */
function useStep(event: TimelineEntry): string {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const say = (value: string | undefined, name?: string) => {
    if (value === undefined) return undefined
    if (event.kind === 'responsibilityChanged')
      return lookup.institutionTitle(value) ?? t('status.unknownInstitution')
    if (event.kind === 'approvalExtended' || event.kind === 'approvalEnded') return words.date(value)
    if (event.kind === 'moved' || event.kind === 'parentChanged') return name ?? t('parent.unknown')
    if (isOfFlag(event)) return flagTitle(value, lookup) ?? t('flags.unknown')
    return words.nameOf(value) ?? value
  }
  const [from, to] = [say(event.from, event.fromName), say(event.to, event.toName)]
  if (event.kind === 'reverted' || event.kind === 'companyMerged' || event.kind === 'companyMergeUndone')
    return ''
  // A list that came from elsewhere, or went; of a product that the viewer may not know of nothing is told.
  if (event.kind === 'moved') {
    if (from !== undefined) return `${from} →`
    return to === undefined ? '' : `→ ${to}`
  }
  if (from !== undefined && to !== undefined) return t('history.fromTo', { from, to })
  return to ?? from ?? ''
}

/** One event of the timeline; the date leads to the revision. */
export function EventLine({ event, isShort = false }: { event: TimelineEntry; isShort?: boolean }) {
  const t = useTexts('product')
  const { view, list, lookup } = useProductPage()
  const { moment, ago } = useDateFormat()
  const step = useStep(event)
  const href = productHref(view.id, list, event.rev)
  const place = [
    event.list === undefined || isShort ? undefined : lookup.listTitle(event.list),
    event.standard === undefined || isShort ? undefined : lookup.standardTitle(event.standard),
  ].filter(Boolean)
  return (
    <li className="product-event">
      <Icon name={eventIcons[event.kind]} size="small" />
      <div>
        <div>
          <strong>{eventText(event, t)}</strong>
          {place.length > 0 && ` · ${place.join(' · ')}`}
        </div>
        {step && <div className="product-event-step">{step}</div>}
        <div className="product-muted">
          {/* What ended by itself was nobody's doing. */}
          {event.by !== '' && `${event.byName || t('someone')} · `}
          <ScreenLink variant="secondary" fontSize="body-s" href={href}>
            <time dateTime={event.at} title={moment(event.at)}>
              {ago(event.at)}
            </time>
            <span className="product-hidden"> {t('history.openRevision', { rev: event.rev })}</span>
          </ScreenLink>
        </div>
      </div>
    </li>
  )
}
