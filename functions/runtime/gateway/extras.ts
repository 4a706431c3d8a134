/** What the embedded gateway offers besides calls: settings of the web app, documents, and aids for development. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCallError } from '../../../shared/errors.ts'
import { escapeHtml } from '../../../shared/escape-html.ts'
import type { RuntimeConfig } from '../../../shared/model/runtime-config.ts'
import { jsonOf, send, sendJson } from './answer.ts'
import { docsPage, type OpenApi } from './docs.ts'
import { page } from './html.ts'
import type { Extra } from './server.ts'
import { securityHeaders } from './static.ts'

const isPost = (request: IncomingMessage) => request.method === 'POST'
const html = (request: IncomingMessage, response: ServerResponse, body: string, status = 200) =>
  send(
    request,
    response,
    status,
    { ...securityHeaders(), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  )

/** `/config.json`; names and password of the demonstration are only for those who may use them. */
export const configExtra =
  (config: RuntimeConfig, mayUseDemo: (request: IncomingMessage) => boolean = () => true): Extra =>
  async (path, request, response) => {
    if (path !== '/config.json') return false
    await sendJson(request, response, 200, mayUseDemo(request) ? config : { ...config, demo: undefined })
    return true
  }

/** `/api/openapi.json` as it is committed, and `/api/docs` made from it. */
export const documentsExtra =
  (file: string): Extra =>
  async (path, request, response) => {
    if (path !== '/api/openapi.json' && path !== '/api/docs') return false
    const text = await readFile(file, 'utf8')
    if (path === '/api/docs') await html(request, response, docsPage(JSON.parse(text) as OpenApi))
    else
      await send(
        request,
        response,
        200,
        { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
        text,
      )
    return true
  }

interface ShownMail {
  id: string
  sent: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string
  attachments: { name: string; size: number }[]
}
export interface DevAids {
  /** Whether they are for who sends this request. */
  isAllowed(request: IncomingMessage): boolean
  tokenOf(user: string): Promise<string | undefined>
  listMails(limit?: number): Promise<ShownMail[]>
  readMail(id: string): Promise<ShownMail & { message: Uint8Array }>
  reindex(): Promise<void>
}

async function mailPage(aids: DevAids, id: string | undefined): Promise<string> {
  if (id) {
    const mail = await aids.readMail(id)
    const row = (name: string, value: string) =>
      value ? `<tr><th>${name}</th><td>${escapeHtml(value)}</td></tr>` : ''
    return page(
      mail.subject,
      `<p><a href="/_dev/mail">All mails</a> · <a href="/_dev/mail/${escapeHtml(id)}.eml">message file</a></p>
<h1>${escapeHtml(mail.subject)}</h1><table>${row('From', mail.from)}${row('To', mail.to.join(', '))}${row('Cc', mail.cc.join(', '))}${row('Bcc', mail.bcc.join(', '))}${row('Sent', mail.sent)}${row('Attachments', mail.attachments.map((a) => `${a.name} (${a.size} bytes)`).join(', '))}</table>
<pre>${escapeHtml(mail.text)}</pre>`,
    )
  }
  const rows = (await aids.listMails(200))
    .map(
      (mail) =>
        `<tr><td>${escapeHtml(mail.sent)}</td><td>${escapeHtml(mail.to.join(', '))}</td><td><a href="/_dev/mail/${escapeHtml(mail.id)}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`,
    )
    .join('')
  return page(
    'Mails',
    `<h1>Mails</h1><p class="muted">Nothing leaves this machine: what would be sent is kept here.</p>
<table><tr><th>Sent</th><th>To</th><th>Subject</th></tr>${rows}</table>`,
  )
}

/** `/_dev/…`: mails that would have been sent, tokens without a browser, a reindex. Embedded only. */
export const devExtra =
  (aids: DevAids): Extra =>
  async (path, request, response) => {
    if (!path.startsWith('/_dev')) return false
    if (!aids.isAllowed(request)) {
      await sendJson(request, response, 403, { message: 'only at the machine that Inputlist runs on' })
      return true
    }
    try {
      await answerDev(aids, path, request, response)
    } catch (error) {
      if (!isCallError(error) || error.code !== 'not_found') throw error
      await sendJson(request, response, 404, { message: error.message })
    }
    return true
  }

async function answerDev(aids: DevAids, path: string, request: IncomingMessage, response: ServerResponse) {
  const mail = /^\/_dev\/mail(?:\/([0-9a-f-]+)(\.eml)?)?$/.exec(path)
  if (mail && request.method === 'GET') {
    if (!mail[2]) return html(request, response, await mailPage(aids, mail[1]))
    const { message } = await aids.readMail(mail[1]!)
    const headers = { 'content-type': 'message/rfc822', 'content-disposition': 'attachment' }
    return void response.writeHead(200, headers).end(message)
  }
  // A page of another site cannot send this type without being asked for permission, which it does not get.
  const isOwn = String(request.headers['content-type'] ?? '').startsWith('application/json')
  if (path === '/_dev/token' && isPost(request) && isOwn) {
    const body = (await jsonOf(request)) as { user?: unknown } | undefined
    const user = String(body?.user ?? '')
    const token = await aids.tokenOf(user)
    if (!token) return sendJson(request, response, 404, { message: `there is no user "${user}"` })
    return sendJson(request, response, 200, { token })
  }
  if (path === '/_dev/reindex' && isPost(request) && isOwn) {
    await aids.reindex()
    return sendJson(request, response, 200, { done: true })
  }
  return sendJson(request, response, 404, {
    message:
      'GET /_dev/mail, POST /_dev/token {"user":"admin"}, POST /_dev/reindex {}, both with content-type application/json',
  })
}
