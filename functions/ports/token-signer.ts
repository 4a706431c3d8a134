export interface ProductClaims {
  sub: string
  account: string
  role: string
  flags: Record<string, boolean>
  /** Absent where they are too many for a token. */
  institutions?: string[]
}
/** Signs and checks product tokens: ES256, audience `inputlist`, 15 minutes. Errors: the four `token_…` codes. */
export interface TokenSigner {
  sign(claims: ProductClaims): Promise<{ jwt: string; expires: number }>
  verify(jwt: string): Promise<ProductClaims & { exp: number; iat: number }>
}
