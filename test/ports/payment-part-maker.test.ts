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

test('two invoices have two references of digits, also where only what their numbers begin with differs', () => {
  const referenceOf = (number: string) =>
    /\b\d\d( \d{5}){5}\b/.exec(
      paymentPartMaker.svg({ ...payment, iban: 'CH4431999123000889012', number }) ?? '',
    )?.[0]
  const references = ['aare-2026-000001', 'thun-2026-000001', 'thun-2027-000001', 'thun-2027-000002'].map(
    referenceOf,
  )
  expect(references[0]?.replaceAll(' ', '')).toMatch(/2026000001\d$/)
  expect(new Set(references).size).toBe(4)
})

test('a name that is longer than the standard allows is cut between two characters', () => {
  const debtor = { ...payment.creditor, name: `${'x'.repeat(69)}𝕏` }
  expect(paymentPartMaker.svg({ ...payment, debtor })).toContain('x'.repeat(30))
})
