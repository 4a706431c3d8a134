/** What a sent confirmation says of itself, for scanners that reach nothing (docs/confirmations.md). */
import { checkPath } from '../../../shared/constants.ts'
import type { ConfirmationContent } from '../../../shared/model/confirmation.ts'

/** Type in the header of the signed statement: it is never taken for a token, nor a token for it. */
export const statementType = 'confirmation+jwt'

/** Bytes of a signed statement that a code on paper takes: what needs more is read by few scanners. */
const maxClaims = 1_000
/** Letters of a name: what is longer is told by the page, and by the hash. */
const maxName = 120
const cut = (name: string) => [...name].slice(0, maxName).join('')

export interface Statement {
  iss: string
  number: string
  type: ConfirmationContent['type']
  product: string
  /** For whom, and by whom. */
  company: string
  institution: string
  issued: string
  /** Lists with their standards and days. Absent where they are too many for a code: the hash stands for them. */
  lists?: { list: string; standards: { standard: string; from: string; until?: string | undefined }[] }[]
  /** SHA-256, hex, of the whole content (RFC 8785). */
  hash: string
}
export function statementOf(
  { type, product, company, institution, issued, lists }: ConfirmationContent,
  { site: iss, number, hash }: { site: string; number: string; hash: string },
): Statement {
  const told = lists.map(({ title, standards }) => ({
    list: title,
    standards: standards.map(({ name, from, until }) => ({ standard: name, from, until })),
  }))
  const whole: Statement = {
    iss,
    number,
    type,
    product: cut(product),
    company: cut(company.name),
    institution: cut(institution),
    issued,
    lists: told,
    hash,
  }
  if (new TextEncoder().encode(JSON.stringify(whole)).byteLength <= maxClaims) return whole
  const { lists: _, ...rest } = whole
  return rest
}

/** Where whoever has the document looks up whether it still holds. */
export const checkAddress = (site: string, number: string): string => `${site}${checkPath}/${number}`
/** What the code says: the page, and behind the hash, which browsers send to nobody, the signed statement. */
export const codeText = (address: string, jws: string): string => `${address}#${jws}`
