import { useMemo } from 'react'
import { type CatalogueField, fieldCatalogue } from '../../shared/search/catalogue.ts'
import { useReference } from './reference.ts'

/** What can be filtered, sorted and shown of a class. Without reference data it knows the fixed fields. */
export function useFieldCatalogue(entityclass: string): CatalogueField[] {
  const { lists, fielddefinitions } = useReference()
  return useMemo(
    () => fieldCatalogue(entityclass, { list: lists, fielddefinition: fielddefinitions }),
    [entityclass, lists, fielddefinitions],
  )
}
