import type { Page, PDFOptions } from 'puppeteer-core'
import { maxUploadBytes } from '../../../../shared/constants.ts'
import { documentTooLarge } from '../../../../shared/errors.ts'
import { escapeHtml } from '../../../../shared/escape-html.ts'
import type { PdfOptions } from '../../../ports/pdf-maker.ts'
import type { Browser } from './browser.ts'

/** Where the page seems to come from: a name that never exists. */
const address = 'http://page.invalid/'
/** What a page may use: itself. The sandbox without any permission also stops refreshes and forms. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
const sideMm = 18

/** Runs in the page, where nothing else ever runs: links that would reach into the reader's machine lose their target. */
const removeWhatIsNotForPaper = `
for (const frame of document.querySelectorAll('iframe, frame, object, embed')) frame.remove()
for (const link of document.querySelectorAll('a, area')) {
  const target = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? ''
  if (target.startsWith('#') || /^(https?:|mailto:)/i.test(target.trim())) continue
  link.removeAttribute('href')
  link.removeAttributeNS('http://www.w3.org/1999/xlink', 'href')
}`

const marginal = (left: string, right: string) =>
  `<div style="width:100%;margin:0 ${sideMm}mm;display:flex;gap:5mm;font:8px 'Open Sans',sans-serif;color:#444">
<div style="flex:1;white-space:pre-line">${left}</div><div>${right}</div></div>`
const pageNumber = '<span class="pageNumber"></span> / <span class="totalPages"></span>'

/** A template that is empty would be replaced by Chromium's own. */
function paper({ header, footer, pageNumbers, landscape = false }: PdfOptions): PDFOptions {
  const hasFooter = footer !== undefined || pageNumbers === true
  return {
    landscape,
    width: '210mm',
    height: '297mm',
    margin: {
      left: `${sideMm}mm`,
      right: `${sideMm}mm`,
      top: header === undefined ? '15mm' : '22mm',
      bottom: hasFooter ? '20mm' : '15mm',
    },
    displayHeaderFooter: header !== undefined || hasFooter,
    headerTemplate: marginal(escapeHtml(header ?? ''), pageNumbers === 'top' ? pageNumber : ''),
    footerTemplate: marginal(escapeHtml(footer ?? ''), pageNumbers === true ? pageNumber : ''),
    printBackground: true,
    tagged: true,
    // That would be asked of scripts, which are off; the fonts are in the page or on the machine.
    waitForFonts: false,
    timeout: 0,
  }
}

/** Shows the HTML, whatever the page asks for beside it is refused. */
async function show(page: Page, html: string): Promise<void> {
  let isServed = false
  page.on('request', (request) => {
    const isPage = !isServed && request.url() === address
    isServed ||= isPage
    const answer = isPage
      ? request.respond({
          status: 200,
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': policy },
          body: html,
        })
      : request.abort('blockedbyclient')
    // A request that was given up meanwhile needs no answer.
    answer.catch(() => undefined)
  })
  await Promise.all([page.setJavaScriptEnabled(false), page.setRequestInterception(true)])
  await page.goto(address, { waitUntil: 'load', timeout: 0 })
  await page.evaluate(removeWhatIsNotForPaper)
}
async function print(page: Page, options: PdfOptions): Promise<Uint8Array> {
  const { maxBytes = maxUploadBytes } = options
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of await page.createPDFStream(paper(options))) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) throw documentTooLarge(maxBytes)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Opens a page of its own for the HTML, prints it, closes it. Errors: `too_large`. */
export async function printPage(
  { chromium }: Browser,
  html: string,
  options: PdfOptions,
): Promise<Uint8Array> {
  if (Buffer.byteLength(html) > maxUploadBytes) throw documentTooLarge(maxUploadBytes)
  // A context of its own would be cleaner, but in one process the browser ends with it.
  const page = await chromium.newPage()
  const crashed = new Promise<never>((_, reject) => {
    page.once('error', () => reject(new Error('the page used more than there is, and crashed')))
  })
  crashed.catch(() => undefined)
  try {
    return await Promise.race([show(page, html).then(() => print(page, options)), crashed])
  } finally {
    await page.close().catch(() => undefined)
  }
}
