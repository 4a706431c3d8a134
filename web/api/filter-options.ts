/** Options of conditions that are searched on the server, and the names of those that are already chosen. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { run as aggregate } from '../../shared/calls/search/aggregate/run.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { nameSearchLimit } from '../../shared/constants.ts'
import type { Row } from '../../shared/model/answers.ts'
import { id as entityId, type Localized } from '../../shared/model/basics.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { companySearchFilter } from '../../shared/rules/company-search.ts'
import { fold } from '../../shared/search/fold.ts'
import { loadByIds, useByIds } from './by-ids.ts'
import { callApi } from './client.ts'
import { isRow } from './hits.ts'

interface FoundOption {
  value: string
  label: string
  tags?: string[]
  foundBy?: string
}
const page = { start: 0, limit: nameSearchLimit }
const quietly = (signal: AbortSignal) => ({ signal, quiet: true, background: true })

/** What was typed found it, so it must not be filtered away again where its name does not say it. */
const foundBy = (label: string, text: string): { foundBy?: string } =>
  label.toLowerCase().includes(text.trim().toLowerCase()) ? {} : { foundBy: text }

/** Companies by customer number, name or abbreviation. Values are ids, or names where a field holds names. */
async function companies(text: string, signal: AbortSignal, holdsNames: boolean): Promise<FoundOption[]> {
  const filter = companySearchFilter(text)
  const input = {
    entityClass: 'company',
    columns: ['name', 'customerNumber', 'addresses.city'],
    pagination: page,
    sorting: ['name:asc'],
    ...(filter ? { attributeFilter: filter } : {}),
  }
  const found = await callApi(execute, input, quietly(signal))
  const rows = found.list.filter(isRow)
  const nameOf = ({ columns }: Row) => String(columns['name'] ?? '')
  const sameName = Map.groupBy(rows, (row) => fold(nameOf(row)))
  // Of a field that holds names each name is one value, whoever else has it.
  const asked = holdsNames ? [...new Map(rows.map((row) => [nameOf(row), row])).values()] : rows
  return asked.map((row) => {
    const name = nameOf(row)
    const [city] = [row.columns['addresses.city'] ?? []].flat()
    const isAlone = (sameName.get(fold(name))?.length ?? 0) < 2
    const label = holdsNames || isAlone || !city ? name : `${name}, ${city}`
    const number = row.columns['customerNumber']
    return {
      value: holdsNames ? name : row.id,
      label,
      ...(number ? { tags: [String(number)] } : {}),
      ...foundBy(label, text),
    }
  })
}

async function components(text: string, signal: AbortSignal): Promise<FoundOption[]> {
  const input = {
    entityClass: 'component',
    columns: ['title'],
    pagination: page,
    sorting: ['title:asc'],
    ...(text.trim() ? { name: text.trim() } : {}),
  }
  const found = await callApi(execute, input, quietly(signal))
  return found.list.filter(isRow).map((row) => {
    const label = String(row.columns['title'] ?? row.id)
    return { value: row.id, label, ...foundBy(label, text) }
  })
}

/** People who have a value in the field of the class at all, the most frequent first. */
async function people(entityClass: string, field: string, signal: AbortSignal): Promise<FoundOption[]> {
  const asked = { entityClass, aggregate: { kind: 'terms' as const, field, limit: 250 } }
  const { aggregates } = await callApi(aggregate, asked, quietly(signal))
  const ids = (aggregates['aggregate']?.buckets ?? []).map((bucket) => String(bucket.key))
  const accounts = ids.filter((one) => entityId.safeParse(one).success)
  if (accounts.length === 0) return ids.map((id) => ({ value: id, label: id }))
  const { people: names } = await loadByIds(accounts)
  return ids.map((id) => ({ value: id, label: names[id] ?? id }))
}

/** The title of any entity, in the reader's language. */
function titleOf(entity: Entity, title: (text: Localized) => string): string {
  const {
    name,
    fullname,
    title: own,
  } = { ...entity.data, ...(entity.data['baseData'] ?? {}), ...(entity.data['staticData'] ?? {}) } as Record<
    string,
    unknown
  >
  for (const one of [name, own, fullname]) {
    if (typeof one === 'string' && one) return one
    if (typeof one === 'object' && one !== null) return title(one as Localized)
  }
  return entity.id
}

/**
 * `load` searches options of a loader: `company`, `company-name`, `component`, `account:<class>:<field>`. `labelOf` names the
 * ids among them that are in use.
 */
export function useFilterOptions(inUse: readonly string[], title: (text: Localized) => string) {
  const seen = useRef(new Map<string, string>())
  const [, redraw] = useState(0)
  const unknown = useMemo(
    () => [...new Set(inUse)].filter((id) => /^[a-z0-9-]{36}$/.test(id) && !seen.current.has(id)).sort(),
    [inUse],
  )
  const { data } = useByIds(unknown)
  const titles = useMemo(
    () =>
      new Map([
        ...(data?.list ?? []).map((entity) => [entity.id, titleOf(entity, title)] as const),
        ...Object.entries(data?.people ?? {}),
      ]),
    [data, title],
  )
  const load = useCallback(async (loader: string, text: string, signal: AbortSignal) => {
    const [kind, entityClass = '', field = ''] = loader.split(':')
    const found =
      kind === 'company' || kind === 'company-name'
        ? await companies(text, signal, kind === 'company-name')
        : kind === 'component'
          ? await components(text, signal)
          : await people(entityClass, field, signal)
    for (const option of found) seen.current.set(option.value, option.label)
    redraw((n) => n + 1)
    return found
  }, [])
  const labelOf = useCallback(
    (_loader: string, value: string) => seen.current.get(value) ?? titles.get(value) ?? value,
    [titles],
  )
  return { load, labelOf }
}
