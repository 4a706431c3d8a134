import { accountCacheSeconds } from '../../../shared/constants.ts'
import { CallError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityOf } from '../../../shared/model/entity-data.ts'
import { actorOf, mayUse } from '../../../shared/rules/actor.ts'
import type { ProductClaims } from '../../ports/token-signer.ts'
import { bearer, type Step } from '../exchange.ts'
import type { Ports } from '../ports.ts'

/** Keeps the newest `limit` entries; the oldest goes first. */
class Recent<V> {
  readonly #map = new Map<string, V>()
  readonly #limit: number
  constructor(limit: number) {
    this.#limit = limit
  }
  get(key: string) {
    return this.#map.get(key)
  }
  set(key: string, value: V) {
    this.#map.delete(key)
    this.#map.set(key, value)
    if (this.#map.size > this.#limit) this.#map.delete(this.#map.keys().next().value as string)
  }
  delete(key: string) {
    this.#map.delete(key)
  }
}

const tokenMissing = () => new CallError('token_missing', 'no token was sent', { key: 'token_missing' })
const tokenExpired = () => new CallError('token_expired', 'token is expired', { key: 'token_expired' })
const accountGone = () =>
  new CallError('token_invalid', 'the account of this token may not be used', { key: 'accountUnusable' })

type ActorPorts = Pick<Ports, 'tokens' | 'entities' | 'reference' | 'clock'>

/**
 * Turns a product token into the acting account. The token only says who; role, flags and institutions are read from
 * the store, so that a disabled account or a changed role takes effect within `accountCacheSeconds` here.
 */
export function actorResolver(ports: ActorPorts): (token: string | undefined) => Promise<Actor> {
  // Checking an ES256 signature costs more than all other steps together; a token stays the same for minutes.
  const tokens = new Recent<ProductClaims & { exp: number }>(5_000)
  const accounts = new Recent<{ at: number; account: Promise<EntityOf<'account'> | undefined> }>(5_000)
  const actors = new Recent<{
    account: EntityOf<'account'>
    institutions: ReadonlyMap<string, Entity<Institution>>
    actor: Actor
  }>(5_000)

  const claimsOf = async (token: string) => {
    const known = tokens.get(token)
    if (known) {
      if (known.exp * 1000 > ports.clock.millis()) return known
      tokens.delete(token)
      throw tokenExpired()
    }
    const claims = await ports.tokens.verify(token)
    tokens.set(token, claims)
    return claims
  }
  const accountOf = (id: string) => {
    const now = ports.clock.millis()
    const known = accounts.get(id)
    if (known && now - known.at < accountCacheSeconds * 1000 && now >= known.at) return known.account
    const account = ports.entities.get('account', id)
    accounts.set(id, { at: now, account })
    account.catch(() => accounts.delete(id))
    return account
  }

  return async (token) => {
    if (!token) throw tokenMissing()
    const claims = await claimsOf(token)
    const [account, institutions] = await Promise.all([
      accountOf(claims.account),
      ports.reference.all('institution'),
    ])
    const key = `${claims.account} ${claims.sub}`
    const known = actors.get(key)
    if (known && known.account === account && known.institutions === institutions) return known.actor
    if (!mayUse(account, claims.sub)) throw accountGone()
    const actor = actorOf(account, claims.sub, institutions)
    actors.set(key, { account, institutions, actor })
    return actor
  }
}

/** Finds out who acts. Public calls have no actor, whatever they send. */
export const actor = (
  ports: ActorPorts & Pick<Ports, 'signIn'>,
  resolve: ReturnType<typeof actorResolver>,
): Step => ({
  before: async ({ event }) => {
    const { access } = event.call.contract
    if (access === 'public') return
    const token = bearer(event.http)
    if (access === 'single-sign-on') {
      if (!token) throw tokenMissing()
      event.person = await ports.signIn.verify(token)
      return
    }
    event.actor = await resolve(token)
  },
})
