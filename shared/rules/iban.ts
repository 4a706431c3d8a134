/** International bank account numbers (ISO 13616). */

/** As banks take it: without spaces, in capitals. */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

export const ibanSentence = 'The IBAN is not valid: its length or its check digits do not fit.'

/** What payment parts are for has a length of its own: QR-IBANs, too, which differ in the number of the bank alone. */
const lengths: Readonly<Record<string, number>> = { CH: 21, LI: 21 }

/** Whether its form, its length and its check digits are in order. */
export function isIban(text: string): boolean {
  const plain = plainIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false
  if (plain.length !== (lengths[plain.slice(0, 2)] ?? plain.length)) return false
  const digits = (plain.slice(4) + plain.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
