/** How large something is where it is stored and sent: bytes of it as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
