import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createClock, withKnownTimeZone } from '../../functions/adapters/common/clock.ts'
import {
  addYears,
  dayIn,
  endOfDay,
  hasDayAfter,
  isDay,
  isTimeZone,
  startOfDay,
} from '../../shared/rules/dates.ts'
import { conditionOf } from '../../shared/search/conditions.ts'

const zones = [
  'Europe/Zurich',
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Africa/Cairo',
] as const

describe('today in Zurich', () => {
  test.each([
    ['winter, an hour before midnight', '2026-01-31T22:30:00.000Z', '2026-01-31'],
    ['winter, just before midnight', '2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['winter, midnight', '2026-01-31T23:00:00.000Z', '2026-02-01'],
    ['summer, just before midnight', '2026-06-30T21:59:59.999Z', '2026-06-30'],
    ['summer, midnight', '2026-06-30T22:00:00.000Z', '2026-07-01'],
    ['the night on which summer time begins', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['the night on which it ends', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['the end of a year', '2026-12-31T23:00:00.000Z', '2027-01-01'],
  ])('%s', (_, now, day) => {
    expect(createClock('Europe/Zurich', () => Date.parse(now)).today()).toBe(day)
  })

  it('begins at midnight, in summer an hour earlier for UTC', () => {
    expect(startOfDay('Europe/Zurich', '2026-02-01')).toBe('2026-01-31T23:00:00.000Z')
    expect(startOfDay('Europe/Zurich', '2026-07-01')).toBe('2026-06-30T22:00:00.000Z')
    expect(startOfDay('Europe/Zurich', '2026-03-30')).toBe('2026-03-29T22:00:00.000Z')
    expect(startOfDay('UTC', '2026-07-01')).toBe('2026-07-01T00:00:00.000Z')
    // There is no midnight on this day: at it the clocks were set to one o'clock.
    expect(startOfDay('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z')
  })
})

it('every instant lies in its own day, in every time zone', () => {
  const instant = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2099, 0, 1) })
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
      const day = dayIn(zone, at)
      expect(day).toBe(new Date(at).toLocaleDateString('sv-SE', { timeZone: zone }))
      expect(dayIn(zone, new Date(at).toISOString())).toBe(day)
      expect(Date.parse(startOfDay(zone, day))).toBeLessThanOrEqual(at)
      expect(Date.parse(endOfDay(zone, day))).toBeGreaterThan(at)
      expect(dayIn(zone, startOfDay(zone, day))).toBe(day)
    }),
    { numRuns: 1000 },
  )
})

it('a name that is no time zone is told as such', () => {
  expect(isTimeZone('Europe/Zürich')).toBe(false)
  expect(() => withKnownTimeZone(createClock('Zurich'))).toThrow(
    'INPUTLIST_TIMEZONE is "Zurich", which is no time zone',
  )
})

describe('at the edges of what can be stored', () => {
  it.each(zones)('the first and the last day have a begin and an end: %s', (zone) => {
    for (const day of ['0000-01-01', '0001-01-01', '0999-12-31', '9999-12-30', '9999-12-31']) {
      const start = startOfDay(zone, day)
      expect(dayIn(zone, start)).toBe(day)
      expect(start).toMatch(/^\d{4}-/)
      // To the minute: before 1900 zones differ from UTC by seconds too.
      const before = Date.parse(start) - 60_000
      expect(dayIn(zone, before) < day || start === '0000-01-01T00:00:00.000Z').toBe(true)
      expect(Date.parse(endOfDay(zone, day))).toBeGreaterThan(Date.parse(start))
    }
    expect(endOfDay(zone, '9999-12-31')).toBe('9999-12-31T23:59:59.999Z')
  })
  it.each([
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['9999-12-31', true],
    ['0000-01-01', true],
    ['10000-01-01', false],
    ['10000-12-3', false],
    ['+010000-01', false],
    ['2026-13-01', false],
    ['', false],
  ])('%s is a day: %s', (day, is) => {
    expect(isDay(day)).toBe(is)
  })
  it('the last day is searched as a whole day', () => {
    const leaf = { field: 'f', comparison: 'eq' as const, value: '9999-12-31' }
    expect(conditionOf('f', 'date', leaf, 'Europe/Zurich').query).toEqual({
      op: 'range',
      field: 'f',
      gte: '9999-12-30T23:00:00.000Z',
      lt: '9999-12-31T23:59:59.999Z',
    })
  })
  it('no day has a fifth digit in its year', () => {
    expect(addYears('9998-12-31T04:00:00.000Z', 1)).toBe('9999-12-31T04:00:00.000Z')
    expect(hasDayAfter('9998-12-31', 1)).toBe(true)
    for (const end of ['9999-01-01', '9999-12-31T04:00:00.000Z', '10000-12-3T04:00:00.000Z', 'x']) {
      expect(hasDayAfter(end, 1)).toBe(false)
      expect(() => addYears(end, 1)).toThrow(RangeError)
    }
  })
})
