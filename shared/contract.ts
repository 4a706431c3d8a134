import type * as z from 'zod'
import { maxSmallBytes } from './constants.ts'
import type { Permission } from './rules/permissions.ts'

/** What a call needs of its caller before anything is read. `public` must be written out; there is no default. */
export type Access = 'public' | 'single-sign-on' | 'signed-in' | Permission

/**
 * A call, declared once. Routes, gateway, OpenAPI document, typed client, permission checks and log fields are
 * all read from it. `name` is also the path of this file and of its handler.
 */
export interface Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'contract'
  readonly name: string
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly access: Access
  readonly input: I
  readonly output: O
  /** Creating and job-starting calls honour `Idempotency-Key` for 24 hours. */
  readonly idempotent: boolean
  /** Keys of the input whose values stand in the log line. Never a key with personal or secret content. */
  readonly logged: readonly string[]
  /** True for the few calls that answer while ops keep the service in maintenance. */
  readonly duringMaintenance: boolean
  /** Largest body in bytes: small unless the call takes more. */
  readonly maxBodyBytes: number
  /** Lines a minute that each server logs of it, where anybody may send as many as they like. */
  readonly logsPerMinute?: number
  /** Seconds that the answer may be kept by the edge and by each server. Only for what is public and the same for all. */
  readonly cacheSeconds?: number
}

export function contract<I extends z.ZodType, O extends z.ZodType>(
  c: Pick<Contract<I, O>, 'name' | 'title' | 'access' | 'input' | 'output'> &
    Partial<
      Pick<
        Contract<I, O>,
        | 'method'
        | 'idempotent'
        | 'logged'
        | 'duringMaintenance'
        | 'maxBodyBytes'
        | 'logsPerMinute'
        | 'cacheSeconds'
      >
    >,
): Contract<I, O> {
  return {
    kind: 'contract',
    method: 'POST',
    idempotent: false,
    logged: ['id', 'rev', 'list', 'action'],
    duringMaintenance: false,
    maxBodyBytes: maxSmallBytes,
    ...c,
  }
}

export const isContract = (x: unknown): x is Contract =>
  typeof x === 'object' && x !== null && (x as { kind?: unknown }).kind === 'contract'

export type OutputOf<C> = C extends Contract<z.ZodType, infer O> ? z.infer<O> : never

/** The envelope of every answer (decisions §1). `id` is the request id. */
export type Envelope<T> =
  | { ok: true; data: T; id: string }
  | { ok: false; message: string; code: string; id: string; details?: import('./errors.ts').ErrorDetails }
