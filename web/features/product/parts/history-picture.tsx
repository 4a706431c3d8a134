/** The history as a picture: when the product stood in which list, and was approved there under which standard. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import '../history-picture.css'
import { baseList } from '../model/draft.ts'
import {
  marksBetween,
  type PeriodRow,
  type PeriodState,
  periodKinds,
  periodRows,
  type TimelinePeriod,
} from '../model/periods.ts'
import { standingToday } from '../model/standing.ts'
import { useProductPage } from '../page-context.ts'
import { useTimeline } from '../use-timeline.ts'

/** Events that are asked for at once: those of nearly every product. */
const pageSize = 250
/** Part of the line behind which a mark's words would run out of it. */
const roomForText = 0.77
const words: Record<PeriodState, string> = {
  listed: 'timeline.listed',
  active: 'status.active',
  initiated: 'approvals.state.initiated',
  approved: 'approvals.state.finallyApproved',
}

export function HistoryPicture() {
  const t = useTexts('product')
  const { view, newestRev, lookup, today } = useProductPage()
  const { date } = useDateFormat()
  const timeline = useTimeline(view.id, newestRev, { kinds: periodKinds, limit: pageSize })
  const { list: events, error, hasMore, isLoadingMore, more, refresh } = timeline
  if (error && !events) return <ErrorState error={error} onRetry={() => void refresh()} />
  if (!events) return <SkeletonLines lines={8} />

  const { listData } = view.data
  const start = hasMore ? (events.at(-1)?.at ?? view.created) : view.created
  const rows = periodRows(events, {
    lists: lookup.orderedLists.map(({ id }) => id).filter((id) => Object.hasOwn(listData, id)),
    start,
    now(list, standard) {
      const data = listData[list]
      if (!data || data._archived || view.data.archived || view.disabled) return undefined
      if (standard === undefined) return data._active ? 'active' : 'listed'
      const { state } = standingToday(
        standard,
        data._approval,
        listData[baseList]?._approval ?? {},
        lookup,
        today,
      )
      if (state === 'initiated') return 'initiated'
      return state === 'finallyApproved' ? 'approved' : undefined
    },
  })
  const [from, to] = [Date.parse(start), Date.now()]
  const share = (at: number) => Math.max(0, Math.min(1, (at - from) / Math.max(1, to - from)))
  const place = (at: number) => `${share(at) * 100}%`
  const title = ({ list, standard }: PeriodRow) =>
    standard === undefined ? lookup.listTitle(list) : lookup.standardTitle(standard)
  const said = ({ state, from, to }: TimelinePeriod) =>
    to === undefined
      ? t('timeline.since', { state: t(words[state]), from: date(from) })
      : t('timeline.period', { state: t(words[state]), from: date(from), to: date(to) })
  const states = new Set(rows.flatMap(({ periods }) => periods.map(({ state }) => state)))
  return (
    <SpaceBetween size="s">
      <ul className="product-plain product-picture-legend" aria-label={t('approvals.legend')}>
        {(Object.keys(words) as PeriodState[])
          .filter((state) => states.has(state))
          .map((state) => (
            <li key={state}>
              <span className="product-picture-sign" data-state={state} /> {t(words[state])}
            </li>
          ))}
      </ul>
      <table className="product-picture" aria-label={t('timeline.picture')}>
        <tbody>
          {rows.map((row) => (
            <tr
              key={`${row.list} ${row.standard ?? ''}`}
              data-part={row.standard === undefined ? 'list' : 'standard'}
            >
              <th scope="row">{title(row)}</th>
              <td>
                <ul className="product-plain product-picture-line">
                  {row.periods.map((period) => (
                    <li
                      key={`${period.from} ${period.state}`}
                      data-state={period.state}
                      title={said(period)}
                      style={{
                        insetInlineStart: place(Date.parse(period.from)),
                        insetInlineEnd: `calc(100% - ${place(period.to === undefined ? to : Date.parse(period.to))})`,
                      }}
                    >
                      <span className="il-hidden">{said(period)}</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td />
            <td>
              <div className="product-picture-line">
                {marksBetween(from, to).map(({ at, isYear }) => (
                  <span key={at} className="product-picture-mark" style={{ insetInlineStart: place(at) }}>
                    {share(at) < roomForText &&
                      (isYear
                        ? new Date(at).getUTCFullYear()
                        : date(new Date(at).toISOString().slice(0, 10)))}
                  </span>
                ))}
              </div>
            </td>
          </tr>
        </tfoot>
      </table>
      {hasMore && (
        <>
          <Box color="text-body-secondary">{t('timeline.only', { from: date(start) })}</Box>
          <Button loading={isLoadingMore} onClick={() => void more()}>
            {t('history.older')}
          </Button>
        </>
      )}
    </SpaceBetween>
  )
}
