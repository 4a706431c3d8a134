import { describe, expect, it } from 'vitest'
import { country } from '../../shared/model/administration.ts'
import { countryName } from '../../shared/rules/country-name.ts'

describe('a country is called', () => {
  it('as staff call it in the language, else as everybody does there', () => {
    const croatia = { title: { de_DE: 'Kroatien (HR)' }, isoCode: 'HR' }
    expect(countryName(croatia, 'de_DE')).toBe('Kroatien (HR)')
    expect(countryName(croatia, 'hr_HR')).toBe('Hrvatska')
    expect(countryName(croatia, 'hu_HU')).toBe('Horvátország')
    expect(countryName({ title: {}, isoCode: 'RO' }, 'sv_SE')).toBe('Rumänien')
  })
  it('as it is in another language, where nobody knows its code or no language is asked for', () => {
    expect(countryName({ title: { de_DE: 'Nirgendland' }, isoCode: 'XW' }, 'fr_FR')).toBe('Nirgendland')
    expect(countryName({ title: { de_DE: 'Malta' }, isoCode: 'MT' }, undefined)).toBe('Malta')
    expect(countryName({ title: {}, isoCode: 'XW' }, 'fr_FR')).toBeUndefined()
    expect(countryName(undefined, 'fr_FR')).toBeUndefined()
  })
})

it.each(['C', 'CHE', 'ch', '', 'C1'])('%j is no code of a country', (isoCode) => {
  expect(country.safeParse({ title: {}, isoCode }).error?.issues[0]?.message).toBe(
    'expected an ISO code of 2 letters',
  )
  expect(country.safeParse({ title: {}, isoCode: 'CH' }).success).toBe(true)
})
