/** What becomes of a confirmation when it is sent. */

/** The document as it was sent, by its own hash: it stays for good, and no other print takes its place. */
export const documentKey = (id: string, fileHash: string): string => `confirmations/${id}/${fileHash}.pdf`

/** Without letters that are taken for digits or for each other. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/**
 * `2026-7K2M-9QRT-4XWB`: the year and 60 bits of a hash of its id, so that the same one always gets the same number, and nobody
 * finds others by counting: whoever has the number may look up what it confirms.
 */
export function numberOf(issued: string, hash: string): string {
  let bits = BigInt(`0x${hash.slice(0, 15)}`)
  let code = ''
  for (let n = 0; n < 12; n++) {
    code = `${signs[Number(bits % 32n)]}${n > 0 && n % 4 === 0 ? '-' : ''}${code}`
    bits /= 32n
  }
  return `${issued.slice(0, 4)}-${code}`
}
