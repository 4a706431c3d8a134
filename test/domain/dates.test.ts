import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createClock, withKnownTimeZone } from '../../functions/adapters/common/clock.ts'
import { addDays, dayIn, isTimeZone, startOfDay } from '../../shared/rules/dates.ts'

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
      expect(Date.parse(startOfDay(zone, addDays(day, 1)))).toBeGreaterThan(at)
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
