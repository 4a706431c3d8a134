/** What the ids and codes of a field are called: in lists on the screen, and in exports. */
import type { Localized } from '../model/basics.ts'
import type { CatalogueField } from '../search/catalogue-field.ts'

/** Classes whose entities are named by their titles; an id of any other class stands as it is. */
export const titledClasses = [
  'institution',
  'category',
  'selectoption',
  'permit',
  'label',
  'hobbygarden',
  'checklist',
] as const
export type TitledClass = (typeof titledClasses)[number]
const isTitled = (name: string | undefined): name is TitledClass =>
  titledClasses.some((titled) => titled === name)

export interface Naming {
  /** Text of a key, as `CatalogueOption.title` has it. */
  t(key: string): string
  title(text: Localized | undefined): string
  titleOf(entityClass: TitledClass, id: string): Localized | undefined
  person(id: string): string
}

export function namedValue(
  { options, entityClass }: Pick<CatalogueField, 'options' | 'entityClass'>,
  id: string,
  { t, title, titleOf, person }: Naming,
): string {
  const option = options?.find((one) => one.id === id)
  if (option) return typeof option.title === 'string' ? t(option.title) : title(option.title)
  if (isTitled(entityClass)) return title(titleOf(entityClass, id))
  return entityClass === 'account' ? person(id) : id
}
