import { expect, test } from 'vitest'
import { paymentPartMaker } from '../../functions/adapters/common/payment-part-maker.ts'

test('a name that is longer than the standard allows is cut between two characters', () => {
  const payment = {
    iban: 'CH9300762011623852957',
    creditor: { name: 'Prüfinstitut', street: 'Aarestrasse 1', zip: '5000', city: 'Aarau', country: 'CH' },
    amount: 10,
    currency: 'CHF',
    number: 'aare-2026-000001',
    language: 'de_DE' as const,
  }
  const debtor = { ...payment.creditor, name: `${'x'.repeat(69)}𝕏` }
  expect(paymentPartMaker.svg({ ...payment, debtor })).toContain('x'.repeat(30))
})
