import { escapeHtml } from '../../../shared/escape-html.ts'
import { page } from './html.ts'

interface Operation {
  operationId: string
  summary: string
  'x-access': string
  'x-idempotent'?: boolean
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  parameters?: { name: string; content?: { 'application/json': { schema: unknown } } }[]
  responses: { 200: { content: { 'application/json': { schema: { properties: { data: unknown } } } } } }
}
export interface OpenApi {
  info: { title: string; version: string; description: string }
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  'x-errors': Record<string, { status: number; text: string }>
}

const schemaOf = (schema: unknown) => `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

function operation(method: string, path: string, o: Operation): string {
  const payload = o.parameters?.find((p) => p.name === '__payload')
  const input =
    o.requestBody?.content['application/json'].schema ?? payload?.content?.['application/json'].schema
  const output = o.responses[200].content['application/json'].schema.properties.data
  return `<details id="${escapeHtml(o.operationId)}"><summary><span class="method">${method.toUpperCase()}</span>
<code>${escapeHtml(path)}</code> · ${escapeHtml(o.summary)}</summary>
<p class="muted">Access: ${escapeHtml(o['x-access'])}${o['x-idempotent'] ? ' · honours Idempotency-Key' : ''}</p>
<h3>Input${payload ? ' (query parameter __payload)' : ''}</h3>${schemaOf(input)}
<h3>Data of the answer</h3>${schemaOf(output)}</details>`
}

/** The OpenAPI document as a page to read: no script, nothing loaded from elsewhere. */
export function docsPage(document: OpenApi): string {
  const families = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    const family = path.split('/')[2] ?? ''
    const rows = families.get(family) ?? []
    for (const [method, o] of Object.entries(methods)) rows.push(operation(method, path, o as Operation))
    families.set(family, rows)
  }
  const errors = Object.entries(document['x-errors'])
    .map(
      ([code, { status, text }]) =>
        `<tr><td>${status}</td><td><code>${escapeHtml(code)}</code></td><td>${escapeHtml(text)}</td></tr>`,
    )
    .join('')
  return page(
    document.info.title,
    `<h1>${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(document.info.description)} The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${[...families].map(([name, rows]) => `<h2>${escapeHtml(name)}</h2>${rows.join('\n')}`).join('\n')}
<h2>Errors</h2><table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>${errors}</table>`,
  )
}
