import { createHash } from 'node:crypto'
import { SwissQRBill } from 'swissqrbill/svg'
import { calculateQRReferenceChecksum, calculateSCORReferenceChecksum, isQRIBAN } from 'swissqrbill/utils'
import { cutText } from '../../../shared/rules/cut-text.ts'
import type { Payment, PaymentPartMaker, PaymentParty } from '../../ports/payment-part-maker.ts'

/** Digits of a QR reference before its check digit; letters of a creditor reference behind `RF` and its check digits. */
const [qrDigits, creditorLetters] = [26, 21]
/** Places that stand for what a number begins with, in either. */
const [qrPrefix, creditorPrefix] = [12, 11]
const languages = { de: 'DE', fr: 'FR', it: 'IT' } as const

/**
 * The number as banks carry it: digits with an account for QR references, letters and digits with another. No two invoices may have one
 * reference: where a number begins with more than fits, or with signs that are left out or read the same, its hash stands for that.
 */
function referenceOf({ iban, number }: Payment): string | undefined {
  const [, prefix = number, rest = ''] = /^(.*)-(\d{4}-\d+)$/.exec(number) ?? []
  const hash = createHash('sha256').update(prefix).digest()
  const count = rest.replaceAll(/\D/g, '')
  if (isQRIBAN(iban)) {
    const own = `${hash.readUIntBE(0, 6) % 10 ** qrPrefix}`.padStart(qrPrefix, '0') + count
    const digits = own.slice(-qrDigits).padStart(qrDigits, '0')
    return digits + calculateQRReferenceChecksum(digits)
  }
  const plain = prefix.toUpperCase() + count
  const letters =
    /^[a-z0-9]+$/.test(prefix) && plain.length <= creditorLetters
      ? plain
      : hash.toString('hex').slice(0, creditorPrefix).toUpperCase() + count
  return letters.length > creditorLetters
    ? undefined
    : `RF${calculateSCORReferenceChecksum(letters)}${letters}`
}
const partyOf = ({ name, street, zip, city, country }: PaymentParty) => ({
  name: cutText(name, 70),
  address: cutText(street, 70),
  zip: cutText(zip, 16),
  city: cutText(city, 35),
  country,
})

/** The standard's own words exist in German, French, Italian and English. */
export const paymentPartMaker: PaymentPartMaker = {
  svg(payment) {
    const { iban, creditor, debtor, amount, currency, number, language } = payment
    if (currency !== 'CHF' && currency !== 'EUR') return undefined
    const reference = referenceOf(payment)
    const words = languages[language.slice(0, 2) as keyof typeof languages] ?? 'EN'
    try {
      return new SwissQRBill(
        {
          currency,
          amount,
          creditor: { ...partyOf(creditor), account: iban },
          ...(debtor && { debtor: partyOf(debtor) }),
          ...(reference !== undefined && { reference }),
          message: cutText(number, 140),
        },
        { language: words, scissors: true },
      ).toString()
    } catch (error) {
      // It says so of each value that does not fit; other faults are none of the payment's.
      if (error instanceof Error && error.name === 'ValidationError') return undefined
      throw error
    }
  },
}
