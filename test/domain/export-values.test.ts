import { describe, expect, it, vi } from 'vitest'
import { type ColumnWords, columnOf } from '../../functions/domain/export/columns.ts'
import { checkRows } from '../../functions/domain/export/order.ts'
import { csvForms, serialOf, wallClock, workbookForms } from '../../functions/domain/export/values.ts'
import { locales } from '../../shared/constants.ts'
import { dayIn } from '../../shared/rules/dates.ts'
import { decimalSignOf, maxCellLength, separatorOf } from '../../shared/rules/export.ts'
import type { CatalogueField } from '../../shared/search/catalogue-field.ts'
import { text as indexedText, maxIndexedText } from '../../shared/search/document-parts.ts'
import { fetchedAtMost } from '../../shared/search/index-query.ts'

const zurich = 'Europe/Zurich'
const german = csvForms('de_DE', ',', zurich)

describe('a value in a CSV file', () => {
  it('is written as its language does: days, moments on the wall clock, numbers without marks of thousands', () => {
    expect(german.day('2026-12-31T04:00:00.000Z')).toBe('31.12.2026')
    expect(german.moment('2026-07-01T22:05:09.900Z')).toBe('02.07.2026 0:05:09')
    expect(german.moment('2026-01-01T22:05:09.000Z')).toBe('01.01.2026 23:05:09')
    expect([german.number(1234.5), german.number(-0.25)]).toEqual(['1234,5', '-0,25'])
    const english = csvForms('en_GB', '.', zurich)
    expect([english.day('2026-12-31T04:00:00.000Z'), english.number(1234.5)]).toEqual([
      '31/12/2026',
      '1234.5',
    ])
    const hungarian = csvForms('hu_HU', ',', zurich)
    expect(hungarian.day('2026-12-31T04:00:00.000Z')).toBe('2026.12.31.')
  })
  it('is never a formula, a number stays one', () => {
    for (const text of ['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])
      expect(german.text(text)).toBe(`'${text}`)
    for (const text of ['a=1', ' =1', '1-2', "'x", '', 'a, -1; b', 'N;P\tK\nCa'])
      expect(german.text(text)).toBe(text)
    expect(german.number(-1)).toBe('-1')
  })
  it('is shown as it is where it is no date', () => {
    expect([german.day('soon'), german.moment('soon'), german.day('=x')]).toEqual(['soon', 'soon', "'=x"])
  })
  it('has a separator that programs of the language expect', () => {
    expect(locales.map((l) => [l, decimalSignOf(l), separatorOf(l)].join(' ')).sort()).toEqual([
      'de_DE , ;',
      'en_GB . ,',
      'es_ES , ;',
      'fr_FR , ;',
      'hr_HR , ;',
      'hu_HU , ;',
      'it_IT , ;',
      'nl_NL , ;',
      'ro_RO , ;',
      'sv_SE , ;',
    ])
  })
})

describe('a value in a workbook', () => {
  let cuts = 0
  const forms = workbookForms(zurich, () => {
    cuts++
  })
  it('is a real number, day or moment', () => {
    expect([forms.number(12.5), forms.day('2025-12-31T04:00:00.000Z')]).toEqual([12.5, 46_022])
    expect(forms.moment('2025-12-31T11:00:00.400Z')).toBe(46_022.5)
    expect(forms.day('1899-12-31T04:00:00.000Z')).toBe('1899-12-31')
    expect(serialOf(Date.UTC(1900, 2, 1))).toBe(61)
  })
  it('is a text whatever it begins with, cut where a cell ends, never within a sign', () => {
    expect(forms.text('=1+1')).toBe('=1+1')
    expect(cuts).toBe(0)
    expect(forms.text('x'.repeat(40_000))).toHaveLength(maxCellLength)
    const trees = forms.text(`x${'🌳'.repeat(20_000)}`) as string
    expect(trees.isWellFormed()).toBe(true)
    expect(cuts).toBe(2)
  })
})

it('the clock on the wall is right on each side of a change of the hour', () => {
  for (const timeZone of [zurich, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']) {
    const wall = wallClock(timeZone)
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000 + 13 * 60_000) {
      const iso = new Date(wall(at)).toISOString()
      expect([timeZone, at, iso.slice(0, 16)]).toEqual([
        timeZone,
        at,
        `${dayIn(timeZone, at)}T${format.format(at)}`,
      ])
    }
  }
})

it('a workbook is refused where it has no room, in words that offer CSV; CSV has no end', () => {
  expect(checkRows('xls', 1_048_575, 19)).toBeUndefined()
  expect(checkRows('csv', 5_000_000, 60)).toBeUndefined()
  expect(checkRows('xls', 1_048_577, 1)).toMatchObject({
    code: 'rule_violated',
    message: expect.stringContaining('CSV'),
    details: { key: 'exportTooManyRows', params: { rows: 1_048_577, max: 1_048_575 } },
  })
  expect(checkRows('xls', 333_333, 60)).toBeUndefined()
  expect(checkRows('xls', 333_334, 60)).toMatchObject({
    message: expect.stringContaining('CSV'),
    details: { key: 'exportTooManyCells', params: { rows: 333_334, columns: 60, max: 333_333 } },
  })
})

it('of more values than the index brings are told to be cut', () => {
  const cut = vi.fn()
  const words = { t: (key: string) => key, title: () => 'Notes', list: '' } as unknown as ColumnWords
  const field = { name: 'notes', kind: 'text', title: 'Notes' } as unknown as CatalogueField
  const { cell } = columnOf(field, words, csvForms('de_DE', ',', zurich, cut))
  const values = (n: number) => ({ notes: Array.from({ length: n }, (_, i) => `note ${i}`) })
  cell(values(fetchedAtMost - 1))
  expect(cut).not.toHaveBeenCalled()
  cell(values(fetchedAtMost))
  expect(cut).toHaveBeenCalledExactlyOnceWith(fetchedAtMost, 'values')
})

it('of texts that the index has only the beginning of are told to be cut, of those that just fit are not', () => {
  const cut = vi.fn()
  const words = { t: (key: string) => key, title: () => 'Notes', list: '' } as unknown as ColumnWords
  const field = { name: 'notes', kind: 'text', title: 'Notes' } as unknown as CatalogueField
  const { cell } = columnOf(field, words, csvForms('de_DE', ',', zurich, cut))
  const fits = 'x'.repeat(maxIndexedText)
  expect(cell({ notes: indexedText(fits) })).toBe(fits)
  expect(cut).not.toHaveBeenCalled()
  for (const long of [`${fits}x`, `${'x'.repeat(maxIndexedText - 2)}🌱🌱`]) {
    expect(cell({ notes: indexedText(long) })).toMatch(/^x{7998,7999}…$/)
    expect(cut).toHaveBeenLastCalledWith(maxIndexedText)
  }
  expect(cut).toHaveBeenCalledTimes(2)
})
