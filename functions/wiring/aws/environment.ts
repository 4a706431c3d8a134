/** Environment variables of a function; each is set by lib/parts/grants.ts together with its grant. */
export function variable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is not set`)
  return value
}
/** All services answer at one address, in its path. */
export const isOneMachine = Boolean(process.env['AWS_ENDPOINT_URL'])
/**
 * A service that does not begin to answer within these milliseconds is asked again, three or four times in all, as its SDK
 * client does; without it the SDK waits for as long as the function lasts. It would only warn if it were not told to
 * throw. On one machine everything waits for the same processors.
 */
export const answeringWithin = (requestTimeout: number) => {
  const factor = isOneMachine ? 5 : 1
  const limits = { connectionTimeout: 1_000 * factor, requestTimeout: requestTimeout * factor }
  return { requestHandler: { ...limits, throwOnRequestTimeout: true } }
}
/** Milliseconds: what checks each request before it reaches a call has less time than the call (lib/api-stack.ts). */
const usual = Number(process.env['ANSWER_WITHIN_MS'] ?? 5_000)
/** Settings of every SDK client: on one machine all services answer at one address. */
export const client = {
  region: process.env['AWS_REGION'],
  ...(isOneMachine ? { endpoint: process.env['AWS_ENDPOINT_URL'] } : {}),
  ...answeringWithin(usual),
}
