import { errorStatus, isCallError } from '../../../shared/errors.ts'
import type { Exchange, Step } from '../exchange.ts'
import type { HttpResult } from '../http.ts'
import { type RateLimit, rateLimit } from '../rate-limit.ts'
import { inSources } from '../source-map.ts'

/** Takes one line per request, and nothing else. */
export type LogSink = (line: Record<string, unknown>) => void

const levelOf = (status: number) => (status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info')

/** An error with its causes, for the log only: it may name things that no caller may see. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  return {
    name: error.name,
    message: error.message,
    stack: error.stack && inSources(error.stack),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** Longer texts are cut: a line has to stay one, whatever was sent. */
const longest = 200
const brief = (value: unknown) =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value

/**
 * Who sent a request. Each that passes one on adds who it had it from: the edge the person, the gateway the edge; what stands
 * before these two anybody may have written, and all of it where the request did not come through the edge.
 */
export function addressOf({ http: { headers, requestContext }, isFromEdge }: Exchange): string {
  const [from] = isFromEdge ? (headers['x-forwarded-for'] ?? '').split(',').slice(-2, -1) : []
  return brief(from?.trim() || requestContext.http.sourceIp) as string
}

function write(sink: LogSink, x: Exchange, response: unknown, error: unknown) {
  const status = (response as HttpResult | undefined)?.statusCode ?? errorStatus.internal
  const code = isCallError(error)
    ? error.code
    : error === undefined || error === null
      ? undefined
      : 'internal'
  const input = x.input as Record<string, unknown> | undefined
  const named: Record<string, unknown> = {}
  for (const key of x.call.contract.logged) if (input?.[key] !== undefined) named[key] = brief(input[key])
  sink({
    time: new Date().toISOString(),
    level: levelOf(status),
    requestId: x.requestId,
    call: x.call.contract.name,
    ...(x.actor ? { account: x.actor.account } : {}),
    status,
    ...(code ? { code } : {}),
    ...(status >= 400 && { ip: addressOf(x) }),
    ms: Math.round((performance.now() - x.started) * 100) / 100,
    ...(x.indexMs === undefined ? {} : { indexMs: Math.round(x.indexMs * 100) / 100 }),
    ...named,
    ...x.fields,
    ...(status >= 500 && error ? { error: describeError(error) } : {}),
  })
}

/** Of a call that anybody may flood, lines beyond its limit are left out; faults of ours never are. */
function sampled(): (x: Exchange, response: unknown) => boolean {
  const limits = new Map<string, RateLimit>()
  return ({ call: { contract } }, response) => {
    const { logsPerMinute, name } = contract
    if (logsPerMinute === undefined || (response as HttpResult | undefined)?.statusCode !== 200) return true
    const limit =
      limits.get(name) ?? rateLimit({ perSecond: logsPerMinute / 60, burst: logsPerMinute, millis: Date.now })
    limits.set(name, limit)
    return limit.take(name) === 0
  }
}

/** One JSON line per request: who, which call, how it ended, how long it took, and the fields its contract names. */
export function log(sink: LogSink): Step {
  const isKept = sampled()
  return {
    after: ({ event, response }) => {
      if (isKept(event, response)) write(sink, event, response, undefined)
    },
    onError: ({ event, response, error }) => write(sink, event, response, error),
  }
}
