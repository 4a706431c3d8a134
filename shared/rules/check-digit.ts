/** Numbers that end in a check digit: one that was mistyped is noticed without asking anybody. */

export const codeKinds = ['gtin', 'gln', 'uid'] as const
/** Trade item (GTIN) and location (GLN) of GS1, Swiss enterprise (UID, also as VAT number). */
export type CodeKind = (typeof codeKinds)[number]
/** What is wrong with a code: it does not look like one, or its check digit does not fit the digits before it. */
export type CodeProblem = 'form' | 'checkDigit'

/** Of GS1, for the digits before it: from the end, every second digit counts three times. */
export function gs1Digit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}
const uidWeights = [5, 4, 3, 2, 7, 6, 5, 4]
/** UID: modulo 11. No number is given that would need a 10. */
function uidDigit(digits: string): number {
  const sum = uidWeights.reduce((all, weight, index) => all + weight * Number(digits[index]), 0)
  return (11 - (sum % 11)) % 11
}

const forms: Record<CodeKind, { form: RegExp; digit(digits: string): number }> = {
  gtin: { form: /^(\d{7}|\d{11}|\d{12}|\d{13})(\d)$/, digit: gs1Digit },
  gln: { form: /^(\d{12})(\d)$/, digit: gs1Digit },
  uid: { form: /^CHE(\d{8})(\d)(?:MWST|TVA|IVA|VAT)?$/i, digit: uidDigit },
}

/** Undefined for a code in order, and for none at all. Spaces, points and hyphens are as people like them. */
export function codeProblem(kind: CodeKind, text: string): CodeProblem | undefined {
  const plain = text.replace(/[\s.\-–]/g, '')
  if (plain === '') return undefined
  const { form, digit } = forms[kind]
  const found = form.exec(plain)
  if (!found) return 'form'
  return digit(found[1]!) === Number(found[2]) ? undefined : 'checkDigit'
}
