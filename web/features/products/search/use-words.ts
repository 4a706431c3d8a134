/** What trees of the product list can ask, and how they are said. */
import { useCallback, useMemo } from 'react'
import { companyRoles } from '../../../../shared/constants.ts'
import { rowsOfCatalogue } from '../../../../shared/search/tree-filter.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useDateFormat } from '../../../ui/dates.tsx'
import type { ListScreenProps } from '../../../ui/list-screen.tsx'
import { useTitle } from '../../../ui/localized.tsx'
import { useNumberFormat } from '../../../ui/numbers.ts'
import type { TreeFields } from '../../../ui/search-tree/fields.ts'
import type { SentenceWords } from '../../../ui/search-tree/sentence.ts'
import { filterGroups } from '../model/filter-fields.ts'
import type { useProductFields } from '../use-product-fields.ts'

/** Rows that a group can be about, in this order; tables of field definitions come behind them. */
const fixedRows = [
  'lists',
  'lists.approvals',
  'lists.companies',
  'lists.components',
  'lists.documents',
  'lists.checklist',
]

export function useSearchWords(
  {
    catalogue,
    fields,
    reference,
  }: Pick<ReturnType<typeof useProductFields>, 'catalogue' | 'fields' | 'reference'>,
  { load, labelOf }: Pick<ListScreenProps, 'load' | 'labelOf'>,
): SentenceWords {
  const t = useTexts('search')
  const products = useTexts('products')
  const title = useTitle()
  const { date } = useDateFormat()
  const { format } = useNumberFormat()
  const treeFields = useMemo<TreeFields>(() => {
    // Conditions with a meaning of their own are nodes of their own; every field of the catalogue is a plain condition.
    const known = new Set(catalogue.map(({ name }) => name))
    const all = fields.filter(
      (field) => field.kind !== 'cases' && !field.within && known.has(field.field ?? field.key),
    )
    const tables = catalogue.filter(({ table, inBaseList }) => table && !inBaseList)
    const paths = [...new Set(tables.flatMap(({ nestedPath }) => nestedPath ?? []))]
    const tableTitle = (path: string) => {
      const definition = [...reference.fielddefinitions.values()].find(
        ({ data }) => `lists.${data.path}` === path,
      )
      return definition ? title(definition.data.title) : path
    }
    return {
      all,
      byName: new Map(all.map((field) => [field.key, field])),
      groups: filterGroups.map((id) => ({ id, title: products(`group.${id}`) })),
      rowsOf: rowsOfCatalogue(catalogue),
      rows: [
        ...fixedRows.map((path) => ({ path, title: t(`rows.${path.replace('lists.', '')}`) })),
        ...paths.map((path) => ({ path, title: tableTitle(path) })),
      ],
      standards: [...reference.biostandards.values()]
        .filter(({ disabled }) => !disabled)
        .map(({ id, data }) => ({ value: id, label: title(data.name) })),
      roles: companyRoles.map((value) => ({ value, label: products(`catalogue.role.${value}`) })),
      load,
      labelOf,
    }
  }, [catalogue, fields, reference, title, t, products, load, labelOf])
  const say = useCallback<SentenceWords['t']>((key, params) => t(key, params ?? {}), [t])
  return useMemo(
    () => ({
      t: say,
      fields: treeFields,
      date: (day) => date(`${day.slice(0, 10)}T04:00:00.000Z`),
      number: (value) => format(value),
    }),
    [say, treeFields, date, format],
  )
}
