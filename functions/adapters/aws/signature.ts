/** Bytes of each of the two numbers of an ES256 signature. */
const half = 32

/** An ECDSA signature as KMS gives it (DER: a sequence of two integers) as tokens want it (both numbers, 64 bytes). */
export function rawSignature(der: Uint8Array): Uint8Array {
  const bytes = Buffer.from(der)
  const malformed = () => new Error('the signature is no DER sequence of two integers')
  // A sequence of P-256 numbers is shorter than 128 bytes, so each length is one byte.
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) throw malformed()
  const raw = Buffer.alloc(2 * half)
  let at = 2
  for (const end of [half, 2 * half]) {
    const length = bytes[at + 1] ?? 0
    const integer = bytes.subarray(at + 2, at + 2 + length)
    if (bytes[at] !== 0x02 || length === 0 || integer.length !== length) throw malformed()
    // A leading zero only says that the number is positive; leading zeros of the number itself are left out.
    const digits = integer.subarray(Math.max(0, length - half))
    if (integer.subarray(0, Math.max(0, length - half)).some((byte) => byte !== 0)) throw malformed()
    digits.copy(raw, end - digits.length)
    at += 2 + length
  }
  if (at !== bytes.length) throw malformed()
  return raw
}
