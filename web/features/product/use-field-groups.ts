import { useMemo } from 'react'
import { hasHobbyUses } from '../../../shared/rules/hobby-garden.ts'
import { isResponsible } from '../../../shared/rules/permissions.ts'
import { productSubject } from '../../../shared/rules/product-subject.ts'
import { isFieldShown } from '../../../shared/rules/product-validity.ts'
import { visibleTo } from '../../../shared/rules/secrecy.ts'
import { isEmptyValue, stored } from './model/draft.ts'
import { type Definition, type FieldGroup, groupsOfTab, withFixed } from './model/fields.ts'
import { fixedFields } from './model/fixed-fields.ts'
import { useEffective, useProductPage } from './page-context.ts'

/** Which fields the viewer may know of: by their secrecy, or because the answer told of a value or link. */
export function useKnownFields(): (definition: Pick<Definition, 'path' | 'secrecy'>) => boolean {
  const { view, list, lookup, actor } = useProductPage()
  return useMemo(() => {
    const isOwn = isResponsible(actor, productSubject(view.data, lookup.lists), list)
    return ({ path, secrecy }) =>
      visibleTo(secrecy, actor, isOwn) ||
      stored(view.data, list, path) !== undefined ||
      view.resolved[list]?.[path] !== undefined
  }, [view, list, lookup, actor])
}

/**
 * Fields of a tab for the list and its category, in groups, as far as the viewer may know of them.
 */
export function useFieldGroups(tab: string): readonly FieldGroup[] {
  const { view, list, lookup } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  const isKnown = useKnownFields()
  return useMemo(() => {
    const mainCategory = lookup.mainCategoryOf(category)
    const groups = groupsOfTab(
      lookup.definitions,
      tab,
      (d) => isFieldShown(d, list, mainCategory) && isKnown(d),
    )
    const hasUses = hasHobbyUses(lookup.lists.get(list)?.data)
    const isFixedShown = (key: string) =>
      key !== '_hobbygarden' || hasUses || !isEmptyValue(stored(view.data, list, key))
    return withFixed(
      groups,
      fixedFields.filter(({ tab: home, key }) => home === tab && isFixedShown(key)).map(({ key }) => key),
    )
  }, [view, list, lookup, tab, category, isKnown])
}
