/** One sequential client over a kept-alive connection, and the arithmetic of its times. */
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: { ok: boolean; data?: unknown; message?: string; code?: string; id?: string }
  /** Milliseconds from sending to the last byte. */
  ms: number
  bytes: number
  /** What the server says of its own time, where it does. */
  serverTiming?: string
}

export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #base: URL
  token?: string
  constructor(base: string) {
    this.#base = new URL(base)
  }
  send(
    method: 'GET' | 'POST',
    path: string,
    payload: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = method === 'POST' ? JSON.stringify(payload) : undefined
    const query = method === 'GET' ? `?__payload=${encodeURIComponent(JSON.stringify(payload))}` : ''
    return new Promise((resolve, reject) => {
      const started = performance.now()
      const req = request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          path: path + query,
          method,
          agent: this.#agent,
          headers: {
            ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
            ...(body
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
              : {}),
            ...headers,
          },
        },
        (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('end', () => {
            const ms = performance.now() - started
            const raw = Buffer.concat(chunks)
            resolve({
              status: res.statusCode!,
              body: JSON.parse(raw.toString('utf8')),
              ms,
              bytes: raw.length,
              serverTiming: res.headers['server-timing'] as string | undefined,
            })
          })
          res.on('error', reject)
        },
      )
      req.on('error', reject)
      req.end(body)
    })
  }
  /** Calls and gives the data; a refusal is an error. */
  async call<T>(name: string, payload: unknown, method: 'GET' | 'POST' = 'POST'): Promise<T> {
    const answer = await this.send(method, `/api/${name}`, payload)
    if (!answer.body.ok)
      throw new Error(`${name}: ${answer.status} ${answer.body.code} ${answer.body.message}`)
    return answer.body.data as T
  }
  async signIn(user: string): Promise<this> {
    const { token } = (await this.send('POST', '/_dev/token', { user })).body as unknown as { token: string }
    this.token = (await this.call<{ jwt: string }>('auth/domain/login', { token })).jwt
    return this
  }
  close() {
    this.#agent.destroy()
  }
}

/** Nearest-rank percentile of milliseconds. */
export function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}
export interface Timing {
  p50: number
  p95: number
}
export const timing = (times: number[]): Timing => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
})
export const say = (t: Timing): string => `${t.p50.toFixed(1)} / ${t.p95.toFixed(1)}`
