/** What lists of a catalogue's fields have in common: their state in the address, and their columns. */
import { useMemo } from 'react'
import * as z from 'zod'
import type { CatalogueField } from '../../shared/search/catalogue-field.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { compileQuery, type FilterProperty } from './filter-compile.ts'
import { emptyQuery, type FilterQuery, type FilterToken, isGroup, readQuery } from './filter-query.ts'
import type { FittingColumn } from './fit-columns.ts'

export const pageSizes = [15, 25, 50, 100, 250] as const
export const catalogueListState = z.object({
  /** What was typed into the search. */
  q: z.string().max(200),
  /** Conditions in their short form. */
  f: z.string().refine((text) => readQuery(text) !== undefined, 'expected conditions'),
  /** A saved search, or one that is worked on in this tab. */
  s: z.string().regex(/^[a-z0-9-]{0,36}$/),
  sort: z.string().regex(/^[A-Za-z0-9_.-]+:(asc|desc)$/),
  /** 1-based. */
  page: z.number().int().min(1),
  /** Rows of a page, where a link fixes them; 0: as set on this machine. */
  size: z.number().int().min(0).max(250),
  /** Visible columns in their order; empty: as set on this machine. */
  cols: z.array(z.string().max(200)).max(60),
})
export type CatalogueListState = z.infer<typeof catalogueListState>
export const catalogueListDefaults: CatalogueListState = {
  q: '',
  f: '',
  s: '',
  sort: 'name:asc',
  page: 1,
  size: 0,
  cols: [],
}

export interface CatalogueColumn extends FittingColumn {
  field: CatalogueField
  /** Never hidden: the name that a row is known by. */
  isFixed: boolean
}

export interface ListQuery {
  query: FilterQuery
  filter: Filter | undefined
  /** Conditions that nothing could be made of: nothing is searched while they stand. */
  notUnderstood: readonly FilterToken[]
  /** Conditions need the reference data, which is not there yet; a plain list does not wait for it. */
  isWaiting: boolean
  /** All values, e.g. ids to be named. */
  values: readonly string[]
}

/** The conditions of the address, read and compiled. `isReady`: the reference data is there, so all fields are known. */
export function useListQuery(f: string, fields: readonly FilterProperty[], isReady: boolean): ListQuery {
  const query = useMemo(() => readQuery(f) ?? emptyQuery, [f])
  const properties = useMemo(() => new Map(fields.map((field) => [field.key, field])), [fields])
  const compiled = useMemo(() => compileQuery(query, properties), [query, properties])
  const isWaiting = !isReady && query.tokens.length > 0
  const values = useMemo(
    () => query.tokens.flatMap((item) => (isGroup(item) ? item.tokens : [item])).flatMap((t) => t.value),
    [query],
  )
  return {
    query,
    filter: compiled.filter,
    notUnderstood: isWaiting ? [] : compiled.notUnderstood,
    isWaiting,
    values,
  }
}
