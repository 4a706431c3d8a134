/**
 * Reference data: small, read by every screen, changed rarely. Loaded once, shown from the cache, asked again when
 * the window comes back after a while. Components are not in it (thousands): search them on the server.
 */

import { useCallback, useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { load } from '../../shared/calls/eav/reference/load.ts'
import type { OutputOf } from '../../shared/contract.ts'
import type { CategoryText } from '../../shared/model/administration.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { type EntityOf, isOfClass } from '../../shared/model/entity-data.ts'
import { cursorOf, pagesOf } from '../../shared/pages.ts'
import { callApi, currentToken } from './client.ts'
import { useSession } from './session.tsx'
import { type Send, useCall } from './use-call.ts'

const referenceClasses = [
  'list',
  'biostandard',
  'category',
  'fielddefinition',
  'country',
  'region',
  'selectoption',
  'institution',
  'restrictiontext',
  'permit',
  'hobbygarden',
  'checklist',
  'label',
] as const

/** Entities of a class by id, in their order (`order`, else as the server gave them). */
type ReferenceMap<C extends EntityClassName> = ReadonlyMap<string, EntityOf<C>>
export interface Reference {
  lists: ReferenceMap<'list'>
  biostandards: ReferenceMap<'biostandard'>
  categories: ReferenceMap<'category'>
  fielddefinitions: ReferenceMap<'fielddefinition'>
  countries: ReferenceMap<'country'>
  regions: ReferenceMap<'region'>
  selectoptions: ReferenceMap<'selectoption'>
  institutions: ReferenceMap<'institution'>
  restrictiontexts: ReferenceMap<'restrictiontext'>
  permits: ReferenceMap<'permit'>
  hobbyuses: ReferenceMap<'hobbygarden'>
  checklists: ReferenceMap<'checklist'>
  labels: ReferenceMap<'label'>
  /** False until the first answer; the maps are empty till then. */
  isReady: boolean
  error: unknown
  /** Asks again, after a change of administration data. */
  refresh(): Promise<unknown>
}

const byId = <C extends EntityClassName>(
  entityclass: C,
  classes: Readonly<Record<string, Entity[]>>,
): ReferenceMap<C> => {
  const sorted = (classes[entityclass] ?? []).toSorted((a, b) => {
    const left = Number(a.data['order'] ?? a.data['sorting'] ?? 0)
    const right = Number(b.data['order'] ?? b.data['sorting'] ?? 0)
    return left - right || (a.id < b.id ? -1 : 1)
  })
  return new Map(sorted.filter((one) => isOfClass(entityclass, one)).map((one) => [one.id, one]))
}

const input = { classes: [...referenceClasses] }

/** Maps are made once per answer, however many components ask. */
const made = new WeakMap<object, Omit<Reference, 'isReady' | 'error' | 'refresh'>>()
function mapsOf(answer: OutputOf<typeof load> | undefined) {
  const key = answer ?? empty
  let maps = made.get(key)
  if (!maps) {
    const { classes } = key
    maps = {
      lists: byId('list', classes),
      biostandards: byId('biostandard', classes),
      categories: byId('category', classes),
      fielddefinitions: byId('fielddefinition', classes),
      countries: byId('country', classes),
      regions: byId('region', classes),
      selectoptions: byId('selectoption', classes),
      institutions: byId('institution', classes),
      restrictiontexts: byId('restrictiontext', classes),
      permits: byId('permit', classes),
      hobbyuses: byId('hobbygarden', classes),
      checklists: byId('checklist', classes),
      labels: byId('label', classes),
    }
    made.set(key, maps)
  }
  return maps
}
const empty: OutputOf<typeof load> = { classes: {} }

/** In as many answers as it takes. */
const loadAll: Send<typeof load> = async (asked, options) => {
  const whole: OutputOf<typeof load> = { classes: {} }
  for await (const { classes } of pagesOf((cursor) =>
    callApi(load, { ...asked, ...cursorOf(cursor) }, options),
  ))
    for (const [name, entities] of Object.entries(classes))
      whole.classes[name] = [...(whole.classes[name] ?? []), ...entities]
  return whole
}

let early: { token: string | undefined; answer: ReturnType<typeof loadAll> } | undefined
/** Asks while it is not yet known who asks: the first screen needs both. Whoever reads first with the same token gets the answer. */
export function askReferenceEarly(): void {
  early = { token: currentToken(), answer: loadAll(input, { quiet: true }) }
  early.answer.catch(() => {})
}
const loadOrTake: Send<typeof load> = (asked, options) => {
  const known = early
  early = undefined
  if (known === undefined || known.token !== currentToken()) return loadAll(asked, options)
  return known.answer.catch(() => loadAll(asked, options))
}

const useAll = (options: { refreshInterval?: number } = {}) => {
  const { actor } = useSession()
  return useCall(load, actor ? input : null, { revalidateIfStale: false, send: loadOrTake, ...options })
}

export function useReference(): Reference {
  const { data, error, mutate } = useAll()
  return useMemo(
    () => ({ ...mapsOf(data), isReady: data !== undefined, error, refresh: () => mutate() }),
    [data, error, mutate],
  )
}

const textsInput = { classes: ['categorytext'] }
const textsOf = new WeakMap<object, [string, CategoryText][]>()
/** Texts of categories by id, which few screens need; undefined until they are there. */
export function useCategoryTexts(): { texts: readonly [string, CategoryText][] | undefined; error: unknown } {
  const { data, error } = useCall(load, textsInput, { revalidateIfStale: false, send: loadAll })
  if (!data) return { texts: undefined, error }
  let texts = textsOf.get(data)
  if (!texts) {
    const entities = byId('categorytext', data.classes)
    texts = [...entities.values()].filter((one) => !one.disabled).map((one) => [one.id, one.data])
    textsOf.set(data, texts)
  }
  return { texts, error }
}

/** All entities of a class, deleted ones too, asked for anew when a screen opens: for who maintains them. */
export function useWholeClass(entityclass: EntityClassName) {
  const { data, error, isLoading, mutate } = useCall(load, { classes: [entityclass] }, { send: loadAll })
  return { list: data?.classes[entityclass], error, isLoading, refresh: () => mutate() }
}

/** Puts an entity that was written into all answers that hold its class: every screen shows it at once, none asks again. */
export function useTakeEntity() {
  const { mutate } = useSWRConfig()
  return useCallback(
    (entity: Entity) => {
      const isOfIts = (key: unknown) => {
        const [name, asked] = Array.isArray(key) ? (key as [unknown, { classes?: string[] }?]) : []
        return name === load.name && asked?.classes?.includes(entity.entityclass) === true
      }
      const withIt = (answer: OutputOf<typeof load> | undefined) => {
        const before = answer?.classes[entity.entityclass]
        if (!before) return answer
        const rest = before.filter(({ id }) => id !== entity.id)
        return { ...answer, classes: { ...answer.classes, [entity.entityclass]: [...rest, entity] } }
      }
      return mutate(isOfIts, withIt, { revalidate: false })
    },
    [mutate],
  )
}

/** Asks again every five minutes. Used once, by the frame: each `useReference` only reads. */
export function useReferenceRefresh() {
  useAll({ refreshInterval: 300_000 })
}
