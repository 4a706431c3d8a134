/** When lists of a product and approvals under standards stood, read from what happened to it. Pure. */
import { fixedIds } from '../../../../shared/constants.ts'
import type { TimelineEntry, TimelineKind } from '../use-timeline.ts'

/** Kinds of events that begin or end a period. */
export const periodKinds = [
  'created',
  'listAdded',
  'activated',
  'deactivated',
  'archived',
  'unarchived',
  'moved',
  'approvalInitiated',
  'approvalConfirmed',
  'approvalMigrated',
  'approvalEnded',
  'approvalLeft',
] as const satisfies TimelineKind[]

export type PeriodState = 'listed' | 'active' | 'initiated' | 'approved'
export interface TimelinePeriod {
  state: PeriodState
  /** Instants; without `to` it still stands. */
  from: string
  to?: string
}
/** Of a list, or of an approval in it. */
export interface PeriodRow {
  list: string
  standard?: string
  periods: TimelinePeriod[]
}
/** How a list or an approval stands now; undefined where it is gone. */
export type StandsNow = (list: string, standard?: string) => PeriodState | undefined

type Step = Pick<TimelineEntry, 'kind' | 'list' | 'standard' | 'at' | 'from'>

const listStates: Partial<Record<TimelineKind, PeriodState | null>> = {
  listAdded: 'listed',
  activated: 'active',
  deactivated: 'listed',
  archived: null,
  unarchived: 'listed',
}
const approvalStates: Partial<Record<TimelineKind, PeriodState | null>> = {
  approvalInitiated: 'initiated',
  approvalConfirmed: 'approved',
  approvalMigrated: 'approved',
  approvalEnded: null,
  approvalLeft: null,
}

/**
 * A row for each list, followed by those of its approvals, in the order in which they began. `events` are newest first. A list
 * that no event has brought was there from the start, and what stands otherwise than the events say has stood so since then:
 * an import, or a revision gone back to, changes much at once.
 */
export function periodRows(
  events: readonly Step[],
  { lists, start, now }: { lists: readonly string[]; start: string; now: StandsNow },
): PeriodRow[] {
  const rows = new Map<string, PeriodRow>()
  const rowOf = (list: string, standard?: string) => {
    const key = `${list} ${standard ?? ''}`
    const row = rows.get(key) ?? { list, ...(standard !== undefined && { standard }), periods: [] }
    rows.set(key, row)
    return row
  }
  const turn = (row: PeriodRow, state: PeriodState | null | undefined, at: string) => {
    const last = row.periods.at(-1)
    const open = last && last.to === undefined ? last : undefined
    if (open?.state === state) return
    if (open?.from === at) row.periods.pop()
    else if (open) open.to = at
    if (state) row.periods.push({ state, from: at })
  }
  const known = new Set(
    events.flatMap(({ kind, list }) => ((kind === 'listAdded' || kind === 'moved') && list ? [list] : [])),
  )
  const base = fixedIds.list.base
  for (const list of new Set([base, ...lists])) if (!known.has(list)) turn(rowOf(list), 'listed', start)
  for (const { kind, list, standard, at, from } of events.toReversed()) {
    if (kind === 'archived' || kind === 'unarchived' || kind === 'moved') {
      // Without a list it is all of the product.
      for (const row of [...rows.values()])
        if (row.standard === undefined && (list === undefined || row.list === list))
          turn(row, kind === 'unarchived' || (kind === 'moved' && from !== undefined) ? 'listed' : null, at)
      if (kind === 'moved' && list !== undefined && from !== undefined) turn(rowOf(list), 'listed', at)
    } else if (list !== undefined && standard !== undefined) {
      const row = rowOf(list, standard)
      const last = row.periods.at(-1)
      // A renewal that is initiated while the approval stands changes nothing of it.
      const isRenewal = kind === 'approvalInitiated' && last?.state === 'approved' && last.to === undefined
      if (!isRenewal) turn(row, approvalStates[kind], at)
    } else if (list !== undefined && kind in listStates) turn(rowOf(list), listStates[kind], at)
  }
  const last = events[0]?.at ?? start
  for (const row of rows.values()) turn(row, now(row.list, row.standard) ?? null, last)
  const of = (list: string) => [...rows.values()].filter((row) => row.list === list && row.periods.length > 0)
  return [...new Set([...lists, ...[...rows.values()].map(({ list }) => list)])].flatMap((list) =>
    of(list).sort((a, b) =>
      a.standard === undefined || b.standard === undefined
        ? Number(a.standard !== undefined) - Number(b.standard !== undefined)
        : a.periods[0]!.from < b.periods[0]!.from
          ? -1
          : 1,
    ),
  )
}

/** The first instants of years, or of months where there is no new year, between two instants: as many as have room, evenly taken. */
export function marksBetween(from: number, to: number): { at: number; isYear: boolean }[] {
  const [first, last] = [new Date(from), new Date(to)]
  const years: number[] = []
  for (let year = first.getUTCFullYear() + 1; year <= last.getUTCFullYear(); year++)
    years.push(Date.UTC(year, 0, 1))
  const months: number[] = []
  for (
    let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
    at <= last && months.length < 24;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  )
    months.push(at.getTime())
  const isYear = years.length > 1
  const all = isYear ? years : months
  // A year is short, a day takes more.
  const step = Math.ceil(all.length / (isYear ? 6 : 4))
  return all.filter((_, i) => i % step === 0).map((at) => ({ at, isYear }))
}
