import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { locales } from '../../shared/constants.ts'
import {
  formatDay,
  formatMoment,
  formatWholeDay,
  parseDay,
  setTimeZone,
  shiftDay,
  stepDay,
  todayText,
} from '../../web/ui/date-text.ts'
import { DateField } from '../../web/ui/dates.tsx'

const today = { year: 2026, month: 11, day: 21 }
const at = (day: string) => `${day}T04:00:00.000Z`

describe('a typed date', () => {
  it.each([
    ['31.12.', '2026-12-31'],
    ['31.12', '2026-12-31'],
    ['31.12.26', '2026-12-31'],
    ['31.12.2031', '2031-12-31'],
    ['1.2.99', '1999-02-01'],
    ['1/2/26', '2026-02-01'],
    ['311226', '2026-12-31'],
    ['31122026', '2026-12-31'],
    ['3112', '2026-12-31'],
    ['15', '2026-11-15'],
    ['2026-12-31', '2026-12-31'],
    ['2026.12.31', '2026-12-31'],
    ['+1y', '2027-11-21'],
    ['+1j', '2027-11-21'],
    ['+1 Jahr', '2027-11-21'],
    ['-2w', '2026-11-07'],
    ['+10', '2026-12-01'],
    ['+3m', '2027-02-21'],
    ['heute', '2026-11-21'],
    ['Gestern', '2026-11-20'],
    ['morgen', '2026-11-22'],
  ])('%s is %s', (typed, day) => {
    expect(parseDay(typed, 'de_DE', { today })).toBe(at(day))
  })

  it.each(['', '31.2.', '32.1.26', '1.13.26', 'bald', '12.34.56.78', '+1x', '0.0.', '99999'])(
    '%s is none',
    (typed) => {
      expect(parseDay(typed, 'de_DE', { today })).toBeUndefined()
    },
  )

  it('no year has five digits, whether typed, counted or stepped', () => {
    expect(parseDay('31.12.9999', 'de_DE', { today })).toBe(at('9999-12-31'))
    const from = { year: 9999, month: 12, day: 31 }
    expect(parseDay('+1y', 'de_DE', { today, from })).toBeUndefined()
    expect(stepDay(at('9999-12-30'), 1)).toBe(at('9999-12-31'))
    expect(stepDay(at('9999-12-31'), 1)).toBe(at('9999-12-31'))
  })
  it('what an older version stored and is no day can still be shown', () => {
    for (const day of ['10000-12-3T04:00:00.000Z', '+010000-01T04:00:00.000Z', 'x'])
      expect(() => formatDay(day, 'de_DE')).not.toThrow()
  })

  it('counts from another day where one is given', () => {
    expect(parseDay('+1y', 'de_DE', { today, from: { year: 2024, month: 2, day: 29 } })).toBe(
      at('2025-02-28'),
    )
  })

  it.each([
    ['hr_HR', '+1g', '2027-11-21'],
    ['hr_HR', '+1t', '2026-11-28'],
    ['hr_HR', '+1d', '2026-11-22'],
    ['hu_HU', '+1é', '2027-11-21'],
    ['hu_HU', '+1 hét', '2026-11-28'],
    ['hu_HU', '+2 hónap', '2027-01-21'],
    ['hu_HU', '+1n', '2026-11-22'],
    ['fr_FR', '+1j', '2026-11-22'],
    ['fr_FR', '+1a', '2027-11-21'],
    ['sv_SE', '+1å', '2027-11-21'],
    ['sv_SE', '+2v', '2026-12-05'],
    ['ro_RO', '+3 zile', '2026-11-24'],
    ['ro_RO', '+1l', '2026-12-21'],
    ['es_ES', '+1s', '2026-11-28'],
    ['it_IT', '+1g', '2026-11-22'],
    ['nl_NL', '+1j', '2027-11-21'],
    ['it_IT', '+1y', '2027-11-21'],
  ] as const)('%s: %s is %s', (locale, typed, day) => {
    expect(parseDay(typed, locale, { today })).toBe(at(day))
  })
  it('is none where the letters may mean two units', () => {
    expect(parseDay('+1h', 'hu_HU', { today })).toBeUndefined()
  })

  it('is read in the order of the language', () => {
    expect(parseDay('26-12-31', 'sv_SE', { today })).toBe(at('2026-12-31'))
    expect(parseDay('2026.12.31.', 'hu_HU', { today })).toBe(at('2026-12-31'))
    expect(parseDay('12-31', 'sv_SE', { today })).toBe(at('2026-12-31'))
    expect(parseDay('31-12-2026', 'nl_NL', { today })).toBe(at('2026-12-31'))
    expect(parseDay('today', 'en_GB', { today })).toBe(at('2026-11-21'))
  })

  it('reads in each language what that language shows', () => {
    for (const locale of locales) {
      for (const day of ['2026-02-03', '1999-12-31', '2031-10-09']) {
        expect(parseDay(formatDay(at(day), locale), locale, { today }), locale).toBe(at(day))
        expect(parseDay(formatWholeDay(at(day), locale), locale, { today }), locale).toBe(at(day))
      }
      expect(parseDay(formatDay(at('2126-01-05'), locale), locale, { today }), locale).toBe(at('2126-01-05'))
    }
  })
})

it('shows dates short', () => {
  expect(formatDay(at('2026-12-31'), 'de_DE')).toBe('31.12.26')
  expect(formatDay(at('2026-12-31'), 'en_GB')).toBe('31/12/26')
  // Years that two digits would not tell.
  expect(formatDay(at('0001-01-01'), 'de_DE')).toBe('01.01.0001')
  expect(formatMoment('0001-01-01T23:26:00.000Z', 'de_DE')).toBe('02.01.0001 0:00:08')
  expect(formatDay(undefined, 'de_DE')).toBe('')
  expect(formatDay('nonsense', 'de_DE')).toBe('')
})

it('shows moments, and the day that it is, in the time zone of the installation', () => {
  const night = '2026-12-31T23:05:07.000Z'
  expect(formatMoment(night, 'de_DE')).toBe('01.01.27 0:05:07')
  expect(formatDay(night, 'de_DE')).toBe('01.01.27')
  expect(todayText(Date.parse(night))).toBe('2027-01-01')
  expect(formatMoment('2026-07-01T07:05:07.000Z', 'de_DE')).toBe('01.07.26 9:05:07')
  setTimeZone('America/New_York')
  try {
    expect(formatMoment(night, 'en_GB')).toBe('31/12/26 18:05:07')
    expect(todayText(Date.parse(night))).toBe('2026-12-31')
    // A stored day is that day wherever it is read.
    expect(formatDay(at('2026-12-31'), 'en_GB')).toBe('31/12/26')
  } finally {
    setTimeZone('Europe/Zurich')
  }
})

it('stays the same day on the edges of the world', () => {
  // 04:00 UTC is that day from UTC-4 to UTC+19; it is read back in UTC anyway.
  expect(formatDay('2026-01-01T04:00:00.000Z', 'de_DE')).toBe('01.01.26')
})

it('ends a month at its last day', () => {
  expect(shiftDay({ year: 2026, month: 1, day: 31 }, 1, 'month')).toEqual({ year: 2026, month: 2, day: 28 })
  expect(shiftDay({ year: 2026, month: 3, day: 31 }, -13, 'month')).toEqual({ year: 2025, month: 2, day: 28 })
})

function Field({ onTold, from }: { onTold: (value: string) => void; from?: string }) {
  const [value, setValue] = useState<string | undefined>(at('2026-01-01'))
  return (
    <>
      <DateField
        ariaLabel="Beginn"
        value={value}
        onChange={(next) => {
          setValue(next)
          onTold(next)
        }}
        {...(from ? { relativeTo: from } : {})}
      />
      <button type="button">weiter</button>
    </>
  )
}

describe('the date field', () => {
  const show = (from?: string) => {
    const told: string[] = []
    render(<Field onTold={(v) => told.push(v)} {...(from ? { from } : {})} />)
    return {
      told,
      field: screen.getByRole('textbox', { name: 'Beginn' }) as HTMLInputElement,
      user: userEvent.setup(),
    }
  }

  it('is read while it is typed, and written in full when it is left', async () => {
    const { told, field, user } = show()
    expect(field.value).toBe('01.01.2026')
    await user.clear(field)
    await user.type(field, '3.2.27')
    expect(told.at(-1)).toBe(at('2027-02-03'))
    expect(field.value).toBe('3.2.27')
    await user.tab()
    expect(told.at(-1)).toBe(at('2027-02-03'))
    expect(field.value).toBe('03.02.2027')
  })

  it('reads on Enter, counted from the day that is given', async () => {
    const { told, field, user } = show(at('2020-05-05'))
    await user.clear(field)
    await user.type(field, '+1j{Enter}')
    expect(told.at(-1)).toBe(at('2021-05-05'))
    expect(field.value).toBe('05.05.2021')
  })

  it('says when it is no date, keeps the typed text, and leaves the value as it was', async () => {
    const { told, field, user } = show()
    await user.clear(field)
    await user.type(field, '31.2.26')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.tab()
    expect(screen.getByRole('alert').textContent).toContain('Kein Datum')
    expect(field.value).toBe('31.2.26')
    expect(told.at(-1)).toBe(at('2026-01-01'))
    await user.click(field)
    await user.keyboard('{Escape}')
    expect(field.value).toBe('01.01.2026')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('can be emptied, and stepped by a day with the arrows', async () => {
    const { told, field, user } = show()
    await user.click(field)
    await user.keyboard('{ArrowUp}')
    expect(told).toEqual([at('2026-01-02')])
    await user.clear(field)
    await user.keyboard('{Enter}')
    expect(told.at(-1)).toBe('')
  })

  it('is picked from a calendar', async () => {
    const { told, user } = show()
    await user.click(screen.getByRole('button', { name: 'Datum wählen: Beginn' }))
    // The calendar is loaded when it is asked for.
    await user.click(await screen.findByText('15', { selector: 'td *' }, { timeout: 15_000 }))
    expect(told).toEqual([at('2026-01-15')])
  })
})
