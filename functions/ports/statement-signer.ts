/** A public key as JSON (RFC 7517), named by its thumbprint (RFC 7638). */
export interface PublicKey {
  kty: string
  crv: string
  x: string
  y: string
  kid: string
  alg: string
  use: string
}
/**
 * Signs what documents say of themselves, with a key of the stage that stays as long as they do: a token's key may go, as it
 * protects minutes.
 */
export interface StatementSigner {
  /** A JWS in compact form: ES256, with the key's name and this type in its header. */
  sign(type: string, claims: object): Promise<string>
  /** For whoever checks a statement. */
  publicKeys(): Promise<PublicKey[]>
}
