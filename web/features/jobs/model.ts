import type { JobReason, JobView } from '../../../shared/model/job.ts'
import type { BadgeTone } from '../../ui/state-badge.tsx'

export const isOver = ({ status }: Pick<JobView, 'status'>): boolean =>
  status === 'complete' || status === 'aborted'

export function toneOf({ status, failed }: Pick<JobView, 'status' | 'failed'>): BadgeTone {
  if (status === 'new') return 'neutral'
  if (status === 'running') return 'pending'
  if (status === 'aborted') return 'negative'
  return failed > 0 ? 'warning' : 'positive'
}

/** Milliseconds that a job has taken so far; undefined while it waits. */
export const tookMs = ({ startedOn, endedOn }: Pick<JobView, 'startedOn' | 'endedOn'>, nowMs: number) =>
  startedOn === undefined
    ? undefined
    : Math.max(0, (endedOn ? Date.parse(endedOn) : nowMs) - Date.parse(startedOn))

/** `1 h 5 min`, `12 s`: the two largest units. */
export function durationText(ms: number, tag: string): string {
  const seconds = Math.round(ms / 1000)
  const parts: [number, 'hour' | 'minute' | 'second'][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ]
  const from = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(from < 0 ? 2 : from, (from < 0 ? 2 : from) + 2)
    .map(([value, unit]) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ')
}

const lineOf = ({ unitText }: JobReason) => Number(unitText?.params?.['line'] ?? Number.POSITIVE_INFINITY)
/** Those of an import by the lines of its source, apart for what was not done and for what was, but not all of it. */
export function sortReasons(reasons: readonly JobReason[]): Record<'open' | 'partly', JobReason[]> {
  const byLine = reasons.toSorted((a, b) => {
    const [one, other] = [lineOf(a), lineOf(b)]
    return one === other ? 0 : one - other
  })
  const { open = [], partly = [] } = Object.groupBy(byLine, ({ isPartly }) => (isPartly ? 'partly' : 'open'))
  return { open, partly }
}
