/** The steps of a product's history, and the people who take them. */

import { withNameHistory } from '../../functions/domain/product/name-history.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import { type ListData, listData as listDataSchema, type ProductData } from '../../shared/model/product.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { fieldDefinitions } from './fields.ts'
import { type DemoUser, demoAccount, demoSub, demoUsers } from './people.ts'
import type { Random } from './random.ts'
import type { SeedStep } from './writer.ts'

const minPauseMs = 20 * 60_000
/** Who works where; the first two of a core partner check each other. */
export const staff: Record<string, string[]> = {
  aare: ['core', 'core2'],
  rhine: ['rhine-1', 'core-rhine'],
  france: ['france-1', 'national'],
  austria: ['austria-1'],
  sweden: ['sweden-1'],
  hungary: ['hungary-1'],
}
export const subOf = (account: string) => {
  const user = account === 'core-rhine' ? 'core' : account
  return demoUsers.includes(user as DemoUser) ? demoSub(user as DemoUser) : uuidV5(`account-sub/${user}`)
}
/** What `addlist` links: every field that is shown on a tab, and the category. */
export const linkedKeys = [
  ...fieldDefinitions
    .filter((f) => f.data.displayType === 'tab' && f.data.type !== 'button')
    .map((f) => f.data.path),
  '_category',
]
export const emptyList = (): ListData => listDataSchema.parse({})

/** The same day, or the Monday after a weekend, at an hour at which people work; the same for the same instant. */
function atWork(instant: number): number {
  const day = new Date(instant)
  const toMonday = { 6: 2, 0: 1 }[day.getUTCDay()] ?? 0
  const minutes = Math.floor(instant / 60_000)
  day.setUTCDate(day.getUTCDate() + toMonday)
  day.setUTCHours(7 + (minutes % 9), Math.floor(minutes / 9) % 60, Math.floor(instant / 1000) % 60)
  return day.getTime()
}

export class History {
  readonly steps: SeedStep[] = []
  data: ProductData
  private at: number
  private readonly draw: Random
  private readonly end: number
  constructor(data: ProductData, start: number, end: number, draw: Random) {
    this.data = data
    this.at = atWork(start)
    this.end = end
    this.draw = draw
  }
  get now(): string {
    return new Date(this.at).toISOString()
  }
  /** Days from today, as a stored day. */
  day(offset: number): string {
    return new Date(this.end + offset * dayMs).toISOString().replace(/T.*/, 'T04:00:00.000Z')
  }
  /** Goes on so many days before today, or later if the history is there already. */
  passUntil(daysAgo: number) {
    this.at = Math.max(this.at, atWork(this.end - daysAgo * dayMs))
  }
  /** The next revision, some working days later. */
  step(by: string, change: (data: ProductData) => void, events: TimelineEvent[], label?: string, pause = 40) {
    const data = structuredClone(this.data)
    change(data)
    const before = { data: this.data, rev: this.steps.length, created: this.steps[0]?.at ?? this.now }
    // No invented product takes its name from a parent.
    this.data = withNameHistory({ before, now: this.now, derived: () => undefined }, data)
    this.steps.push({
      at: this.now,
      by: demoAccount(by),
      data: this.data,
      events,
      ...(label && { changeset: { label } }),
    })
    const left = Math.max(1, (this.end - this.at) / dayMs - 1)
    const days = Math.min(left * 0.3, 1 + this.draw.next() * pause)
    const next = Math.max(this.at + minPauseMs, atWork(this.at + days * dayMs))
    this.at = Math.min(next, this.end - 3_600_000)
  }
}
