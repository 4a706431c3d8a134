/** Environment variables of a function; each is set by lib/parts/grants.ts together with its grant. */
export function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}
/** Settings of every SDK client: on one machine all services answer at one address. */
export const client = {
  region: process.env['AWS_REGION'],
  ...(process.env['AWS_ENDPOINT_URL'] ? { endpoint: process.env['AWS_ENDPOINT_URL'] } : {}),
}
