/** Permits of an authority that a product's list names, with their numbers (file 1 §3). */
import type { Permit } from '../model/administration.ts'
import type { PermitRow } from '../model/product.ts'
import { issue, type ProductIssue } from './product-validity.ts'
import { pointerToken, sameValue } from './values.ts'

type Rows = Readonly<Record<string, PermitRow>>

/** List and main category must match; an empty restriction is none. */
export const permitApplies = (
  permit: Pick<Permit, 'lists' | 'mainCategories'>,
  list: string,
  mainCategory: string | undefined,
): boolean =>
  (permit.lists.length === 0 || permit.lists.includes(list)) &&
  (permit.mainCategories.length === 0 ||
    (mainCategory !== undefined && permit.mainCategories.includes(mainCategory)))

/** The same number, however it was typed. */
const settled = (number: string) => number.replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * What is wrong with the permits of a list. What was entered stays when the category or the permit changes (`before`); it is
 * only not to be entered where it does not belong. `permitOf`: undefined for what is unknown or deleted.
 */
export function permitIssues(
  list: string,
  rows: Rows | undefined,
  before: Rows | undefined,
  mainCategory: string | undefined,
  permitOf: (id: string) => Permit | undefined,
): ProductIssue[] {
  const taken = new Set<string>()
  const ordered = Object.entries(rows ?? {}).sort(
    ([a, x], [b, y]) => (x._order ?? 0) - (y._order ?? 0) || (a < b ? -1 : 1),
  )
  return ordered.flatMap(([id, row]): ProductIssue[] => {
    const path = `/listData/${list}/_permits/${pointerToken(id)}`
    const found: ProductIssue[] = []
    if (row.permit !== undefined && !sameValue(row.permit, before?.[id]?.permit)) {
      const permit = permitOf(row.permit)
      if (!permit) found.push(issue('permitUnknown', `${path}/permit`))
      else if (!permitApplies(permit, list, mainCategory))
        found.push(issue('permitNotHere', `${path}/permit`))
    }
    const number = settled(row.number)
    const name = `${row.permit ?? ''} ${number}`
    if (number === '') found.push(issue('mandatory', `${path}/number`))
    else if (taken.has(name)) found.push(issue('permitTwice', `${path}/number`))
    taken.add(name)
    return found
  })
}

/**
 * Where the register of the authority shows the permit: the template with the number in place of `{number}`, else at its
 * end. Undefined unless it is an address of the web.
 */
export function permitLink(template: string | undefined, number: string): string | undefined {
  if (!template?.trim() || number.trim() === '') return undefined
  const part = encodeURIComponent(number.trim())
  const address = template.includes('{number}')
    ? template.replaceAll('{number}', () => part)
    : `${template}${part}`
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
