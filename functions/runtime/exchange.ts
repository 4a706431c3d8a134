import type { MiddlewareObj } from '@middy/core'
import type { Actor } from '../../shared/model/actor.ts'
import type { SingleSignOnUser } from '../ports/sign-in.ts'
import type { Call } from './call.ts'
import type { HttpEvent } from './http.ts'

/** One request on its way through the steps. Each step fills what the next ones read. */
export interface Exchange {
  readonly http: HttpEvent
  readonly call: Call
  readonly requestId: string
  /** Of `performance.now()`. */
  readonly started: number
  /** What the call adds to its log line. */
  readonly fields: Record<string, unknown>
  /** It came through the edge, where the firewall stands. */
  isFromEdge?: boolean
  input?: unknown
  actor?: Actor
  person?: SingleSignOnUser
  /** Milliseconds that the search index took, for the log and the `server-timing` header. */
  indexMs?: number
  /** Set by the idempotency step. */
  idempotency?: {
    key: string
    /** What the ids of what it makes come from. */
    seed: string
    fingerprint: string
    owner: string
    replay?: { data: unknown } | undefined
  }
}

/** A middy step over an exchange. */
export type Step = MiddlewareObj<Exchange, unknown>

/** The token of an `authorization` header, undefined where there is none. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1]
/** The bearer token of a request, undefined where there is none. */
export const bearer = (http: HttpEvent): string | undefined => bearerToken(http.headers.authorization)
