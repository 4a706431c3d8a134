/** Finds what staff had made before a register brought it: it is taken over instead of made twice. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { nameKey } from '../../../shared/search/fold.ts'
import type { ImportPorts } from './ports.ts'

const limit = 25
/** Items are checked when they are written: until then they hold anything. */
const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)
const keyOf = (value: unknown) => (typeof value === 'string' ? nameKey(value) : '')
const german = (data: unknown) => keyOf(at(at(data, 'title'), 'de_DE'))

/** Main address as matching sees it: companies are matched by name, city and country. */
function places(data: unknown): { city: string; country: string }[] {
  const addresses = at(data, 'addresses')
  return (isObject(addresses) ? Object.values(addresses) : [])
    .filter((address) => at(address, 'type') === 'main')
    .map((address) => ({ city: keyOf(at(address, 'city')), country: String(at(address, 'country') ?? '') }))
}

async function companyTwin(item: ImportItem, { entities, index }: ImportPorts): Promise<Entity | undefined> {
  const name = String(at(at(item.data, 'baseData'), 'name') ?? '')
  const [place] = places(item.data)
  if (!name || !place) return undefined
  const hits = await index.search({
    entityclass: 'company',
    query: { op: 'terms', field: 'name', values: [name] },
    sort: [],
    page: { start: 0, limit },
    fetch: [],
  })
  const found = await entities.getMany(hits.rows.map((row) => row.id))
  return found.find(
    (e) =>
      !e.disabled &&
      e.data['importKey'] === undefined &&
      places(e.data).some((p) => p.city === place.city && p.country === place.country),
  )
}

/** An entity without a key of a register that is the same thing: by title in its class, companies by where they are. */
export async function findTwin(
  item: ImportItem,
  ports: ImportPorts,
  entries: (kind: ImportItem['kind']) => Promise<ReadonlyMap<string, Entity>>,
): Promise<Entity | undefined> {
  if (item.kind === 'company') return companyTwin(item, ports)
  if (item.kind === 'product') return undefined
  const title = german(item.data)
  if (!title) return undefined
  const same = (e: Entity) =>
    !e.disabled &&
    e.data['importKey'] === undefined &&
    german(e.data) === title &&
    ['type', 'mainCategoryKey'].every((key) => item.data[key] === undefined || e.data[key] === item.data[key])
  const twin = [...(await entries(item.kind)).values()].find(same)
  // Reference data may be some seconds old; what is stored decides.
  const stored = twin && (await ports.entities.get(twin.id))
  return stored && same(stored) ? stored : undefined
}
