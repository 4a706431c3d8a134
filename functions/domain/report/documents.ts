/** Which documents a report is made of, and what they are called. Pure. */
import { tagOf } from '../../../shared/rules/day-text.ts'
import type { ReportProduct } from './content.ts'
import type { Place, PlannedDocument, ReadPart, ReportConfig } from './job.ts'

/** Letters of a name, without its ending: paths in archives get no longer than programs unpack. */
const maxName = 100
/** What no file may be called on the systems that people unpack on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not get into a name
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]+/g
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A name that every system takes, of what people called it. */
function fileNameOf(text: string): string {
  const name = [...text.toWellFormed().replaceAll(forbidden, '-').trim()]
    .slice(0, maxName)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return name === '' || reserved.test(name) ? `${name}_` : name
}

/** Gives each name once, whatever its case and however its letters are written: `Neem`, `NEEM (2)`. */
function uniqueNames(): (text: string) => string {
  const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()
  const taken = new Set<string>()
  /** Numbers that a name was given lately: thousands may be called the same. */
  const lately = new Map<string, number>()
  return (text) => {
    const name = fileNameOf(text)
    for (let n = (lately.get(keyOf(name)) ?? 0) + 1; ; n++) {
      const unique = n === 1 ? name : `${name} (${n})`
      if (taken.has(keyOf(unique))) continue
      taken.add(keyOf(unique))
      lately.set(keyOf(name), n)
      return unique
    }
  }
}

/** A document for each product, or of a re-registration for each company; those of no company are one. */
export function documentsOf(
  { asked: { type, language }, form }: Pick<ReportConfig, 'asked' | 'form'>,
  parts: readonly ReadPart[],
): PlannedDocument[] {
  const all = parts.flatMap((products, part) =>
    products.map((product, at) => ({ product, place: [part, at] as Place })),
  )
  if (all.length === 0) return []
  if (form === 'pdf') return [{ name: '', products: all.map(({ place }) => place) }]
  const nameOf = uniqueNames()
  if (type !== 'reregistration')
    return all.map(({ product, place }) => ({ name: `${nameOf(product.name)}.pdf`, products: [place] }))
  const sheets = Map.groupBy(all, ({ product: { company } }) => company?.id ?? '')
  const nameOfSheet = (sheet: typeof all) => sheet[0]?.product.company?.name ?? ''
  return [...sheets.values()]
    .toSorted((a, b) => nameOfSheet(a).localeCompare(nameOfSheet(b), tagOf(language)))
    .map((sheet) => ({
      name: `${nameOf(nameOfSheet(sheet))}.pdf`,
      products: sheet.map(({ place }) => place),
    }))
}

/** Products of a document, of the parts that it is in. */
export const productsIn = (
  { products }: PlannedDocument,
  parts: ReadonlyMap<number, ReadPart>,
): ReportProduct[] => products.flatMap(([part, at]) => parts.get(part)?.[at] ?? [])
