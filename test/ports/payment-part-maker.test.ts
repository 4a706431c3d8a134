import { expect, test } from 'vitest'
import { paymentPartMaker } from '../../functions/adapters/common/payment-part-maker.ts'

const payment = {
  iban: 'CH9300762011623852957',
  creditor: { name: 'Prüfinstitut', street: 'Aarestrasse 1', zip: '5000', city: 'Aarau', country: 'CH' },
  amount: 10,
  currency: 'CHF',
  number: 'aare-2026-000001',
  language: 'de_DE' as const,
}

test.each([
  ['of digits', 'CH4431999123000889012', /\b\d\d( \d{5}){5}\b/, /^\d{12}2026000001\d$/],
  ['of letters', 'CH9300762011623852957', /\bRF\d\d( [A-Z0-9]{1,4})+\b/, /^RF\d\dAARE2026000001$/],
])('no two invoices have one reference %s', (_, iban, form, ofFirst) => {
  const referenceOf = (number: string) =>
    form.exec(paymentPartMaker.svg({ ...payment, iban, number }) ?? '')?.[0].replaceAll(' ', '')
  const prefixes = [
    'aare',
    'thun',
    'AARE',
    'a-are',
    'aa.re',
    'aäre',
    'аare',
    'an-institution-with-a-long-name',
  ]
  const numbers = [
    ...prefixes.map((prefix) => `${prefix}-2026-000001`),
    'thun-2027-000001',
    'thun-2027-000002',
  ]
  const references = numbers.map(referenceOf)
  expect(references[0]?.replace(/^0+(?=\d{23})/, '')).toMatch(ofFirst)
  expect(references).not.toContain(undefined)
  expect(new Set(references).size).toBe(numbers.length)
})

test('a name that is longer than the standard allows is cut between two characters', () => {
  const debtor = { ...payment.creditor, name: `${'x'.repeat(69)}𝕏` }
  expect(paymentPartMaker.svg({ ...payment, debtor })).toContain('x'.repeat(30))
})
