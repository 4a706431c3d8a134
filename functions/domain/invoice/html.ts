/** An invoice as a page that is printed. What it says comes as text; of it nothing is read as HTML. */
import type { Locale } from '../../../shared/constants.ts'
import type { Invoice, InvoiceSum } from '../../../shared/model/invoice.ts'
import { tagOf } from '../../../shared/rules/day-text.ts'
import type { Sealed } from './sealed.ts'

export type Say = (key: string, params?: Record<string, string>) => string
export interface PrintedInvoice {
  data: Pick<Invoice, 'sums' | 'totals' | 'currency' | 'number' | 'indexData'>
  sealed: Sealed
  say: Say
  /** Title of a main category in the language. */
  mainCategory(key: string): string
  /** Payment part of a Swiss invoice: a drawing of the full width of the page. */
  paymentPart?: string | undefined
  /** What is no document: of a draft, or before it is kept. */
  isPreview?: boolean
}

const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const dayText = (language: Locale, day: string) =>
  new Intl.DateTimeFormat(`${tagOf(language)}-u-ca-gregory-nu-latn`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00.000Z`))
const numberText = (language: Locale, value: number, least = 2) =>
  new Intl.NumberFormat(`${tagOf(language)}-u-nu-latn`, {
    minimumFractionDigits: least,
    maximumFractionDigits: 4,
  }).format(value)
export const moneyText = (language: Locale, currency: string, value: number): string =>
  `${currency}\u00a0${numberText(language, value)}`

const style = `
body { font: 10pt/1.4 'Open Sans', sans-serif; color: #16191f; margin: 0 }
header { border-bottom: 0.6mm solid #1a7f37; padding-bottom: 4mm; margin-bottom: 10mm; min-height: 12mm }
header p { margin: 0; font-size: 13pt; font-weight: 700 }
header .sender { font-size: 8.5pt; font-weight: 400; color: #545b64 }
address { font-style: normal; min-height: 28mm; margin: 0 0 8mm 95mm }
h1 { font-size: 17pt; line-height: 1.25; margin: 0 0 3mm; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 0 0 6mm }
dt { color: #545b64 } dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: 4mm 0 }
th, td { text-align: left; vertical-align: top; padding: 1.2mm 3mm 1.2mm 0; border-bottom: 0.2mm solid #aab7b8; font-weight: 400 }
thead th { color: #545b64 } thead { display: table-header-group }
tbody th { overflow-wrap: anywhere } th small { color: #545b64; display: block; font-size: 8.5pt }
.n { text-align: right; white-space: nowrap; padding-right: 0; padding-left: 3mm; font-variant-numeric: tabular-nums }
tfoot th, tfoot td { border: 0 } tfoot tr:last-child > * { font-weight: 700; border-top: 0.3mm solid #16191f }
tfoot { display: table-row-group } tr { break-inside: avoid }
p { margin: 0 0 3mm; white-space: pre-line }
.preview { border: 0.6mm solid #b42318; color: #b42318; padding: 2mm 4mm; font-weight: 700; margin: 0 0 6mm }
@page payment { margin: 0 }
.payment { page: payment; break-before: page; position: relative; height: 296mm }
.payment svg { display: block } .payment > svg { position: absolute; left: 0; bottom: 0; width: 210mm; height: 105mm }
`

const whatOf = (sum: InvoiceSum, { say, mainCategory }: PrintedInvoice): string => {
  if (sum.text !== undefined) return sum.text
  const fee = say(`rule.${sum.rule.replace(/^(eu|national)_/, '')}`)
  const what = sum.scope === 'national' ? say('national', { fee }) : fee
  return sum.mainCategory === undefined ? what : `${what}: ${mainCategory(sum.mainCategory)}`
}

function lineRow(sum: InvoiceSum, of: PrintedInvoice): string {
  const { language } = of.sealed
  const product = sum.productName ? `<small>${asHtml(sum.productName)}</small>` : ''
  const discount = sum.discount ? `${numberText(language, sum.discount.percent, 0)}\u00a0%` : ''
  return `<tr><th scope="row">${asHtml(whatOf(sum, of))}${product}</th><td class="n">${sum.count}</td><td class="n">${asHtml(numberText(language, sum.price))}</td><td class="n">${asHtml(discount)}</td><td class="n">${asHtml(numberText(language, sum.amount))}</td></tr>`
}

export const titleOf = ({ sealed, say }: Pick<PrintedInvoice, 'sealed' | 'say'>): string =>
  say(sealed.cancels === undefined ? 'title.invoice' : 'title.cancellation')

/** The page, in the language of the company. */
export function invoiceHtml(of: PrintedInvoice): string {
  const { data, sealed, say } = of
  const { language, institution, company, issued, due, sender = [] } = sealed
  const { totals, currency, number, indexData } = data
  const title = titleOf(of)
  const money = (value: number) => moneyText(language, currency, value)
  const facts: [string, string | undefined][] = [
    [say('number'), number],
    [say('date'), dayText(language, issued)],
    [say('due'), due && dayText(language, due)],
    [say('customer'), indexData.company?.customerNumber?.toString()],
    [say('sign'), sealed.ourSign],
    [say('period'), sealed.period],
  ]
  const columns = ['what', 'count', 'price', 'discount', 'amount'] as const
  const head = columns
    .map(
      (name) => `<th scope="col"${name === 'what' ? '' : ' class="n"'}>${asHtml(say(`column.${name}`))}</th>`,
    )
    .join('')
  const sum = (name: string, value: number) =>
    `<tr><th scope="row" colspan="4">${asHtml(name)}</th><td class="n">${asHtml(money(value))}</td></tr>`
  const vat = say('vat', { percent: numberText(language, totals.vatPercent, 0) })
  const pay =
    due !== undefined && totals.gross > 0
      ? `<p>${asHtml(say('pay', { amount: money(totals.gross), day: dayText(language, due) }))}</p>${sealed.iban === undefined ? '' : `<p>${asHtml(say('account', { iban: sealed.iban }))}</p>`}`
      : ''
  const known = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`<dt>${asHtml(name)}</dt><dd>${asHtml(value)}</dd>`],
  )
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><title>${asHtml([title, number].filter(Boolean).join(' '))}</title><style>${style}</style></head><body>
<header><p>${asHtml(institution)}</p>${sender.length > 0 ? `<p class="sender">${sender.map(asHtml).join(' · ')}</p>` : ''}</header>
${of.isPreview ? `<p class="preview">${asHtml(say('preview'))}</p>` : ''}
<address>${[company.name, ...company.address].map(asHtml).join('<br>')}</address>
<main><h1>${asHtml(title)}</h1>
<dl>${known.join('')}</dl>
${sealed.cancels === undefined ? '' : `<p>${asHtml(say('cancels', { number: sealed.cancels }))}</p>`}
<table><thead><tr>${head}</tr></thead><tbody>${data.sums.map((one) => lineRow(one, of)).join('')}</tbody>
<tfoot>${sum(say('net'), totals.net)}${sum(vat, totals.vat)}${sum(say('total'), totals.gross)}</tfoot></table>
${pay}${sealed.text === undefined ? '' : `<p>${asHtml(sealed.text)}</p>`}
${of.paymentPart === undefined ? '' : `<section class="payment">${of.paymentPart}</section>`}</main></body></html>`
}

export const marginsOf = (of: Pick<PrintedInvoice, 'sealed' | 'say' | 'data'>) => ({
  header: [of.sealed.institution, titleOf(of), of.data.number].filter(Boolean).join(' · '),
  // The payment part reaches to the lower edge.
  pageNumbers: 'top' as const,
})
export const fileNameOf = (of: Pick<PrintedInvoice, 'sealed' | 'say' | 'data'>): string =>
  `${[titleOf(of), of.data.number].filter(Boolean).join(' ')}.pdf`
