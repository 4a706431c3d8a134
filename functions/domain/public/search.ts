/** Finds public products of one list: every word is part of something that the list shows of them. Pure. */
import type { Locale } from '../../../shared/constants.ts'
import type { Localized } from '../../../shared/model/basics.ts'
import { textIn } from '../../../shared/rules/localized.ts'
import type { Named, PublicCell } from '../../../shared/rules/public/cells.ts'
import type { PublicProduct } from '../../../shared/rules/public/list.ts'
import { fold, words } from '../../../shared/search/fold.ts'
import type { Asked } from './query.ts'

/** Values of a facet that an answer tells: the most frequent ones. */
const maxFacetValues = 200

const textsOf = (text: Localized | string | undefined): string[] =>
  text === undefined ? [] : typeof text === 'string' ? [text] : Object.values(text)
function cellTexts(cell: PublicCell): string[] {
  switch (cell.kind) {
    case 'text':
      return textsOf(cell.text)
    case 'names':
      return cell.names.flatMap(({ title }) => textsOf(title))
    case 'permits':
      return cell.permits.flatMap(({ title, number }) => [number, ...textsOf(title)])
    case 'table':
      return cell.rows.flatMap((row) => Object.values(row).flatMap(cellTexts))
    case 'number':
      return [String(cell.value)]
    default:
      return []
  }
}
const searched = new WeakMap<PublicProduct, string>()
/** All that is shown of a product, folded once. */
function searchedText(product: PublicProduct): string {
  const known = searched.get(product)
  if (known !== undefined) return known
  const all = [
    ...textsOf(product.name),
    ...product.category.flatMap(({ title }) => textsOf(title)),
    ...product.standards.flatMap(({ name }) => textsOf(name)),
    ...Object.values(product.cells).flatMap(cellTexts),
  ]
  const made = fold(all.join('\n'))
  searched.set(product, made)
  return made
}

/** What a product has of a part that people choose by. */
function namesOf(product: PublicProduct, part: string): Named[] {
  if (part === 'category') return product.category
  if (part === 'standards') return product.standards.map(({ id, name: title }) => ({ id, title }))
  const cell = Object.hasOwn(product.cells, part) ? product.cells[part] : undefined
  if (cell?.kind === 'names') return cell.names
  return cell?.kind === 'yesNo' ? [{ id: String(cell.value), title: {} }] : []
}

export interface Words {
  language: Locale
  fallback: Locale | undefined
}
export const said = (text: Localized | string | undefined, { language, fallback }: Words): string =>
  typeof text === 'string' ? text : (textIn(text, language, fallback) ?? '')

/** What a part is sorted by: a number, or a folded text; undefined where it has nothing. */
function sortKey(product: PublicProduct, part: string, w: Words): string | number | undefined {
  if (part === 'name') return fold(said(product.name, w))
  if (part === 'category' || part === 'standards') {
    const names = namesOf(product, part)
    return names.length > 0 ? fold(names.map(({ title }) => said(title, w)).join(' / ')) : undefined
  }
  const cell = Object.hasOwn(product.cells, part) ? product.cells[part] : undefined
  switch (cell?.kind) {
    case 'number':
      return cell.value
    case 'day':
      return cell.day
    case 'yesNo':
      return cell.value ? 0 : 1
    case 'text':
      return fold(said(cell.text, w))
    case 'names':
      return fold(cell.names.map(({ title }) => said(title, w)).join(', '))
    default:
      return undefined
  }
}

/** The products in the order of a part; those without it come last, in both directions. */
export function sorted(
  products: readonly PublicProduct[],
  part: string,
  isDescending: boolean,
  w: Words,
): PublicProduct[] {
  const turn = isDescending ? -1 : 1
  const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -turn : turn)
  return products
    .map((product) => ({ product, key: sortKey(product, part, w) }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return (
          Number(a.key === undefined) - Number(b.key === undefined) || (a.product.id < b.product.id ? -1 : 1)
        )
      return compare(a.key, b.key) || (a.product.id < b.product.id ? -1 : 1)
    })
    .map(({ product }) => product)
}

export interface FacetValue extends Named {
  count: number
  isChosen: boolean
}
export interface Found {
  products: PublicProduct[]
  count: number
  facets: { id: string; values: FacetValue[] }[]
}

/**
 * One page of what is asked for, of products in their order. A value of a facet counts what there would be if it were chosen
 * there, beside what is chosen in the other facets.
 */
export function search(
  inOrder: readonly PublicProduct[],
  { text, page, size, chosen }: Pick<Asked, 'text' | 'page' | 'size' | 'chosen'>,
  facets: readonly string[],
): Found {
  const asked = [...new Set(words(text))]
  // Signs alone are no words, and nothing is called so.
  const hasNoWords = text !== '' && asked.length === 0
  const active = Object.keys(chosen)
  const counts = facets.map(() => new Map<string, FacetValue>())
  const hits: PublicProduct[] = []
  for (const product of hasNoWords ? [] : inOrder) {
    const all = asked.length > 0 ? searchedText(product) : ''
    if (!asked.every((word) => all.includes(word))) continue
    const missed = active.filter(
      (facet) => !namesOf(product, facet).some(({ id }) => chosen[facet]!.includes(id)),
    )
    if (missed.length === 0) hits.push(product)
    if (missed.length > 1) continue
    facets.forEach((facet, i) => {
      if (missed.length === 1 && missed[0] !== facet) return
      for (const { id, title } of namesOf(product, facet)) {
        const known = counts[i]!.get(id)
        if (known) known.count++
        else counts[i]!.set(id, { id, title, count: 1, isChosen: chosen[facet]?.includes(id) ?? false })
      }
    })
  }
  return {
    products: hits.slice((page - 1) * size, page * size),
    count: hits.length,
    facets: facets.map((id, i) => ({
      id,
      values: [...counts[i]!.values()]
        .sort(
          (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || (a.id < b.id ? -1 : 1),
        )
        .slice(0, maxFacetValues),
    })),
  }
}
