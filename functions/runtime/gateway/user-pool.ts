/** `/_cognito/`: the protocol of Cognito's user pool, which the web app speaks. */
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { rateLimit } from '../rate-limit.ts'
import { jsonOf, sendJson } from './answer.ts'
import type { Extra } from './server.ts'

interface PoolAnswer {
  status: number
  body: unknown
}
export interface UserPoolOptions {
  answer(target: string, body: unknown): Promise<PoolAnswer>
  /** Whose password the request tries, however it names the person; undefined if it tries none. */
  personOf(target: string, body: object): Promise<string | undefined>
  /** Whether somebody may sign in from where this request comes. */
  isAllowed(request: IncomingMessage): boolean
  millis?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/** Requests that try a password. */
const tries = new Set(['InitiateAuth', 'ChangePassword'])
/** Of one address: an office may share it. */
const perAddress = { perSecond: 1, burst: 60 }
/** Failures for one person; afterwards one more try in half a minute, also with the right password. */
const failuresPerPerson = { perSecond: 1 / 30, burst: 10 }
/** Every refusal takes so long, so that its time does not tell whether the name exists. Milliseconds. */
const refusalMs = 250

const refused = (type: string, message: string): PoolAnswer => ({
  status: 400,
  body: { __type: type, message },
})
const tooMany = () => refused('TooManyRequestsException', 'Too many attempts. Please wait a minute.')

export function userPoolExtra(options: UserPoolOptions): Extra {
  const { millis = () => Date.now(), pause = setTimeout } = options
  const addresses = rateLimit({ ...perAddress, millis })
  const failures = rateLimit({ ...failuresPerPerson, millis })

  async function tried(request: IncomingMessage, target: string, body: object): Promise<PoolAnswer> {
    if (addresses.take(request.socket.remoteAddress ?? '') > 0) return tooMany()
    const person = await options.personOf(target, body)
    // Taken before it is known to fail: otherwise many tries at once would all be let through.
    if (person !== undefined && failures.take(person) > 0) return tooMany()
    const started = millis()
    const result = await options.answer(target, body)
    if (result.status === 200) {
      if (person !== undefined) failures.giveBack(person)
      return result
    }
    await pause(Math.max(0, refusalMs - (millis() - started)))
    return result
  }

  return async (path, request, response) => {
    if (!path.startsWith('/_cognito')) return false
    const target = /^\w+\.(\w+)$/.exec(String(request.headers['x-amz-target'] ?? ''))?.[1]
    const body = request.method === 'POST' ? await jsonOf(request) : undefined
    const result = !options.isAllowed(request)
      ? refused('ForbiddenException', 'Demonstration users sign in at the machine that Inputlist runs on.')
      : !target || typeof body !== 'object' || body === null
        ? refused('SerializationException', 'expected a request of a user pool')
        : tries.has(target)
          ? await tried(request, target, body)
          : await options.answer(target, body)
    await sendJson(request, response, result.status, result.body, 'application/x-amz-json-1.1')
    return true
  }
}
