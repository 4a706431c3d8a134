import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { maxBodyBytes, publicRoot } from '../../../shared/constants.ts'
import { CallError, forbidden, notFound } from '../../../shared/errors.ts'
import type { Handler, HttpEvent } from '../http.ts'
import { errorResult } from '../steps/errors.ts'
import type { LogSink } from '../steps/log.ts'
import { readBody, send } from './answer.ts'
import { hostCheck } from './hosts.ts'
import { securityHeaders, serveStatic } from './static.ts'

/** Answers a request that is no call; gives false if it is not its business. */
export type Extra = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export interface GatewayOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** Names that it answers under, besides those of this machine. */
  allowedHosts?: readonly string[]
  /** Requests to `/api/…` and `/public/…`, in API Gateway's form. */
  handle: Handler
  /** Asked in order, before the calls and the web app. */
  extras: Extra[]
  /** Folder of the built web app. */
  webFolder: string
  log: LogSink
}
export interface Gateway {
  /** Without a slash at its end. */
  url: string
  port: number
  /** Takes no new requests, finishes those under way (at most 10 s), closes. */
  stop(): Promise<void>
}

const keepAliveMs = 65_000
const finishMs = 10_000
/** A GET call carries its input in the address. */
const maxHeaderBytes = 64 * 1024

function eventOf(request: IncomingMessage, path: string, query: string, body: Buffer): HttpEvent {
  const isText = isUtf8(body)
  return {
    rawPath: path,
    rawQueryString: query,
    headers: request.headers as HttpEvent['headers'],
    // As API Gateway passes on what is no text.
    body: body.length === 0 ? undefined : body.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
    requestContext: {
      requestId: randomUUID(),
      http: { method: request.method ?? 'GET', path, sourceIp: request.socket.remoteAddress ?? '' },
    },
  }
}

/** What the address of a request names, without its query. */
function partsOf(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

async function answer(
  options: GatewayOptions,
  refusalOf: ReturnType<typeof hostCheck>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // Of two names this would check one and what stands in front may have checked the other (RFC 9112, 3.2).
  if ((request.headersDistinct['host'] ?? []).length !== 1)
    return refuse(options, new CallError('invalid_input', 'A request names one host.'), request, response)
  const why = refusalOf(request)
  if (why !== undefined) return refuse(options, forbidden(why), request, response)
  const [path, query] = partsOf(request.url ?? '/')
  for (const extra of options.extras) if (await extra(path, request, response)) return
  if (path.startsWith('/api/') || path === '/api' || path.startsWith(publicRoot)) {
    const hasBody = request.headers['content-length'] !== '0' && request.method !== 'GET'
    const body = hasBody ? await readBody(request, maxBodyBytes) : Buffer.alloc(0)
    const result = await options.handle(eventOf(request, path, query, body))
    const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
    response.writeHead(result.statusCode, { ...result.headers, 'content-length': bytes.length })
    return void response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  if (await serveStatic(options.webFolder, path, request, response)) return
  const missing = errorResult(notFound(path), randomUUID())
  await send(
    request,
    response,
    missing.statusCode,
    { ...securityHeaders(), ...missing.headers },
    missing.body,
  )
}

/** Before anything is looked at, and on every path. */
function refuse(options: GatewayOptions, why: CallError, request: IncomingMessage, response: ServerResponse) {
  const requestId = randomUUID()
  const { host, origin } = request.headers
  const line = {
    level: 'warn',
    requestId,
    message: why.message,
    host: host?.slice(0, 200),
    origin: origin?.slice(0, 200),
  }
  options.log({ time: new Date().toISOString(), ...line })
  request.resume()
  const { statusCode, headers, body } = errorResult(why, requestId)
  return send(request, response, statusCode, { ...securityHeaders(), ...headers }, body)
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new Error(
            `Port ${port} of ${host} is taken by another program. Choose another one: PORT=3001 npm start`,
          ),
        )
      else if (error.code === 'EACCES')
        reject(
          new Error(`Port ${port} of ${host} may not be used. Choose one above 1024: PORT=3000 npm start`),
        )
      else reject(error)
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

/** Fails with a sentence for people if the port cannot be used: better told before the data is made than after. */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await listen(probe, host, port)
  await new Promise((resolve) => probe.close(resolve))
}

/** API Gateway and CloudFront in one process: routes come from the catalogue, the steps are the cloud's. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  let isStopping = false
  const refusalOf = hostCheck(options.allowedHosts ?? [])
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, maxHeaderSize: maxHeaderBytes, noDelay: true },
    (request, response) => {
      // A connection that stays open for the next request would keep the server from ending.
      response.on('close', () => isStopping && setImmediate(() => server.closeIdleConnections()))
      answer(options, refusalOf, request, response).catch((error: unknown) => {
        const requestId = randomUUID()
        const isBrokenOff = request.destroyed && !response.headersSent
        if (!isBrokenOff)
          options.log({
            time: new Date().toISOString(),
            level: 'error',
            requestId,
            path: request.url,
            error: error instanceof Error ? error.stack : String(error),
          })
        if (response.headersSent) return response.destroy()
        const result = errorResult(error, requestId)
        response.writeHead(result.statusCode, result.headers).end(result.body)
      })
    },
  )
  const { port } = await listen(server, options.host, options.port)
  const name = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
    port,
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        const closing = setTimeout(() => server.closeAllConnections(), finishMs)
        server.close(() => {
          clearTimeout(closing)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
