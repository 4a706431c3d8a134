/**
 * The edge on one machine: what CloudFront does, on loopback, so that a browser can come. Pages are the emulated
 * edge's, calls go to the HTTP API, `/_cognito/` to the user pool. `/_dev/token` signs demonstration users in without
 * a browser, as `npm start` does.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { hostCheck } from '../../functions/runtime/gateway/hosts.ts'
import { originSecretHeader, publicRoot } from '../../shared/constants.ts'

export interface EdgeOptions {
  port: number
  endpoint: string
  apiId: string
  /** Host name of the emulated edge. */
  edge: string
  tokenOf(user: string): Promise<string>
  /** What shows functions that a request came through here. */
  originSecret(): Promise<string>
}

export async function startEdge(options: EdgeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(options.endpoint)
  const pass = (
    from: IncomingMessage,
    to: ServerResponse,
    path: string,
    host: string,
    more: Record<string, string> = {},
  ) => {
    const onward = request(
      {
        hostname,
        port,
        path,
        method: from.method,
        // The edge answers on https only; here that ends before it.
        headers: { ...from.headers, ...more, host, 'x-forwarded-proto': 'https' },
      },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(to)
      },
    )
    onward.on('error', () => {
      if (!to.headersSent) to.writeHead(502)
      to.end()
    })
    from.pipe(onward)
  }
  const refusalOf = hostCheck([])
  const server = createServer(async (from, to) => {
    const why = refusalOf(from)
    if (why !== undefined) return to.writeHead(403, { 'content-type': 'text/plain' }).end(why)
    const path = from.url ?? '/'
    if (path.startsWith('/api/') || path.startsWith(publicRoot))
      return pass(from, to, `/_aws/execute-api/${options.apiId}/$default${path}`, `${hostname}:${port}`, {
        [originSecretHeader]: await options.originSecret(),
      })
    if (path.startsWith('/_cognito')) return pass(from, to, '/', `${hostname}:${port}`)
    if (path !== '/_dev/token') return pass(from, to, path, options.edge)
    let body = ''
    for await (const chunk of from) body += chunk
    try {
      const token = await options.tokenOf((JSON.parse(body) as { user: string }).user)
      to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }))
    } catch (error) {
      to.writeHead(404, { 'content-type': 'application/json' }).end(
        JSON.stringify({ message: String(error) }),
      )
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port: mine } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${mine}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
