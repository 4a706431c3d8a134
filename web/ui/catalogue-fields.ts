/** Fields of the catalogue as conditions of a list: kinds decide operators, known values become options. */
import type { Localized } from '../../shared/model/basics.ts'
import type { CatalogueField } from '../../shared/search/catalogue-field.ts'
import type { FilterField, FilterOption } from './filter-field.ts'

export interface FieldWords {
  /** Text of the feature, by key of the catalogue. */
  t(key: string): string
  title(text: Localized): string
  yes: string
  no: string
}
/** What an entity class offers: all options at once, or the name of a search. */
interface ClassOptions {
  options?: readonly FilterOption[]
  loader?: string
}
export interface FieldSources {
  /** By entity class, or by field name where a field differs from its class. */
  of(field: CatalogueField): ClassOptions | undefined
  /** Options of a type of select options. */
  selectOptions(type: string): readonly FilterOption[]
}

export const wordOf = (title: string | Localized, words: FieldWords): string =>
  typeof title === 'string' ? words.t(title) : words.title(title)

/** The collection whose row a field's conditions should meet together. */
const rowsOf = (field: CatalogueField): string | undefined =>
  field.inBaseList ? undefined : field.nestedPath?.split('.')[0]

/** A condition on a field of the catalogue; undefined for fields that people do not ask for. */
export function filterFieldOf(
  field: CatalogueField,
  group: string,
  words: FieldWords,
  sources: FieldSources,
): FilterField {
  const rows = rowsOf(field)
  const unit = field.unit ? ` (${field.unit})` : ''
  const base = {
    key: field.name,
    title: `${wordOf(field.title, words)}${unit}`,
    group,
    ...(rows ? { rowsOf: rows } : {}),
  }
  if (field.kind === 'number' || field.kind === 'date') return { ...base, kind: field.kind }
  if (field.kind === 'boolean')
    return {
      ...base,
      kind: 'boolean',
      options: [
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ],
    }
  const own = sources.of(field)
  const named = field.options?.map((o) => ({ value: o.id, label: wordOf(o.title, words) }))
  const options =
    own?.options ?? named ?? (field.optionSource ? sources.selectOptions(field.optionSource) : undefined)
  if (field.kind === 'keyword' && (options || own?.loader))
    return {
      ...base,
      kind: 'choice',
      canBeEmpty: true,
      ...(options ? { options } : {}),
      ...(own?.loader ? { loader: own.loader } : {}),
    }
  return {
    ...base,
    kind: 'text',
    // Names are always there; everything else may be looked for where it is missing.
    canBeEmpty: field.name !== 'name' && field.name !== 'lists.name',
    ...(field.kind === 'keyword' ? { operators: ['=', '!='] as const } : {}),
    ...(own?.loader ? { loader: own.loader } : {}),
  } as FilterField
}
