/** Calls of Inputlist's API over HTTP, signed in as one user. */
import type * as z from 'zod'
import { login } from '../../shared/calls/auth/domain/login.ts'
import { backoffTries, tokenRenewBelowSeconds } from '../../shared/constants.ts'
import type { Contract, Envelope } from '../../shared/contract.ts'
import { Problem } from './problem.ts'

export interface Api {
  call<I extends z.ZodType, O extends z.ZodType>(
    contract: Contract<I, O>,
    input: z.input<I>,
    idempotencyKey?: string,
  ): Promise<z.output<O>>
}
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const isTemporary = (status: number) => status === 429 || status === 502 || status === 503 || status === 504

/** Signs in. Errors: `Problem` for a server that cannot be reached, or does not know the user. */
export async function openApi(url: string, user: string): Promise<Api> {
  const origin = url.replace(/\/+$/, '')
  let jwt = ''
  let expires = 0
  let hasAnswered = false

  const reach = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetch(origin + path, init)
      hasAnswered = true
      return response
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
      throw new Problem(`Inputlist cannot be reached at ${origin}${cause}. Is it running there?`)
    }
  }
  const json = async (response: Response): Promise<unknown> => {
    const text = await response.text()
    try {
      return JSON.parse(text)
    } catch {
      throw new Problem(`What answers at ${origin} is not Inputlist (status ${response.status}).`)
    }
  }
  const headers = { 'content-type': 'application/json' }

  async function signIn(): Promise<void> {
    const response = await reach('/_dev/token', { method: 'POST', headers, body: JSON.stringify({ user }) })
    const answer = (await json(response)) as { token?: string; message?: string }
    if (!answer.token)
      throw new Problem(answer.message ?? `Inputlist at ${origin} gives no tokens for development.`)
    const signed = await request(login, { token: answer.token })
    jwt = signed.jwt
    expires = signed.expires
  }

  async function request<I extends z.ZodType, O extends z.ZodType>(
    contract: Contract<I, O>,
    input: z.input<I>,
    idempotencyKey?: string,
  ): Promise<z.output<O>> {
    const isGet = contract.method === 'GET'
    const body = JSON.stringify(input)
    const path = `/api/${contract.name}${isGet ? `?__payload=${encodeURIComponent(body)}` : ''}`
    for (let attempt = 1; ; attempt++) {
      let response: Response
      try {
        response = await reach(path, {
          method: contract.method,
          headers: {
            ...headers,
            ...(jwt && { authorization: `Bearer ${jwt}` }),
            ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          },
          ...(!isGet && { body }),
        })
      } catch (error) {
        // A server that restarts comes back; one that never answered does not.
        if (!hasAnswered || attempt > backoffTries) throw error
        await pause(attempt * 1000)
        continue
      }
      const answer = (await json(response)) as Envelope<z.output<O>>
      if (answer.ok) return answer.data
      if (!isTemporary(response.status) || attempt > backoffTries)
        throw new Problem(`${contract.name}: ${answer.message} (${answer.code}, request ${answer.id})`)
      await pause((answer.details?.retryAfter ?? attempt) * 1000)
    }
  }

  await signIn()
  return {
    async call(contract, input, idempotencyKey) {
      if (expires - Date.now() / 1000 < tokenRenewBelowSeconds) await signIn()
      return request(contract, input, idempotencyKey)
    },
  }
}
