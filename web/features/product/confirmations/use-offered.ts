/** What a new confirmation can be of: lists that the person may edit, institutions of their own, companies of the lists. */
import { useMemo } from 'react'
import type { ProductData } from '../../../../shared/model/product.ts'
import { useCan } from '../../../api/can.ts'
import { byLabel, entityOptions, type SelectOption } from '../../../ui/select-options.ts'
import { baseList } from '../model/draft.ts'
import { useProductPage } from '../page-context.ts'

type Companies = ProductData['listData'][string]['_companies']

/** The distributor comes first: it is whom a listing is confirmed to. */
const inLists = (data: ProductData, lists: readonly string[]): string[] => {
  const rows = [...lists, baseList].flatMap((list) =>
    Object.values((data.listData[list]?._companies ?? {}) as Companies),
  )
  const distributors = rows.filter(({ role }) => role === 'distributor')
  return [...new Set([...distributors, ...rows].map(({ company }) => company))]
}

export function useOffered() {
  const { view, newestRev, lookup, words, actor } = useProductPage()
  const can = useCan()
  const isOpen = view.rev === newestRev && !view.disabled && view.data['archived'] !== true
  const lists = useMemo<SelectOption[]>(
    () =>
      isOpen
        ? lookup.orderedLists
            .filter(({ id }) => view.may[id]?.includes('product:edit') && id in view.data.listData)
            .map(({ id, name }) => ({ value: id, label: name }))
        : [],
    [isOpen, lookup, view],
  )
  const institutions = useMemo(
    () =>
      entityOptions(lookup.institutions.values(), lookup.title, lookup.locale).filter(({ value }) =>
        can('confirmation:edit', { institution: value }),
      ),
    [lookup, can],
  )
  const own = institutions.find(({ value }) => actor.institutions.some(({ id }) => id === value))
  const companiesOf = (chosen: readonly string[], unknown: string) =>
    inLists(view.data, chosen).map((id) => ({ value: id, label: words.nameOf(id) ?? unknown }))
  return {
    lists,
    institutions: byLabel(institutions, lookup.locale),
    institution: (own ?? institutions[0])?.value,
    companiesOf,
    mayMake: lists.length > 0 && institutions.length > 0,
  }
}
