import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeProblem } from '../../shared/rules/check-digit.ts'

test('codes in order, however they are written', () => {
  for (const gtin of [
    '',
    ' ',
    '96385074',
    '036000291452',
    '4006381333931',
    '4 006381-333931',
    '14006381333938',
  ])
    expect([gtin, codeProblem('gtin', gtin)]).toEqual([gtin, undefined])
  expect(codeProblem('gln', '7601001000001')).toBeUndefined()
  for (const uid of ['CHE-123.456.788', 'CHE123456788', 'CHE-123.456.788 MWST', 'che-123.456.788 tva'])
    expect([uid, codeProblem('uid', uid)]).toEqual([uid, undefined])
})
test('another form, or a check digit that does not fit', () => {
  expect(codeProblem('gtin', '333')).toBe('form')
  expect(codeProblem('gtin', '40063813339x1')).toBe('form')
  expect(codeProblem('gtin', '4006381333932')).toBe('checkDigit')
  expect(codeProblem('gln', '96385074')).toBe('form')
  expect(codeProblem('uid', '123456788')).toBe('form')
  expect(codeProblem('uid', 'CHE-123.456.789')).toBe('checkDigit')
})
test('one mistyped digit is always noticed', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.array(digit, { minLength: 12, maxLength: 12 }), fc.nat(12), digit, (start, at, other) => {
      const code = [...Array(10).keys()]
        .map((last) => [...start, last].join(''))
        .find((c) => !codeProblem('gtin', c))!
      const typed = `${code.slice(0, at)}${other}${code.slice(at + 1)}`
      expect(codeProblem('gtin', typed)).toBe(typed === code ? undefined : 'checkDigit')
    }),
  )
})
