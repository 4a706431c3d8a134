/** Rows of the list of fee schedules, and what it lacks. */
import type { ScheduleEntity } from '../use-schedules.ts'

interface Asked {
  sort: string
  /** Institution that it is narrowed to, or empty. */
  of: string
  titleOf(institution: string): string
  compare(a: string, b: string): number
}
export function rowsOf(list: readonly ScheduleEntity[], { sort, of, titleOf, compare }: Asked) {
  const [key, direction] = sort.split(':')
  const sign = direction === 'desc' ? -1 : 1
  const byYear = (a: ScheduleEntity, b: ScheduleEntity) => a.data.year - b.data.year
  const byTitle = (a: ScheduleEntity, b: ScheduleEntity) =>
    compare(titleOf(a.data.institution), titleOf(b.data.institution))
  return list
    .filter(({ data }) => of === '' || data.institution === of)
    .sort((a, b) =>
      key === 'year' ? sign * byYear(a, b) || byTitle(a, b) : sign * byTitle(a, b) || -byYear(a, b),
    )
}

/** Institutions that had a schedule for an earlier year and have none for this one: their companies would not be billed. */
export function lackingIn(list: readonly ScheduleEntity[], year: number): string[] {
  const has = new Set(list.filter(({ data }) => data.year === year).map(({ data }) => data.institution))
  const had = list.filter(({ data }) => data.year < year).map(({ data }) => data.institution)
  return [...new Set(had)].filter((institution) => !has.has(institution))
}

/** The latest schedule before a year: what a new one is copied from. */
export const latestBefore = (list: readonly ScheduleEntity[], institution: string, year: number) =>
  list
    .filter(({ data }) => data.institution === institution && data.year < year)
    .toSorted((a, b) => b.data.year - a.data.year)[0]
