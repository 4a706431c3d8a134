/** Reports as pages that are printed. What they say comes as text; of it nothing is read as HTML. Pure. */
import { escapeHtml } from '../../../shared/escape-html.ts'
import { tagOf } from '../../../shared/rules/day-text.ts'
import type { Say } from '../confirmation/html.ts'
import { logos } from '../confirmation/logos.ts'
import type { ReportAsked, ReportProduct } from './content.ts'

export interface Report {
  asked: ReportAsked
  list: { title: string; logo?: string; footer?: string }
  /** `YYYY-MM-DD`. */
  day: string
  /** In the order of the report. */
  products: readonly ReportProduct[]
  say: Say
  /** What a level of secrecy is called. */
  secrecy(level: string): string
}

const style = `
body { font: 9.5pt/1.4 'Open Sans', sans-serif; color: #16191f; margin: 0 }
header { display: flex; justify-content: space-between; align-items: flex-start; gap: 8mm;
  border-bottom: 0.6mm solid #1a7f37; padding-bottom: 3mm; margin-bottom: 6mm }
header svg { width: 14mm; height: 14mm }
h1 { font-size: 16pt; line-height: 1.25; margin: 0 } header p { margin: 1mm 0 0; color: #545b64 }
h2 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid }
section.company + section.company { break-before: page }
address { font-style: normal; margin: 0 0 6mm }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
thead { display: table-header-group }
th, td { text-align: left; vertical-align: top; padding: 1.4mm 3mm 1.4mm 0; border-bottom: 0.2mm solid #aab7b8; overflow-wrap: anywhere }
thead th { color: #545b64; font-weight: 400 }
tbody th { font-weight: 700 } th small, td small { color: #545b64; font-size: 8.5pt; font-weight: 400 }
td p, th p { margin: 0 } td.number { text-align: right }
tr { break-inside: avoid }
.box { display: inline-block; width: 3.4mm; height: 3.4mm; border: 0.25mm solid #16191f; vertical-align: -0.4mm; margin-right: 1.6mm }
.sign { margin-top: 14mm; border-top: 0.25mm solid #16191f; padding-top: 1mm; width: 80mm; color: #545b64; break-inside: avoid }
`

const lines = (all: readonly string[]) =>
  all.flatMap((text) => (text.trim() ? [`<p><small>${escapeHtml(text)}</small></p>`] : [])).join('')
const head = (titles: readonly string[]) =>
  `<thead><tr>${titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('')}</tr></thead>`
const table = (titles: readonly string[], rows: readonly string[]) =>
  `<table>${head(titles)}<tbody>${rows.join('')}</tbody></table>`

function day({ asked: { language } }: Report, text: string): string {
  const format = new Intl.DateTimeFormat(`${tagOf(language)}-u-ca-gregory-nu-latn`, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${text}T12:00:00.000Z`))
}
const amountOf = ({ asked: { language } }: Report, { amount, unit }: ReportProduct['components'][number]) =>
  amount === undefined
    ? ''
    : [new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: 3 }).format(amount), unit ?? '%'].join(
        '\u00a0',
      )

const nameCell = ({ name, numbers, category }: ReportProduct) =>
  `<th scope="row">${escapeHtml(name || '–')}${lines([numbers.join(', '), category])}</th>`
function standardsCell(of: Report, { standards }: ReportProduct): string {
  const { say } = of
  const all = standards.map(({ name, from, until, limitation, restrictions }) => {
    const end = until === undefined ? say('endless') : day(of, until)
    const period = `${escapeHtml(name)} <small>${escapeHtml(`${day(of, from)} – ${end}`)}</small>`
    return `<p>${period}</p>${lines([limitation ?? '', ...restrictions])}`
  })
  return `<td>${all.join('') || '–'}</td>`
}

function printed(of: Report): string {
  const { say, products } = of
  const rows = products.map((one) => {
    const { company, components } = one
    const made = components.map((part) => `${part.name} ${amountOf(of, part)}`.trim()).join(', ')
    const firm = company ? `<p>${escapeHtml(company.name)}</p>${lines(company.address)}` : '–'
    return `<tr>${nameCell(one)}<td>${firm}</td>${standardsCell(of, one)}<td>${escapeHtml(made) || '–'}</td></tr>`
  })
  return table([say('product'), say('company'), say('standard'), say('component')], rows)
}

function components(of: Report): string {
  const { say, products, secrecy } = of
  const rows = products.flatMap((one) => {
    const [first, ...others] = one.components
    const cells = (part: ReportProduct['components'][number] | undefined) =>
      part
        ? `<td>${escapeHtml(part.name)}</td><td>${escapeHtml(secrecy(part.secrecy))}</td><td class="number">${escapeHtml(amountOf(of, part))}</td>`
        : `<td colspan="3">${escapeHtml(say('none'))}</td>`
    return [
      `<tr>${nameCell(one)}${cells(first)}</tr>`,
      ...others.map((part) => `<tr><td></td>${cells(part)}</tr>`),
    ]
  })
  return table([say('product'), say('component'), say('secrecy'), say('amount')], rows)
}

/** For each company a sheet of its own, by name; products of no company come last. */
function reregistration(of: Report): string {
  const { say, products } = of
  const byCompany = Map.groupBy(products, ({ company }) => company?.id ?? '')
  const sheets = [...byCompany.values()].toSorted((a, b) => {
    const [one, other] = [a[0]?.company?.name, b[0]?.company?.name]
    if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? 1 : -1
    return one.localeCompare(other, tagOf(of.asked.language))
  })
  return sheets
    .map((mine) => {
      const company = mine[0]?.company
      const to = company
        ? [
            company.name,
            ...(company.person ? [say('attention', { person: company.person })] : []),
            ...company.address,
          ]
        : ['–']
      const rows = mine.map(
        (one) =>
          `<tr>${nameCell(one)}${standardsCell(of, one)}<td><p><span class="box"></span>${escapeHtml(say('keep'))}</p><p><span class="box"></span>${escapeHtml(say('change'))}</p></td></tr>`,
      )
      return `<section class="company"><h2>${escapeHtml(company?.name ?? '–')}</h2><address>${to.map(escapeHtml).join('<br>')}</address><p>${escapeHtml(say('intro'))}</p>${table([say('product'), say('standard'), say('change')], rows)}<p class="sign">${escapeHtml(say('sign'))}</p></section>`
    })
    .join('')
}

const bodies = { print: printed, reregistration, components }

export const reportTitle = ({ asked, list, say }: Report): string =>
  say(`title.${asked.type}`, { list: list.title })

/** The page, in the language of the report. */
export function reportHtml(of: Report): string {
  const { asked, list, say, products } = of
  const title = reportTitle(of)
  const about = [
    say('asOf', { day: day(of, of.day) }),
    say('count', { number: new Intl.NumberFormat(tagOf(asked.language)).format(products.length) }),
  ]
  const logo = list.logo !== undefined && Object.hasOwn(logos, list.logo) ? (logos[list.logo] ?? '') : ''
  return `<!doctype html><html lang="${tagOf(asked.language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<header><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about.join(' · '))}</p></div>${logo}</header>
<main>${bodies[asked.type](of)}</main></body></html>`
}
/** What stands in the margins of each page. */
export const reportMargins = (of: Report) => ({
  header: [reportTitle(of), day(of, of.day)].join(' · '),
  ...(of.list.footer !== undefined && { footer: of.list.footer }),
  pageNumbers: true,
  ...(of.asked.type === 'components' && { landscape: true }),
})
