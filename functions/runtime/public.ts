/**
 * Addresses below `/public/`, for everybody: read-only, without a token, kept by the edge. Answers are what they are, without the
 * envelope of calls, so that the same question has the same answer, and an ETag of it.
 */
import { createHash } from 'node:crypto'
import middy from '@middy/core'
import * as z from 'zod'
import { publicRoot } from '../../shared/constants.ts'
import { contract } from '../../shared/contract.ts'
import type { PublicAnswer, PublicRequest } from '../../shared/model/public-search.ts'
import type { Exchange, Step } from './exchange.ts'
import type { Handler, HttpResult } from './http.ts'
import { type Ports, pickPorts, type Use, type Used } from './ports.ts'
import { rateLimit } from './rate-limit.ts'
import { compress } from './steps/compress.ts'
import { errorResult } from './steps/errors.ts'
import { addressOf, type LogSink, log } from './steps/log.ts'
import { maintenance } from './steps/maintenance.ts'
import { origin } from './steps/origin.ts'

/** What is below `/public/`, and the ports that it uses; opened once in a process. */
export interface PublicSite<U extends Use = Use> {
  readonly kind: 'public-site'
  readonly uses: readonly U[]
  open(ports: Used<U>): (request: PublicRequest) => Promise<PublicAnswer>
}
export const publicSite = <U extends Use>(
  uses: readonly U[],
  open: PublicSite<U>['open'],
): PublicSite<U> => ({
  kind: 'public-site',
  uses,
  open,
})

/** Seconds that browsers and the edge keep an answer: what an administrator hides is gone within a minute. */
const keptSeconds = 30
/** Seconds that the edge gives what it has while the origin fails. */
const keptOnErrorSeconds = 600
/** Answers of an address that are not there yet: enough for people behind one address, too little to slow down staff. */
const perAddress = { perSecond: 10, burst: 200 }

/** Pages of other sites may read all of it, and show it in frames; none of it runs anything or loads from elsewhere. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors *",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}
/** As steps want it; no call has this name. */
const described = contract({
  name: 'public',
  title: 'The public search',
  method: 'GET',
  access: 'public',
  input: z.unknown(),
  output: z.unknown(),
  logged: [],
  logsPerMinute: 60,
})

const etagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
const hasSame = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^(W\/)?/, 'W/') === etag || one.trim() === '*')

/** Errors are never kept, and told in the envelope of calls. */
const errors: Step = {
  onError: (request) => {
    const result = errorResult(request.error, request.event.requestId)
    request.response = { ...result, headers: { ...openHeaders, ...result.headers } }
  },
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export function publicHandler(
  site: PublicSite,
  ports: Ports,
  options: { log: LogSink; millis?: () => number },
): Handler {
  const answer = site.open(pickPorts(site.uses, ports) as Used<Use>)
  const limit = rateLimit({ ...perAddress, millis: options.millis ?? Date.now })
  const run = async (x: Exchange): Promise<HttpResult> => {
    const { http } = x
    const { status, type, body, headers } = await answer({
      path: decoded(http.rawPath.slice(publicRoot.length)),
      params: new URLSearchParams(http.rawQueryString),
      spend: () => limit.take(addressOf(x)),
    })
    const etag = etagOf(body)
    const isSame = status === 200 && hasSame(http.headers['if-none-match'], etag)
    return {
      statusCode: isSame ? 304 : status,
      headers: {
        ...openHeaders,
        'content-type': type,
        'cache-control':
          status === 200
            ? `public, max-age=${keptSeconds}, stale-if-error=${keptOnErrorSeconds}`
            : 'no-store',
        'x-request-id': x.requestId,
        etag,
        ...headers,
      },
      body: isSame ? '' : body,
    }
  }
  const steps = [log(options.log), compress, errors, origin(ports), maintenance(ports)]
  const handle = middy<Exchange, unknown>(run, { timeoutEarlyInMillis: 0 }).use(steps)
  const call = { kind: 'call', contract: described, uses: [], run: async () => undefined } as const
  type Invocation = Parameters<typeof handle>[1]
  return (http) =>
    handle(
      { http, call, requestId: http.requestContext.requestId, started: performance.now(), fields: {} },
      {} as Invocation,
    ) as Promise<HttpResult>
}
