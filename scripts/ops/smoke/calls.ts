/** Calls of a deployed stage, as its page makes them. */
import type * as z from 'zod'
import type { Contract, Envelope, OutputOf } from '../../../shared/contract.ts'

/** An answer that is no success: `code` is empty where it did not come from Inputlist. */
class CallFailed extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
export interface Caller {
  /** Errors: `CallFailed`. */
  call<C extends Contract>(contract: C, input: z.input<C['input']>): Promise<OutputOf<C>>
  /** Any input at all, also a wrong one. */
  ask(contract: Contract, input: unknown): Promise<{ status: number; body: string; encoding: string | null }>
  /** Tries until it succeeds: what was written a moment ago is not known everywhere at once. Errors: the last one. */
  until<T>(work: () => Promise<T>, what: string): Promise<T>
}

const tries = 40
const pauseMs = 3_000
const requestMs = 35_000

export function callerAt(address: string, jwt?: string): Caller {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'inputlist-smoke-test',
    ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
  }
  async function ask({ name, method }: Contract, input: unknown) {
    const payload = JSON.stringify(input)
    const signal = AbortSignal.timeout(requestMs)
    const answer = await (method === 'GET'
      ? fetch(`${address}/api/${name}?__payload=${encodeURIComponent(payload)}`, { headers, signal })
      : fetch(`${address}/api/${name}`, { method, headers, body: payload, signal }))
    const encoding = answer.headers.get('content-encoding')
    return { status: answer.status, body: await answer.text(), encoding }
  }
  return {
    ask,
    async call(contract, input) {
      const { status, body } = await ask(contract, input)
      const answer = parse(body) as Envelope<OutputOf<typeof contract>> | undefined
      if (answer?.ok) return answer.data as never
      const { code = '', message = body.slice(0, 200) } = answer ?? {}
      throw new CallFailed(status, code, `${contract.name} answers ${status} ${code}: ${message}`)
    },
    async until(work, what) {
      for (let attempt = 1; ; attempt++)
        try {
          return await work()
        } catch (error) {
          if (attempt >= tries)
            throw new Error(`not within ${(tries * pauseMs) / 1000} s: ${what} (${String(error)})`, {
              cause: error,
            })
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
    },
  }
}

/** What an envelope holds; undefined where the body is none, as of a page of the firewall. */
export function parse(body: string): Partial<Envelope<unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && 'ok' in value
      ? (value as Partial<Envelope<unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
