/** Finds what a call does by its name: the path of its contract is the path of its handler. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CallName, catalogue } from '../../shared/catalogue.ts'
import { CallError } from '../../shared/errors.ts'
import type { Call } from '../runtime/call.ts'
import type { createRuntime } from '../runtime/handler.ts'
import type { Handler, HttpEvent, HttpResult } from '../runtime/http.ts'
import { errorResult } from '../runtime/steps/errors.ts'

export const isCallName = (name: string): name is CallName => Object.hasOwn(catalogue, name)
const isCall = (x: unknown): x is Call =>
  typeof x === 'object' && x !== null && 'kind' in x && x.kind === 'call'

/** The call of that name, undefined where nobody has written it yet. */
export async function loadCall(name: CallName): Promise<Call | undefined> {
  const file = new URL(`../calls/${name}.ts`, import.meta.url)
  if (!existsSync(fileURLToPath(file))) return undefined
  const module: Record<string, unknown> = await import(file.href)
  const found = Object.values(module).find(isCall)
  if (!found) throw new Error(`functions/calls/${name}.ts exports no call`)
  if (found.contract.name !== name) throw new Error(`functions/calls/${name}.ts does ${found.contract.name}`)
  return found
}

const noSuchCall = (method: string, path: string, hint: string) =>
  new CallError('not_found', `there is no call ${method} ${path}${hint}`, {
    key: 'noSuchCall',
    params: { method, path },
  })

export interface Router {
  handle: Handler
  /** Loads every handler, so that the first who calls does not wait for it. */
  preload(): Promise<void>
}

/** Sends each request to its call: `/api/{name}` with the method of its contract; anything else is a 404 in JSON. */
export function createRouter(runtime: ReturnType<typeof createRuntime>): Router {
  const handlers = new Map<CallName, Promise<Handler>>()
  const handlerOf = (name: CallName) => {
    let handler = handlers.get(name)
    if (!handler) {
      handler = loadCall(name).then((found) => {
        if (!found) throw new Error(`functions/calls/${name}.ts is missing`)
        return runtime.handlerOf(found)
      })
      // A file that failed to load is tried again: it may have been half written.
      handler.catch(() => handlers.delete(name))
      handlers.set(name, handler)
    }
    return handler
  }
  const handle = async (event: HttpEvent): Promise<HttpResult> => {
    const { requestId, http } = event.requestContext
    const name = event.rawPath.slice('/api/'.length)
    if (!event.rawPath.startsWith('/api/') || !isCallName(name))
      return errorResult(noSuchCall(http.method, event.rawPath, ''), requestId)
    const { method } = catalogue[name]
    if (http.method !== method)
      return errorResult(noSuchCall(http.method, event.rawPath, `; it is called by ${method}`), requestId)
    return (await handlerOf(name))(event)
  }
  return {
    handle,
    async preload() {
      for (const name of Object.keys(catalogue).filter(isCallName)) await handlerOf(name)
    },
  }
}
