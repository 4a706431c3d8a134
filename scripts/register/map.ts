/** The whole register in the order in which it must be taken: products after what they refer to. */
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'
import { isoOf } from './country.ts'
import { Mapper, type Report } from './mapper.ts'
import type { Entry, Register } from './parse.ts'
import type { Place } from './prepare.ts'

export interface Mapped {
  /** In the order in which they must be taken: later ones refer to earlier ones. */
  waves: { title: string; items: ImportItem[] }[]
  /** Lines that cannot be taken at all. */
  rejected: Report[]
  /** Lines that are taken without something. */
  notes: Report[]
  /** Keys of all products that the file holds, also of rejected ones. */
  keep: string[]
}

/** Countries of the register's companies, as ISO codes. */
export function countriesOf(register: Register): string[] {
  const found = new Set<string>()
  for (const { country } of register.holders.values()) {
    const detail = country === undefined ? undefined : register.details['country']?.get(country)
    const iso = detail && isoOf(detail)
    if (iso) found.add(iso)
  }
  return [...found].sort()
}

/** Key of a parallel import: its ids and the products' numbers are told apart. */
const importKey = (id: string) => `import ${id}`

export function mapRegister(register: Register, place: Place): Mapped {
  const mapper = new Mapper(register, place)
  const { rejected, notes } = mapper
  const seen = new Set<string>()
  const keep: string[] = []
  /** Why an entry cannot be taken. */
  const refuse = (entry: Entry, what: string, key: string | undefined, number: string): boolean => {
    const reason =
      key === undefined
        ? `it has no ${number}`
        : seen.has(key)
          ? `another one has the same ${number}`
          : !entry.attributes['name']
            ? 'it has no name'
            : undefined
    if (key !== undefined && !seen.has(key)) keep.push(key)
    if (key !== undefined) seen.add(key)
    if (reason !== undefined) rejected.push({ line: entry.line, what, reason })
    return reason !== undefined
  }
  const products = register.entries.filter((e) => e.kind === 'product')
  const numbers = new Set(products.filter((e) => e.attributes['name']).map((e) => e.attributes['wnbr']))
  /** The product's key, or a note that it is not there. */
  const parentOf = (entry: Entry, what: string, number: string | undefined) => {
    if (number === undefined || number === '') return undefined
    if (numbers.has(number)) return number
    notes.push({ line: entry.line, what, reason: `loaded without a parent: there is no product ${number}` })
    return undefined
  }

  const roots: ImportItem[] = []
  const furtherNames: ImportItem[] = []
  const imports: ImportItem[] = []
  for (const entry of products) {
    const number = entry.attributes['wnbr'] || undefined
    const what = `product ${number ?? `"${entry.attributes['name'] ?? ''}"`}`
    if (refuse(entry, what, number, 'number (wNbr)')) continue
    const root = /^(.+?)-[^-]+$/.exec(number!)?.[1]
    const parent = root === undefined ? undefined : parentOf(entry, what, root)
    const item = mapper.product(entry, {
      key: number!,
      what,
      permits: [`W-${number}`],
      parent,
      isImport: false,
    })
    ;(root === undefined ? roots : furtherNames).push(item)
  }
  for (const entry of register.entries.filter((e) => e.kind === 'parallelimport')) {
    const { id, wnbr, admissionnumber } = entry.attributes
    const what = `parallel import ${id || `"${entry.attributes['name'] ?? ''}"`}`
    if (refuse(entry, what, id ? importKey(id) : undefined, 'id')) continue
    const parent = parentOf(entry, what, wnbr)
    if (!wnbr) notes.push({ line: entry.line, what, reason: 'loaded without a parent: it names no product' })
    const permits = [...(wnbr ? [`W-${wnbr}`] : []), ...(admissionnumber ? [admissionnumber] : [])]
    imports.push(mapper.product(entry, { key: importKey(id!), what, permits, parent, isImport: true }))
  }
  return {
    waves: [
      { title: 'categories, components and companies', items: mapper.related() },
      { title: 'products', items: roots },
      { title: 'further trade names', items: furtherNames },
      { title: 'parallel imports', items: imports },
    ],
    rejected,
    notes,
    keep,
  }
}
