/** How the values of a row of the company list are said. */
import { useMemo } from 'react'
import { type CellWords, useCatalogueCells } from '../../../ui/catalogue-cells.tsx'
import type { CatalogueColumn } from '../../../ui/catalogue-list.ts'
import type { CompanyWords } from '../use-company-words.ts'

export function useCompanyCells(
  columns: readonly CatalogueColumn[],
  { t, ...words }: CompanyWords,
  personOf: (id: string) => string,
) {
  const { language, institution, country, option } = words
  const said = useMemo<CellWords>(
    () => ({
      yes: t('yes'),
      no: t('no'),
      unnamed: t('unnamed'),
      // Numbers of customers and revisions are names, not amounts.
      number: String,
      isName: () => true,
      isNone: (column, value) => column.id === 'customerNumber' && value === 0,
      named: ({ field }, id) => {
        if (field.name === 'language') return language(id)
        if (field.entityClass === 'institution') return institution(id)
        if (field.entityClass === 'country') return country(id)
        if (field.entityClass === 'account') return personOf(id)
        return field.optionSource ? option(id) : id
      },
    }),
    [t, language, institution, country, option, personOf],
  )
  return useCatalogueCells(columns, said)
}
