import { createHash, randomUUID } from 'node:crypto'
import { CallError, invalidInput, ruleViolated } from '../../../shared/errors.ts'
import type { TransientOptions } from '../../ports/entity-store.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Exchange, Step } from '../exchange.ts'
import type { Ports } from '../ports.ts'
import { describeError } from './log.ts'

const keepSeconds = 24 * 3600
/** After this long a request that never ended is taken for dead, and its twin may try. */
const leaseSeconds = 60
const keyPrefix = 'idempotency#'
const longestWaitMs = 10_000
const keyPattern = /^[\x21-\x7e]{1,200}$/

interface Entry {
  fingerprint: string
  /** The request that holds the key, or that answered it. */
  owner: string
  /**
   * What the ids of the request are made from. Drawn once for the item's life, so that a later use of the key makes other
   * things. Absent in items of earlier versions, which made the ids from the key alone.
   */
  seed?: string
  /** Epoch milliseconds until which a running request holds the key, 0 where it failed; absent once it is done. */
  until?: number
  data?: unknown
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Ids that are the same each time the same request is made within the life of its key. A request that was killed after
 * its write, and then repeated, thus meets its own entity (a conflict) instead of making a second one.
 */
export function repeatableIds(seed: string): Ids {
  let n = 0
  return {
    next: () => {
      const hash = createHash('sha256').update(`${seed}#${n++}`).digest()
      hash[6] = (hash[6]! & 0x0f) | 0x80
      hash[8] = (hash[8]! & 0x3f) | 0x80
      const hex = hash.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
    },
  }
}

/**
 * Answers a repeated request (same account, call, `Idempotency-Key`) with the first one's answer, for 24 hours. A twin
 * of a running request waits for it, up to 10 s. A request that failed frees its key: for the same input with the same
 * ids, since it may have written before it failed, for another one with other ids. Each request holds its key under
 * a name of its own and writes and frees it under that condition, so one that was taken for dead and ends late touches
 * nothing of its successor. What cannot be noted of its end is logged, and changes no answer. Errors: `duplicate` while the first is still running, `rule_violated` if the key was used
 * for another input.
 */
export const idempotency = (
  { entities, clock }: Pick<Ports, 'entities' | 'clock'>,
  { waitMs = longestWaitMs }: { waitMs?: number } = {},
): Step => {
  const claim = async (
    x: Exchange,
    key: string,
    fingerprint: string,
    owner: string,
  ): Promise<{ seed: string; replay?: { data: unknown } }> => {
    const started = performance.now()
    const fresh = randomUUID()
    for (let delay = 20; ; delay = Math.min(delay * 2, 320)) {
      const now = clock.millis()
      const take = (seed: string, condition: TransientOptions) => {
        const mine: Entry = { fingerprint, owner, seed, until: now + leaseSeconds * 1000 }
        return entities.putTransient(key, mine, Math.floor(now / 1000) + keepSeconds, { owner, ...condition })
      }
      if (await take(fresh, { ifAbsent: true })) return { seed: fresh }
      const entry = (await entities.getTransient(key)) as Entry | undefined
      if (!entry) continue
      const hasFailed = entry.until === 0
      const isSame = entry.fingerprint === fingerprint
      if (!isSame && !hasFailed)
        throw ruleViolated('this Idempotency-Key was used for another request', {
          key: 'idempotencyKeyReused',
        })
      const seed = isSame ? (entry.seed ?? key.slice(keyPrefix.length)) : fresh
      // The answer to our own write was lost on its way, and the write was tried again.
      if (entry.owner === owner) return { seed }
      if (entry.until === undefined) return { seed, replay: { data: entry.data } }
      if (entry.until <= now) {
        if (!(await take(seed, { ifOwner: entry.owner }))) continue
        if (!hasFailed) x.fields.takenOver = true
        return { seed }
      }
      if (performance.now() - started > waitMs)
        throw new CallError('duplicate', 'the same request is still running', {
          key: 'requestStillRunning',
          retryAfter: 5,
        })
      await pause(delay)
    }
  }

  const end = async (
    { key, fingerprint, owner, seed }: NonNullable<Exchange['idempotency']>,
    how: Pick<Entry, 'until' | 'data'>,
  ): Promise<void> => {
    const expires = Math.floor(clock.millis() / 1000) + keepSeconds
    await entities.putTransient(key, { fingerprint, owner, seed, ...how }, expires, { owner, ifOwner: owner })
  }

  /** Lets the same request try again. Where that cannot be written, its key is held until the lease ends; the answer stays what it is. */
  const free = async ({ idempotency: mine, fields }: Exchange): Promise<void> => {
    if (!mine || mine.replay) return
    try {
      await end(mine, { until: 0 })
    } catch (error) {
      fields.keyNotFreed = describeError(error)
    }
  }

  return {
    before: async ({ event }) => {
      const header = event.http.headers['idempotency-key']
      const { contract } = event.call
      if (!header || !contract.idempotent || !event.actor) return
      if (!keyPattern.test(header))
        throw invalidInput([
          { path: '', expected: 'expected an Idempotency-Key of 1 to 200 visible characters without spaces' },
        ])
      const key = keyPrefix + sha(`${event.actor.account}\n${contract.name}\n${header}`)
      const fingerprint = sha(JSON.stringify(event.input))
      const owner = randomUUID()
      const { seed, replay } = await claim(event, key, fingerprint, owner)
      event.idempotency = { key, seed, fingerprint, owner, replay }
      if (replay) event.fields.replayed = true
    },
    after: async ({ event, response }) => {
      const mine = event.idempotency
      if (!mine || mine.replay) return
      try {
        await end(mine, { data: response })
      } catch (error) {
        // What was asked for is done, and is answered so.
        event.fields.answerNotKept = describeError(error)
        await free(event)
      }
    },
    onError: ({ event }) => free(event),
  }
}
