import middy from '@middy/core'
import type { SearchIndex } from '../ports/search-index.ts'
import type { Call, Context } from './call.ts'
import type { Exchange } from './exchange.ts'
import type { Handler, HttpResult } from './http.ts'
import { type Ports, pickPorts, type Use } from './ports.ts'
import { requestTime, withinTime } from './request-time.ts'
import { access } from './steps/access.ts'
import { actor, actorResolver } from './steps/actor.ts'
import { body } from './steps/body.ts'
import { compress } from './steps/compress.ts'
import { errors } from './steps/errors.ts'
import { idempotency, repeatableIds } from './steps/idempotency.ts'
import { type LogSink, log } from './steps/log.ts'
import { maintenance } from './steps/maintenance.ts'
import { origin } from './steps/origin.ts'
import { output } from './steps/output.ts'
import { type Throttle, throttle } from './steps/throttle.ts'

export interface RuntimeOptions {
  log: LogSink
  throttle?: Throttle
}

/** The index with a stopwatch: how much of a request was its own time. */
function timedIndex(index: SearchIndex, x: Exchange): SearchIndex {
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    try {
      return await work()
    } finally {
      x.indexMs = (x.indexMs ?? 0) + performance.now() - started
    }
  }
  return {
    search: (search) => timed(() => index.search(search)),
    count: (entityclass, query) => timed(() => index.count(entityclass, query)),
    aggregate: (entityclass, query, aggregates) =>
      timed(() => index.aggregate(entityclass, query, aggregates)),
    apply: (changes) => index.apply(changes),
    refresh: (entityclass) => index.refresh(entityclass),
    rebuild: (documents, at) => index.rebuild(documents, at),
    position: () => index.position(),
    setPosition: (seq) => index.setPosition(seq),
  }
}

/**
 * Makes request handlers that run the steps in this order: log, compress, errors, origin, maintenance, throttle, actor, access, body,
 * idempotency, the call, output. Takes API Gateway's event and gives its result, so that the cloud and the embedded
 * gateway run exactly the same.
 */
export function createRuntime(ports: Ports, options: RuntimeOptions): { handlerOf: (call: Call) => Handler } {
  const resolve = actorResolver(ports)
  const steps = [
    log(options.log),
    compress,
    errors,
    origin(ports),
    maintenance(ports),
    ...(options.throttle ? [throttle(options.throttle)] : []),
    actor(ports, resolve),
    access,
    body,
    idempotency(ports),
    output,
  ]
  return {
    handlerOf: (call) => {
      const picked = pickPorts(call.uses, ports)
      const run = async (x: Exchange): Promise<unknown> => {
        if (x.idempotency?.replay) return x.idempotency.replay.data
        const context = {
          ...picked,
          ...(picked.index ? { index: timedIndex(picked.index, x) } : {}),
          ...(picked.entities ? { entities: withinTime(picked.entities, x.started + requestTime) } : {}),
          ...(x.idempotency && picked.ids ? { ids: repeatableIds(x.idempotency.seed) } : {}),
          actor: x.actor,
          person: x.person,
          requestId: x.requestId,
          log: (fields: Record<string, unknown>) => void Object.assign(x.fields, fields),
        }
        return call.run(x.input, context as unknown as Context<Use>)
      }
      const handle = middy<Exchange, unknown>(run, { timeoutEarlyInMillis: 0 }).use(steps)
      type Invocation = Parameters<typeof handle>[1]
      return (http) =>
        handle(
          { http, call, requestId: http.requestContext.requestId, started: performance.now(), fields: {} },
          {} as Invocation,
        ) as Promise<HttpResult>
    },
  }
}
