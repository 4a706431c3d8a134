/** What becomes of a confirmation when it is sent. */

/** The document as it was sent; it stays for good. Of another content it is another one. */
export const documentKey = (id: string, hash: string): string => `confirmations/${id}/${hash}.pdf`
