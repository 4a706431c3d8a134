import type { Locale } from '../../shared/constants.ts'

/** Who is paid, and who pays; `country` is an ISO code. */
export interface PaymentParty {
  name: string
  street: string
  zip: string
  city: string
  country: string
}
export interface Payment {
  iban: string
  creditor: PaymentParty
  /** Filled in by hand where it is absent. */
  debtor?: PaymentParty | undefined
  /** In the currency, above zero. */
  amount: number
  currency: string
  /** Number of the invoice, by which the payment is known again. */
  number: string
  language: Locale
}
/** Draws the payment part with receipt of a Swiss invoice (QR-bill). */
export interface PaymentPartMaker {
  /** A drawing in SVG, 210 mm × 105 mm. Undefined where the standard has no place for what it says. */
  svg(payment: Payment): string | undefined
}
