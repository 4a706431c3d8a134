import { maxUploadBytes } from '../../../../shared/constants.ts'
import { CallError } from '../../../../shared/errors.ts'
import type { PdfOptions } from '../../../ports/pdf-maker.ts'
import type { Browser } from './browser.ts'

/** Where the page seems to come from: a name that never exists. */
const address = 'http://page.invalid/'
/** What a page may use: itself. The sandbox without any permission also stops refreshes and forms. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
const chunkBytes = 1 << 20
const inch = 25.4
const sideMm = 18

/** Runs beside the page, in a world of its own: links that would reach into the reader's machine lose their target. */
const removeWhatIsNotForPaper = `
for (const frame of document.querySelectorAll('iframe, frame, object, embed')) frame.remove()
for (const link of document.querySelectorAll('a, area')) {
  const target = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? ''
  if (target.startsWith('#') || /^(https?:|mailto:)/i.test(target.trim())) continue
  link.removeAttribute('href')
  link.removeAttributeNS('http://www.w3.org/1999/xlink', 'href')
}`

const tooLarge = () =>
  new CallError('too_large', `A document may have ${maxUploadBytes} bytes at most.`, {
    key: 'fileTooLarge',
    params: { max: maxUploadBytes },
  })
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const marginal = (left: string, right: string) =>
  `<div style="width:100%;margin:0 ${sideMm}mm;display:flex;gap:5mm;font:8px 'Open Sans',sans-serif;color:#444">
<div style="flex:1;white-space:pre-line">${left}</div><div>${right}</div></div>`
const pageNumber = '<span class="pageNumber"></span> / <span class="totalPages"></span>'

/** Millimetres as Chromium wants them. A template that is empty would be replaced by Chromium's own. */
function paper({ header, footer, pageNumbers, landscape = false }: PdfOptions): Record<string, unknown> {
  const hasFooter = footer !== undefined || pageNumbers === true
  return {
    landscape,
    paperWidth: 210 / inch,
    paperHeight: 297 / inch,
    marginLeft: sideMm / inch,
    marginRight: sideMm / inch,
    marginTop: (header === undefined ? 15 : 22) / inch,
    marginBottom: (hasFooter ? 20 : 15) / inch,
    displayHeaderFooter: header !== undefined || hasFooter,
    headerTemplate: marginal(asText(header ?? ''), ''),
    footerTemplate: marginal(asText(footer ?? ''), pageNumbers ? pageNumber : ''),
    printBackground: true,
    generateTaggedPDF: true,
    transferMode: 'ReturnAsStream',
  }
}

/** Opens a page of its own for the HTML, prints it, closes it. Errors: `too_large`. */
export async function printPage(browser: Browser, html: string, options: PdfOptions): Promise<Uint8Array> {
  const { devTools } = browser
  const body = Buffer.from(html)
  if (body.length > maxUploadBytes) throw tooLarge()
  // A context of its own would be cleaner, but in one process the browser ends with it.
  const { targetId } = await devTools.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
  })
  const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const send = <T>(method: string, params?: Record<string, unknown>) =>
    devTools.send<T>(method, params, sessionId)
  const ends: (() => void)[] = []
  const told = (method: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      ends.push(devTools.listen(sessionId, method, resolve))
    })
  const loaded = told('Page.loadEventFired')
  const crashed = told('Inspector.targetCrashed').then(() => {
    throw new Error('the page used more than there is, and crashed')
  })
  crashed.catch(() => undefined)
  let isServed = false
  ends.push(
    devTools.listen(sessionId, 'Fetch.requestPaused', ({ requestId, request }) => {
      const isPage = !isServed && (request as { url: string }).url === address
      isServed ||= isPage
      const answer = isPage
        ? send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [
              { name: 'content-type', value: 'text/html; charset=utf-8' },
              { name: 'content-security-policy', value: policy },
            ],
            body: body.toString('base64'),
          })
        : send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      // A request that was given up meanwhile needs no answer.
      answer.catch(() => undefined)
    }),
  )
  const work = async () => {
    await Promise.all([
      send('Page.enable'),
      send('Inspector.enable'),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      send('Emulation.setScriptExecutionDisabled', { value: true }),
    ])
    const { frameId } = await send<{ frameId: string }>('Page.navigate', { url: address })
    await loaded
    const world = await send<{ executionContextId: number }>('Page.createIsolatedWorld', { frameId })
    const { exceptionDetails } = await send<{ exceptionDetails?: { text: string } }>('Runtime.evaluate', {
      contextId: world.executionContextId,
      expression: removeWhatIsNotForPaper,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    const { stream } = await send<{ stream: string }>('Page.printToPDF', paper(options))
    const parts: Buffer[] = []
    let size = 0
    for (let isEnd = false; !isEnd; ) {
      const part = await send<{ data: string; eof: boolean; base64Encoded?: boolean }>('IO.read', {
        handle: stream,
        size: chunkBytes,
      })
      parts.push(Buffer.from(part.data, part.base64Encoded ? 'base64' : 'latin1'))
      size += parts.at(-1)!.length
      if (size > maxUploadBytes) throw tooLarge()
      isEnd = part.eof
    }
    return new Uint8Array(Buffer.concat(parts))
  }
  try {
    return await Promise.race([work(), crashed, devTools.gone])
  } finally {
    for (const end of ends) end()
    await devTools.send('Target.closeTarget', { targetId }).catch(() => undefined)
  }
}
