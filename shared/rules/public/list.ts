/**
 * What the public sees of the products of a list on a day (decisions §9, §11): those with an approval that counts, by their
 * public name, with the parts that the list's settings show. The only way from stored products to a public answer.
 */
import { companyRoles } from '../../constants.ts'
import type {
  Biostandard,
  Category,
  CategoryText,
  FieldDefinition,
  List,
  RestrictionText,
} from '../../model/administration.ts'
import type { Localized } from '../../model/basics.ts'
import { tradeNamePath } from '../../model/field-path.ts'
import { publicParts } from '../../model/public-search.ts'
import { isValidOn, liveStandard, standsOn } from '../approval.ts'
import { categoryPath } from '../category-path.ts'
import { dayOf } from '../dates.ts'
import { isFilledText } from '../localized.ts'
import { isFieldShown, isFilledValue } from '../product-validity.ts'
import { type PrintedStandard, printedTexts, publicStandards } from '../public-display.ts'
import { type CellReference, fieldCell, type Named, type PublicCell } from './cells.ts'
import { isPublicField, liveFields, type PublicRow, type PublicValue } from './row.ts'

type Of<T> = ReadonlyMap<string, { data: T; disabled: boolean }>
/** Settings of the list that say what is shown. */
export type ShownBy = Partial<
  Pick<List, 'publicSearchExtraFields' | 'publicSearchColumns' | 'publicSearchFacets'>
>
export interface PublicContext {
  list: string
  definition: ShownBy
  reference: CellReference & {
    fields: Of<FieldDefinition>
    standards: Of<Biostandard>
    categories: Of<Category>
    components: Of<{ title: Localized }>
    restrictions: Of<RestrictionText>
    categoryTexts: Of<CategoryText>
    permits: Of<{ title: Localized }>
  }
  /** Name of a company that is not deleted. */
  company(id: string): string | undefined
  today: string
}
export interface ShownStandard extends Pick<PrintedStandard, 'id' | 'name' | 'limitation' | 'restrictions'> {
  from: string
  until?: string
  texts: { title: Localized; description: Localized }[]
}
export interface PublicProduct {
  id: string
  name: Localized | string
  /** From the main category down. */
  category: Named[]
  /** Texts of the categories. */
  texts: { title: Localized; description: Localized }[]
  standards: ShownStandard[]
  /** Further parts and fields that the list shows and that hold something, by id. */
  cells: Record<string, PublicCell>
}

/** What the list shows of products beside name, category and standards: also what stands in a column or is a facet. */
export const shownParts = ({
  publicSearchExtraFields: fields = [],
  publicSearchColumns: columns = [],
  publicSearchFacets: facets = [],
}: ShownBy): string[] =>
  [...new Set([...fields, ...columns, ...facets])].filter((id) => !publicParts.some((part) => part === id))

const nameOf = (value: unknown): Localized | string | undefined => {
  const text = (value as { textValue?: Localized | string } | undefined)?.textValue
  if (typeof text === 'string') return text.trim() === '' ? undefined : text
  return isFilledText(text) ? text : undefined
}

/** Which products of a list are shown on the day, and which of their values. */
function shownIn(rows: Iterable<PublicRow>, c: PublicContext) {
  const byId = new Map([...rows].map((row) => [row.id, row]))
  const known = new Map<string, boolean>()
  const isOpen = ({ through }: PublicValue): boolean => !through?.some((id) => !isShown(id))
  function isShown(id: string): boolean {
    const found = known.get(id)
    if (found !== undefined) return found
    // Products that were read through each other show nothing of themselves.
    known.set(id, false)
    const row = byId.get(id)
    const shown = row !== undefined && standardsOn(row, c).length > 0 && publicName(row) !== undefined
    known.set(id, shown)
    return shown
  }
  const open = (row: PublicRow, key: string): unknown => {
    const value = Object.hasOwn(row.values, key) ? row.values[key] : undefined
    return value && isPublicField(key, c.reference.fields) && isOpen(value) ? value.value : undefined
  }
  const publicName = (row: PublicRow) => nameOf(open(row, tradeNamePath))
  return { isShown, open, publicName }
}

const standardsOn = ({ approvals }: PublicRow, { reference, today }: PublicContext): string[] =>
  Object.keys(approvals).filter(
    (id) => liveStandard(reference.standards, id) && standsOn(approvals[id]!.standing, today),
  )

const texts = new WeakMap<Of<CategoryText>, [string, CategoryText][]>()
function liveTexts(all: Of<CategoryText>): [string, CategoryText][] {
  const known = texts.get(all)
  if (known) return known
  const made = [...all].flatMap(([id, { data, disabled }]): [string, CategoryText][] =>
    disabled ? [] : [[id, data]],
  )
  texts.set(all, made)
  return made
}

function shownStandards(row: PublicRow, path: string[], c: PublicContext) {
  const { reference, list, today } = c
  const counting = standardsOn(row, c).map((id) => [id, liveStandard(reference.standards, id)!] as const)
  const printed = printedTexts({
    list,
    categories: path,
    standards: publicStandards(counting, row.display),
    rows: row.approvals,
    restrictionText: (id) => liveStandard(reference.restrictions, id)?.text,
    categoryTexts: liveTexts(reference.categoryTexts),
  })
  const worded = (of: { title: Localized; description: Localized }[]) =>
    of.map(({ title, description }) => ({ title, description }))
  return {
    general: worded(printed.general),
    standards: printed.standards.map(
      ({ id, name, limitation, restrictions, categoryTexts }): ShownStandard => {
        const period = row.approvals[id]!.standing.find((one) => isValidOn(one, today))!
        return {
          id,
          name,
          from: dayOf(period.begin),
          ...(period.end !== undefined && { until: dayOf(period.end) }),
          ...(limitation && { limitation }),
          restrictions,
          texts: worded(categoryTexts),
        }
      },
    ),
  }
}

function partCell(row: PublicRow, part: string, c: PublicContext): PublicCell | undefined {
  const { reference } = c
  const names = (all: Named[]): PublicCell | undefined =>
    all.length > 0 ? { kind: 'names', names: all } : undefined
  if (companyRoles.some((role) => role === part)) {
    const ids = [...new Set(row.companies.flatMap(({ role, company }) => (role === part ? company : [])))]
    return names(
      ids.flatMap((id) => {
        const title = c.company(id)
        return title === undefined ? [] : { id, title }
      }),
    )
  }
  if (part === 'components')
    return names(
      row.components.flatMap((id) => {
        const title = liveStandard(reference.components, id)?.title
        return title ? { id, title } : []
      }),
    )
  if (part === 'permits')
    return row.permits.length === 0
      ? undefined
      : {
          kind: 'permits',
          permits: row.permits.map(({ permit, number }) => {
            const title = permit === undefined ? undefined : liveStandard(reference.permits, permit)?.title
            return { ...(title && { title }), number }
          }),
        }
  return undefined
}

function shownProduct(
  row: PublicRow,
  name: Localized | string,
  c: PublicContext,
  open: (row: PublicRow, key: string) => unknown,
): PublicProduct {
  const { reference, list } = c
  const own = open(row, '_category')
  const path = categoryPath(typeof own === 'string' ? own : undefined, reference.categories)
  const mainCategory = path.length > 0 ? reference.categories.get(path[0]!)?.data.mainCategoryKey : undefined
  const cells: PublicProduct['cells'] = {}
  for (const part of shownParts(c.definition)) {
    const definition = liveFields(reference.fields).get(part)
    const ofPart = partCell(row, part, c)
    if (ofPart) cells[part] = ofPart
    else if (definition && part !== tradeNamePath && isFieldShown(definition, list, mainCategory)) {
      const value = open(row, part)
      const cell = isFilledValue(value) ? fieldCell(definition, value, reference) : undefined
      if (cell) cells[part] = cell
    }
  }
  const { general, standards } = shownStandards(row, path, c)
  return {
    id: row.id,
    name,
    category: path.toReversed().map((id) => ({ id, title: reference.categories.get(id)!.data.title })),
    texts: general,
    standards,
    cells,
  }
}

/**
 * The products of the list that are public on the day, in the order of their ids. `made` keeps what came of a row, for as long
 * as nothing of the context changes.
 */
export function publicList(
  rows: Iterable<PublicRow>,
  c: PublicContext,
  made?: WeakMap<PublicRow, PublicProduct>,
): PublicProduct[] {
  const all = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const { isShown, open, publicName } = shownIn(all, c)
  return all.flatMap((row) => {
    if (!isShown(row.id)) return []
    // What was read through others may come and go with these.
    const isOwn = !Object.values(row.values).some(({ through }) => through)
    const known = isOwn ? made?.get(row) : undefined
    if (known) return known
    const product = shownProduct(row, publicName(row)!, c, open)
    if (isOwn) made?.set(row, product)
    return product
  })
}
