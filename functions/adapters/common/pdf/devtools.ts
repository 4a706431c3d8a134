import type { Readable, Writable } from 'node:stream'

type Params = Record<string, unknown>
interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: Params
  result?: unknown
  error?: { message: string }
}
type Listener = (params: Params) => void

/** Commands to a browser and its events, as JSON between zeros on two pipes. */
export interface DevTools {
  send<T = unknown>(method: string, params?: Params, sessionId?: string): Promise<T>
  /** Gives a function that ends it. */
  listen(sessionId: string, method: string, listener: Listener): () => void
  /** Fails when the browser is gone: for who waits for an event that then never comes. */
  readonly gone: Promise<never>
  /** Fails whatever is still waiting. */
  end(reason: Error): void
}

export function openDevTools(input: Writable, output: Readable): DevTools {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, Listener>()
  let last = 0
  let ended: Error | undefined
  let parts: Buffer[] = []
  const { promise: gone, reject: fail } = Promise.withResolvers<never>()
  gone.catch(() => undefined)

  function take(text: string) {
    const { id, sessionId, method, params, result, error } = JSON.parse(text) as Message
    if (id === undefined) return listeners.get(`${sessionId} ${method}`)?.(params ?? {})
    const command = waiting.get(id)
    waiting.delete(id)
    if (error) command?.reject(new Error(error.message))
    else command?.resolve(result)
  }
  output.on('data', (chunk: Buffer) => {
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0)) {
      parts.push(chunk.subarray(0, end))
      const text = Buffer.concat(parts).toString('utf8')
      parts = []
      chunk = chunk.subarray(end + 1)
      take(text)
    }
    if (chunk.length > 0) parts.push(chunk)
  })
  // The end of the process tells; a broken pipe says nothing more.
  input.on('error', () => undefined)
  output.on('error', () => undefined)

  return {
    gone,
    send<T>(method: string, params: Params = {}, sessionId?: string) {
      if (ended) return Promise.reject(ended)
      return new Promise<T>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      })
    },
    listen(sessionId, method, listener) {
      const key = `${sessionId} ${method}`
      listeners.set(key, listener)
      return () => void listeners.delete(key)
    },
    end(reason) {
      ended = reason
      fail(reason)
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    },
  }
}
