import { derivedChainLimit } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { resolveLists } from '../../shared/rules/resolution.ts'
import { type DocumentContext, toIndexDocument } from '../../shared/search/document.ts'
import type { IndexDocument } from '../../shared/search/index-query.ts'
import type { Used } from '../runtime/ports.ts'

export type DocumentPorts = Used<'entities:read' | 'reference'>
export interface Made {
  documents: IndexDocument[]
  /** Entities of which no document can be made. */
  failures: { id: string; reason: string }[]
  /** Whether parents, companies and reference data are still what the documents were made of. */
  isCurrent(): Promise<boolean>
}
type Entities = Map<string, Entity>
const idsAtOnce = 500

/**
 * Makes the documents of some entities, of any class, with what they show of others. An entity that cannot be read
 * does not keep the others out of the index.
 */
export async function makeDocuments(entities: readonly Entity[], ports: DocumentPorts): Promise<Made> {
  const products = entities.filter((one) => one.entityclass === 'product')
  if (products.length === 0) return { ...documentsOf(entities, () => ({})), isCurrent: async () => true }

  const known: Entities = new Map(products.map((one) => [one.id, one]))
  await addParents(known, ports)
  const companies = await getAll(products.flatMap(companiesOf), ports)
  const category = await ports.reference.all('category')
  const component = await ports.reference.all('component')
  const companyName = (id: string) => {
    const found = companies.get(id)?.data as { baseData?: { name?: string } } | undefined
    return found?.baseData?.name
  }
  const parentData = (id: string) => known.get(id) && dataOf(known.get(id)!)
  const contextOf = (one: Entity): DocumentContext =>
    one.entityclass === 'product'
      ? { resolved: resolveLists(dataOf(one), parentData), companyName, category, component }
      : {}
  const own = new Set(products.map((one) => one.id))
  const inputs = [...companies.values(), ...[...known.values()].filter((one) => !own.has(one.id))]
  return {
    ...documentsOf(entities, contextOf),
    async isCurrent() {
      if ((await ports.reference.all('category')) !== category) return false
      if ((await ports.reference.all('component')) !== component) return false
      const now = await getAll(
        inputs.map((one) => one.id),
        ports,
      )
      return inputs.every((one) => now.get(one.id)?.rev === one.rev)
    },
  }
}

function documentsOf(entities: readonly Entity[], contextOf: (one: Entity) => DocumentContext) {
  const documents: IndexDocument[] = []
  const failures: Made['failures'] = []
  for (const one of entities) {
    try {
      documents.push(toIndexDocument(one, contextOf(one)))
    } catch (error) {
      failures.push({ id: one.id, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { documents, failures }
}

/** Adds the products that the known ones are derived from, generation by generation. */
async function addParents(known: Entities, ports: DocumentPorts) {
  for (let generation = 0; generation < derivedChainLimit; generation++) {
    const missing = [...known.values()]
      .map((one) => dataOf(one).derivedProductId)
      .filter((id): id is string => id !== undefined && !known.has(id))
    if (missing.length === 0) return
    for (const [id, parent] of await getAll(missing, ports)) known.set(id, parent)
  }
}
async function getAll(ids: readonly string[], ports: Used<'entities:read'>): Promise<Entities> {
  const each = [...new Set(ids)]
  const found: Entities = new Map()
  for (let i = 0; i < each.length; i += idsAtOnce) {
    for (const one of await ports.entities.getMany(each.slice(i, i + idsAtOnce))) found.set(one.id, one)
  }
  return found
}
const dataOf = (one: Entity) => one.data as unknown as ProductData
/** Looks with care: what is stored may be older than today's rules. */
const companiesOf = (one: Entity): string[] =>
  Object.values(dataOf(one).listData ?? {}).flatMap((list) =>
    Object.values(list?._companies ?? {}).flatMap((row) => row?.company ?? []),
  )
