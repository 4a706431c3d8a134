import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Localized } from '../../shared/model/basics.ts'
import { cloudscapeTexts } from '../../web/texts/cloudscape.ts'
import { changeLocale, labelled } from '../../web/texts/texts.ts'
import { DifferenceView } from '../../web/ui/difference.tsx'
import { fieldLanguagesOf, LocalizedInput, titleIn } from '../../web/ui/localized.tsx'
import { NumberField } from '../../web/ui/number-field.tsx'
import { parseNumber } from '../../web/ui/numbers.ts'

describe('a title in several languages', () => {
  it('falls back: chosen, list, German, English, any, unnamed', () => {
    const all: Localized = {
      fr_FR: 'engrais',
      it_IT: 'concime',
      de_DE: 'Dünger',
      en_GB: 'fertiliser',
      sv_SE: 'gödsel',
    }
    const without = (...left: (keyof Localized)[]) =>
      Object.fromEntries(Object.entries(all).filter(([l]) => !left.includes(l as keyof Localized)))
    expect(titleIn(all, 'fr_FR', 'it_IT')).toBe('engrais')
    expect(titleIn(without('fr_FR'), 'fr_FR', 'it_IT')).toBe('concime')
    expect(titleIn(without('fr_FR', 'it_IT'), 'fr_FR', 'it_IT')).toBe('Dünger')
    expect(titleIn({ ...all, fr_FR: ' ', it_IT: '', de_DE: '' }, 'fr_FR', 'it_IT')).toBe('fertiliser')
    expect(titleIn({ sv_SE: 'gödsel' }, 'fr_FR')).toBe('gödsel')
    expect(titleIn({ sv_SE: '  ' }, 'fr_FR')).toBe('Unbenannt')
    expect(titleIn(undefined, 'de_DE')).toBe('Unbenannt')
  })

  it('begins with the language of the screen; whoever chose others keeps them', () => {
    expect(fieldLanguagesOf('nl_NL', undefined)).toEqual(['nl_NL', 'de_DE', 'en_GB'])
    expect(fieldLanguagesOf('en_GB', [])).toEqual(['en_GB', 'de_DE'])
    expect(fieldLanguagesOf('hr_HR', ['de_DE', 'hr_HR'])).toEqual(['hr_HR', 'de_DE'])
    expect(fieldLanguagesOf('hr_HR', ['de_DE', 'fr_FR'])).toEqual(['de_DE', 'fr_FR'])
  })
  it('is typed in up to three languages; more are shown on demand; emptied ones are left out', async () => {
    const told: Localized[] = []
    function Field() {
      const [value, setValue] = useState<Localized>({ de_DE: 'Kali', hu_HU: 'kálium' })
      return (
        <LocalizedInput
          ariaLabel="Bezeichnung"
          languages={['de_DE', 'fr_FR']}
          value={value}
          onChange={(next) => {
            setValue(next)
            told.push(next)
          }}
        />
      )
    }
    render(<Field />)
    const user = userEvent.setup()
    expect(screen.getAllByRole('textbox')).toHaveLength(2)
    await user.type(screen.getByRole('textbox', { name: 'Bezeichnung, Französisch' }), 'K')
    expect(told.at(-1)).toEqual({ de_DE: 'Kali', hu_HU: 'kálium', fr_FR: 'K' })
    await user.clear(screen.getByRole('textbox', { name: 'Bezeichnung, Deutsch' }))
    expect(told.at(-1)).toEqual({ hu_HU: 'kálium', fr_FR: 'K' })
    await user.click(screen.getByRole('button', { name: '1 weitere Sprache' }))
    expect((screen.getByRole('textbox', { name: 'Bezeichnung, Ungarisch' }) as HTMLInputElement).value).toBe(
      'kálium',
    )
  })
})

describe('a typed number', () => {
  it.each([
    ['1,5', 'de-DE', 1.5],
    ['1.5', 'de-DE', 1.5],
    ['1.234', 'de-DE', 1234],
    ['1.234,5', 'de-DE', 1234.5],
    ['1,234.5', 'de-DE', 1234.5],
    ["1'234.5", 'de-DE', 1234.5],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1,234', 'en-GB', 1234],
    ['1.234', 'en-GB', 1.234],
    ['1.234.567', 'de-DE', 1234567],
    ['−3', 'sv-SE', -3],
    [',5', 'de-DE', 0.5],
    ['007', 'de-DE', 7],
    ['0.123', 'de-DE', 0.123],
    ['1,234', 'de-DE', 1.234],
    ['1,234,567', 'de-DE', 1234567],
    ["12'345.678", 'de-DE', 12345.678],
    ['5,', 'de-DE', 5],
    ['-0', 'de-DE', 0],
  ])('%s in %s is %d', (typed, tag, value) => {
    expect(parseNumber(typed, tag)).toBe(value)
  })
  it.each([
    ['12.345', 'de-DE', 12.345],
    ['12,345', 'de-DE', 12.345],
    ['12,345', 'en-GB', 12.345],
  ])('as a percentage %s in %s is %d, for there are no thousands', (typed, tag, value) => {
    expect(parseNumber(typed, tag, true)).toBe(value)
  })
  it.each([
    '',
    'abc',
    '1,2,3x',
    '--1',
    '1e5',
    '.',
    ',',
    '7o',
    '1.2.3',
    '1 2',
    '1,5.3.4',
    '12345678901234567',
  ])('%s is none', (typed) => {
    expect(parseNumber(typed, 'de-DE')).toBeUndefined()
  })

  it('is told while typing, undefined when emptied, and never in part', async () => {
    const told: (number | undefined)[] = []
    function Field() {
      const [value, setValue] = useState<number | undefined>(2.5)
      return (
        <NumberField
          ariaLabel="Menge"
          value={value}
          onChange={(next) => {
            setValue(next)
            told.push(next)
          }}
        />
      )
    }
    render(<Field />)
    const user = userEvent.setup()
    const field = screen.getByRole('textbox', { name: 'Menge' }) as HTMLInputElement
    expect(field.value).toBe('2,5')
    await user.clear(field)
    expect(told).toEqual([undefined])
    await user.type(field, '12,25')
    expect(told.at(-1)).toBe(12.25)
    await user.tab()
    await user.type(field, 'x')
    expect(told.at(-1)).toBe(12.25)
    await user.tab()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Keine Zahl. Zum Beispiel 1234,5')
    expect(field.value).toBe('12,25x')
    // What was there before comes back, not what the first digits would be.
    await user.clear(field)
    await user.type(field, '7o')
    expect(told.at(-1)).toBe(12.25)
  })
})

describe('a difference', () => {
  it('shows title, before and after, in groups', () => {
    render(
      <DifferenceView
        beforeTitle="Revision 3"
        afterTitle="Revision 4"
        rows={[
          { id: 'a', title: 'Handelsname', place: 'Basisliste', before: 'Kali', after: 'Kali Plus' },
          { id: 'b', title: 'Menge', place: 'Schweiz', before: '', after: '5' },
        ]}
      />,
    )
    expect(screen.getByRole('columnheader', { name: 'Revision 3' })).toBeDefined()
    const row = screen.getByRole('row', { name: /Menge/ })
    expect(row.textContent).toBe('Mengeleer5')
    expect(screen.getByRole('rowheader', { name: 'Handelsname' })).toBeDefined()
  })
  it('says that there is none', () => {
    render(<DifferenceView rows={[]} />)
    expect(screen.getByText('Kein Unterschied')).toBeDefined()
  })
})

describe('messages of Cloudscape', () => {
  it('have the apostrophes of our own texts', async () => {
    const said = JSON.stringify(
      await Promise.all((['fr_FR', 'it_IT', 'en_GB'] as const).map(cloudscapeTexts)),
    )
    expect(said).toContain('N’est pas égal à')
    expect(said.match(/\p{L}'\p{L}/gu)).toBeNull()
  })
})

describe('what stands behind a label', () => {
  it('is set off as the language of the screen sets its colon', async () => {
    expect(labelled('Status', 'offen')).toBe('Status: offen')
    await changeLocale('fr_FR')
    expect(labelled('État', 'non accordée')).toBe('État\u00a0: non accordée')
    await changeLocale('de_DE')
  })
})
