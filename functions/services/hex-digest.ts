/** The hash of a content, in lower case hex. */
export const hexDigest = async (
  algorithm: 'SHA-1' | 'SHA-256',
  content: Uint8Array<ArrayBuffer>,
): Promise<string> => Buffer.from(await crypto.subtle.digest(algorithm, content)).toString('hex')
