import { tooBusy } from '../../shared/errors.ts'
import type { EntityStore } from '../ports/entity-store.ts'

/**
 * Milliseconds from its start in which a request begins to read or to write. It has 29 s in all (docs/limits.md): what is under way
 * then has to end, too.
 */
export const requestTime = 20_000

/**
 * The store as one request has it: when its time is over, nothing is begun any more, however many walks and tries it is made of.
 * Errors, then: `too_many_requests`.
 */
export function withinTime<S extends Partial<EntityStore>>(entities: S, end: number): S {
  return new Proxy(entities, {
    get(store, name) {
      const method: unknown = Reflect.get(store, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        if (performance.now() > end) throw tooBusy()
        return method.apply(store, args)
      }
    },
  })
}
