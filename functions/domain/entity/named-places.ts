/** Which ids an entity holds where, and what each must be. */
import { fixedIds } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { belongings, type NamedAs, namedClasses } from '../../../shared/model/references.ts'
import { applyJsonPatch } from '../../../shared/rules/json-patch.ts'
import { pointerToken } from '../../../shared/rules/values.ts'

export interface NamedPlace {
  path: string
  id: string
  /** Absent where it is nothing that may be named there. */
  as?: NamedAs
}

/** Ids at a pointer of the table of references, with their places. */
function idsAt(value: unknown, [token, ...rest]: readonly string[], path = ''): [path: string, id: string][] {
  if (token === undefined) return typeof value === 'string' && value !== '' ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  const at = (key: string) => `${path}/${pointerToken(key)}`
  if (token === '~') return Object.keys(value).map((key) => [at(key), key])
  const entries = Object.entries(value)
  const some = token === '*' ? entries : entries.filter(([key]) => key === token)
  return some.flatMap(([key, child]) => idsAt(child, rest, at(key)))
}

type State = Pick<Entity, 'entityclass' | 'data'>
const isOfNaming = (name: string): name is keyof typeof namedClasses => Object.hasOwn(namedClasses, name)
const pointersOf = new Map(
  Object.entries(namedClasses).map(([name, pointers]) => [
    name,
    Object.entries(pointers).map(([pointer, as]) => ({
      as: as as NamedAs,
      tokens: pointer.split('/').slice(1),
    })),
  ]),
)

/** What the entity names, and did not name there before: in any row, any list. */
export function newlyNamed(
  before: Pick<State, 'data'> | undefined,
  after: Pick<Entity, 'id' | 'entityclass' | 'data'>,
): NamedPlace[] {
  if (!isOfNaming(after.entityclass)) return []
  return pointersOf.get(after.entityclass)!.flatMap(({ as, tokens }) => {
    const found = idsAt(after.data, tokens)
    if (found.length === 0) return []
    const known = new Set(before && idsAt(before.data, tokens).map(([, id]) => id))
    // An entity that is being made is not there yet, and may name itself where one of its class is named.
    const isItself = (id: string) => id === after.id && as === after.entityclass
    return found.filter(([, id]) => !known.has(id) && !isItself(id)).map(([path, id]) => ({ path, id, as }))
  })
}

/** Places of an entity where something of that class is named, also of what it merely is of (`belongings`). */
function placesOf(entityclass: string, as: NamedAs): string[][] {
  const tables: Readonly<Record<string, Readonly<Record<string, string>>>>[] = [namedClasses, belongings]
  return tables.flatMap((table) =>
    Object.entries(Object.hasOwn(table, entityclass) ? table[entityclass]! : {})
      .filter(([, one]) => one === as)
      .map(([pointer]) => pointer.split('/').slice(1)),
  )
}

/**
 * The data with another id of that class in each place that names `from`; undefined where none does. `where`: only in places that
 * named `to` there. Keys are left as they are.
 */
export function renamed(
  { entityclass, data }: Pick<State, 'entityclass' | 'data'>,
  as: NamedAs,
  from: string,
  to: string,
  where?: unknown,
): Entity['data'] | undefined {
  const patch = placesOf(entityclass, as).flatMap((tokens) => {
    const named = new Map(where === undefined ? [] : idsAt(where, tokens))
    return idsAt(data, tokens)
      .filter(([path, id]) => id === from && (where === undefined || named.get(path) === to))
      .map(([path]) => ({ op: 'replace' as const, path, value: to }))
  })
  if (patch.length === 0) return undefined
  const outcome = applyJsonPatch(data, patch)
  return outcome.ok ? outcome.document : undefined
}

/** Functions that every installation knows, also where nobody has named them. */
const fixedFunctions = new Set<string>(Object.values(fixedIds.contactFunction))

/** Whether what has this id, if anything has, is what must be named there. */
export function fitsPlace({ id, as }: NamedPlace, found: State | undefined): boolean {
  if (as === 'selectoption person-types' && fixedFunctions.has(id)) return true
  if (as === undefined || found === undefined) return false
  const [entityclass, type] = as.split(' ')
  // What names it is brought to the one that it was merged into.
  if (found.data['mergedInto'] !== undefined) return false
  return found.entityclass === entityclass && (type === undefined || found.data['type'] === type)
}
