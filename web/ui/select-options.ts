/** Options of choices in the order in which people of a language look for them. Pure. */
import type { Localized } from '../../shared/model/basics.ts'

/** Compares titles in a language; `List 2` stands before `List 10`. */
export const titleOrder = (locale: string): ((a: string, b: string) => number) =>
  new Intl.Collator(locale.replace('_', '-'), { numeric: true }).compare

export interface SelectOption {
  value: string
  label: string
}

/** Options by their labels. */
export function byLabel<T extends { label: string }>(options: readonly T[], locale: string): T[] {
  const compare = titleOrder(locale)
  return options.toSorted((a, b) => compare(a.label, b.label))
}

interface Entity {
  id: string
  disabled: boolean
  data: object
}
interface Told {
  title?: Localized
  name?: Localized
  order?: number
  publicOrder?: number
}

/** Entities that are not disabled as options: in the order that staff gave them, where they have one, else by title. */
export function entityOptions<T extends Entity>(
  entities: Iterable<T>,
  title: (text: Localized | undefined) => string,
  locale: string,
): SelectOption[] {
  const compare = titleOrder(locale)
  return [...entities]
    .filter(({ disabled }) => !disabled)
    .map(({ id, data }) => {
      const told = data as Told
      const order = told.order ?? told.publicOrder ?? 0
      return { value: id, label: title(told.title ?? told.name), order }
    })
    .sort((a, b) => a.order - b.order || compare(a.label, b.label))
    .map(({ value, label }) => ({ value, label }))
}
