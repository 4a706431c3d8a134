/** A confirmation as a page that is printed. What it says comes as text; of it nothing is read as HTML. */
import { escapeHtml } from '../../../shared/escape-html.ts'
import type { ConfirmationContent, ConfirmedList } from '../../../shared/model/confirmation.ts'
import { tagOf } from '../../../shared/rules/day-text.ts'
import { logos } from './logos.ts'

/** A text of the document in its language. */
export type Say = (key: string, params?: Record<string, string>) => string
export interface PrintedConfirmation {
  content: ConfirmationContent
  say: Say
  /** Of a sent one; a preview has none. */
  number?: string
  /** Where a sent one is checked, and a drawing of the code that leads there. */
  check?: { address: string; code: string }
  /** Number of the one that it replaces. */
  replaces?: string
}

const dayIn = (language: ConfirmationContent['language'], day: string) =>
  new Intl.DateTimeFormat(`${tagOf(language)}-u-ca-gregory-nu-latn`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00.000Z`))

const style = `
body { font: 10.5pt/1.45 'Open Sans', sans-serif; color: #16191f; margin: 0 }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 8mm; min-height: 20mm;
  border-bottom: 0.6mm solid #1a7f37; padding-bottom: 4mm; margin-bottom: 10mm }
header p { margin: 0; font-size: 13pt; font-weight: 700 }
.logos { display: flex; gap: 4mm }
.logos svg { width: 16mm; height: 16mm }
address { font-style: normal; min-height: 24mm; margin-bottom: 8mm }
h1 { font-size: 18pt; line-height: 1.25; margin: 0 0 2mm }
h2 { font-size: 12.5pt; margin: 7mm 0 2mm; break-after: avoid }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 4mm 0 6mm }
dt { color: #545b64 } dd { margin: 0; font-weight: 700; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
thead th:first-child { width: 52% }
th, td { text-align: left; vertical-align: top; padding: 1.6mm 3mm 1.6mm 0; border-bottom: 0.2mm solid #aab7b8; overflow-wrap: anywhere }
thead th { color: #545b64; font-weight: 400 }
tbody th { font-weight: 700 }
td.day { white-space: nowrap }
th p { margin: 0; font-weight: 400 } th small { color: #545b64; font-size: 9pt }
tr { break-inside: avoid }
.preview { border: 0.6mm solid #b42318; color: #b42318; padding: 2mm 4mm; font-weight: 700; margin: 0 0 6mm }
.sign { margin-top: 9mm }
.check { display: flex; gap: 6mm; align-items: center; break-inside: avoid; margin-top: 9mm; color: #545b64; font-size: 9pt }
.check p { margin: 0; overflow-wrap: anywhere } .check svg { flex: none }
`

function listSection({ title, product, standards }: ConfirmedList, of: PrintedConfirmation): string {
  const { say, content } = of
  const day = (one: string | undefined) =>
    escapeHtml(one === undefined ? say('endless') : dayIn(content.language, one))
  const rows = standards.map(({ name, from, until, limitation, restrictions }) => {
    const remarks = [limitation, ...restrictions].flatMap((text) =>
      text?.trim() ? [`<p><small>${escapeHtml(text)}</small></p>`] : [],
    )
    return `<tr><th scope="row">${escapeHtml(name)}${remarks.join('')}</th><td class="day">${day(from)}</td><td class="day">${day(until)}</td></tr>`
  })
  const other = product !== content.product ? `<p>${escapeHtml(product)}</p>` : ''
  return `<section><h2>${escapeHtml(title)}</h2>${other}<table><thead><tr><th scope="col">${escapeHtml(say('standard'))}</th><th scope="col">${escapeHtml(say('validFrom'))}</th><th scope="col">${escapeHtml(say('validUntil'))}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

const checkSection = ({ address, code }: { address: string; code: string }, say: Say) =>
  `<section class="check"><div role="img" aria-label="${escapeHtml(say('check.code'))}">${code}</div><p>${escapeHtml(say('check.text'))}<br><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p></section>`

/** The page, in the language of the confirmation. */
export function confirmationHtml(of: PrintedConfirmation): string {
  const { content, say, number, replaces, check } = of
  const { type, language, institution, company, product, lists, issued } = content
  const title = say(`title.${type}`)
  const keys = [...new Set(lists.flatMap(({ logo }) => logo ?? []))]
  const drawings = keys.flatMap((key) => (Object.hasOwn(logos, key) ? (logos[key] ?? []) : []))
  const facts: [string, string][] = [
    ...(number === undefined ? [] : [[say('number'), number] as [string, string]]),
    [say('product'), product || '–'],
    [say('company'), company.name],
    [say('issued'), dayIn(language, issued)],
  ]
  const lines = [company.name, ...company.address].map(escapeHtml).join('<br>')
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><title>${escapeHtml([title, number, product].filter(Boolean).join(' · '))}</title><style>${style}</style></head><body>
<header><p>${escapeHtml(institution)}</p><div class="logos">${drawings.join('')}</div></header>
${number === undefined ? `<p class="preview">${escapeHtml(say('preview'))}</p>` : ''}
<address>${lines}</address>
<main><h1>${escapeHtml(title)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<p>${escapeHtml(say(`intro.${type}`, { institution, company: company.name, product: product || '–' }))}</p>
${lists.map((list) => listSection(list, of)).join('\n')}
${replaces === undefined ? '' : `<p>${escapeHtml(say('replaces', { number: replaces }))}</p>`}
<p class="sign">${escapeHtml(institution)}</p>
${check === undefined ? '' : checkSection(check, say)}</main></body></html>`
}

/** What stands in the margins of each page: the document, and the footers of its lists. */
export function marginsOf({ content, say, number }: PrintedConfirmation) {
  const footers = [...new Set(content.lists.flatMap(({ footer }) => footer ?? []))]
  return {
    header: [content.institution, say(`title.${content.type}`), number].filter(Boolean).join(' · '),
    ...(footers.length > 0 && { footer: footers.join('\n') }),
    pageNumbers: true,
  }
}
/** Name of the file. */
export const fileNameOf = ({ content, say, number }: PrintedConfirmation): string =>
  `${[say(`title.${content.type}`), content.product, number].filter(Boolean).join(' ')}.pdf`
