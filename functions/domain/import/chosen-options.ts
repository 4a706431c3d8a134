/** What fields of a product choose from what they offer, and the standards that its lists have display settings for. */
import type { FieldDefinition } from '../../../shared/model/administration.ts'
import { listDataKeys, type ProductData } from '../../../shared/model/product.ts'
import { isObject, pointerToken, sameValue } from '../../../shared/rules/values.ts'
import type { NamedPlace } from '../entity/named-places.ts'
import { valueAt } from '../entity/unique-values.ts'

/** Options that are not the field's own. A field that offers nothing takes what it gets, as by hand. */
function placesOf(field: FieldDefinition | undefined, value: unknown, path: string): NamedPlace[] {
  if (!field || !isObject(value) || (!field.optionSource && field.options.length === 0)) return []
  const { selectValue, multiselectValue } = value
  const all: unknown[] = [selectValue, ...(Array.isArray(multiselectValue) ? multiselectValue : [])]
  const asked = all.filter((id): id is string => typeof id === 'string' && id !== '')
  return asked
    .filter((id) => !field.options.some((option) => option.id === id))
    .map((id) => ({
      path,
      id,
      ...(field.optionSource && { as: `selectoption ${field.optionSource}` as const }),
    }))
}

/** Standards that display settings speak of and did not before. Those that speak of one that is gone keep nobody from deleting it. */
function newlyDisplayed(before: ProductData | undefined, after: ProductData): NamedPlace[] {
  return Object.entries(after.listData).flatMap(([list, { _display }]) => {
    const had = before?.listData[list]?._display?.standards ?? {}
    return Object.keys(_display?.standards ?? {})
      .filter((id) => !Object.hasOwn(had, id))
      .map((id) => ({
        path: `/listData/${list}/_display/standards/${pointerToken(id)}`,
        id,
        as: 'biostandard' as const,
      }))
  })
}

/** Options that the fields have chosen and had not before, apart from fields' own; and standards of display settings. */
export function newlyChosen(
  before: ProductData | undefined,
  after: ProductData,
  fields: ReadonlyMap<string, FieldDefinition>,
): NamedPlace[] {
  const found = Object.entries(after.listData).flatMap(([list, data]) =>
    Object.entries<unknown>(data).flatMap(([key, value]) => {
      if (Object.hasOwn(listDataKeys, key) || !isObject(value)) return []
      const at = `/listData/${list}/${pointerToken(key)}`
      if (!isObject(value['tableValue'])) return placesOf(fields.get(key), value, at)
      return Object.entries(value['tableValue']).flatMap(([row, cells]) =>
        Object.entries(isObject(cells) ? cells : {}).flatMap(([column, cell]) =>
          placesOf(
            fields.get(`${key}-${column}`) ?? fields.get(column),
            cell,
            `${at}/tableValue/${pointerToken(row)}/${pointerToken(column)}`,
          ),
        ),
      )
    }),
  )
  return [
    ...found.filter(({ path }) => !sameValue(valueAt(before, path), valueAt(after, path))),
    ...newlyDisplayed(before, after),
  ]
}
