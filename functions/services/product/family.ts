/** The family of a product, and what refers to it. */

import type { hierarchy } from '../../../shared/calls/bml/product/hierarchy.ts'
import type { references } from '../../../shared/calls/bml/product/references.ts'
import { chunksOf } from '../../../shared/chunks.ts'
import { derivedChainLimit, referencesLimit } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { namesOf } from '../../../shared/model/references.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { titleOf } from '../../domain/search-calls/titles.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'
import { type ViewerScope, visibleEntities } from '../entity/visible.ts'
import { atOnce, childrenAmong } from './children.ts'
import { productLines } from './lines.ts'

type FamilyScope = ViewerScope & { entities: NamingReader }
type Family = OutputOf<typeof hierarchy>
type References = OutputOf<typeof references>
/** Looked through in search of those that the viewer sees; where it ends there, `isMore` says that there may be more. */
const farthest = 2_000

/** What the product is derived from, as the viewer sees it: company users are not told. */
const seenParent = async (product: Product, scope: FamilyScope): Promise<string | undefined> =>
  (await visibleEntities([product], scope)).find(isProduct)?.data.derivedProductId

/** The products above, as far as the viewer knows of each, the oldest first. */
async function parentsOf(product: Product, scope: FamilyScope): Promise<Product[]> {
  const above: Product[] = []
  const seen = new Set([product.id])
  let next = await seenParent(product, scope)
  while (next !== undefined && !seen.has(next) && above.length < derivedChainLimit) {
    seen.add(next)
    const parent: Entity | undefined = await scope.entities.get(next)
    if (!isProduct(parent) || (await visibleEntities([parent], scope)).length === 0) break
    above.unshift(parent)
    next = await seenParent(parent, scope)
  }
  return above
}
/** Those of the entities that name the product in what the viewer sees of them. */
const namingVisibly = async (id: string, entities: readonly Entity[], scope: FamilyScope) =>
  (await visibleEntities(entities, scope)).filter((seen) => namesOf(seen).includes(id))

/**
 * Parents, siblings and all generations of children of a product, without those that are deleted or that the viewer may not
 * know of; who is below one of these is not told either. Each stands behind its parent. `isMore`: not all were found.
 */
export async function familyOf(product: Product, scope: FamilyScope): Promise<Family> {
  const above = await parentsOf(product, scope)
  const found = new Map<string, Product>([...above, product].map((one) => [one.id, one]))
  let looked = 0
  let isMore = false
  /** Of those that the viewer sees, as many as there is room for. */
  const childrenOf = async (parent: string): Promise<Product[]> => {
    const children: Product[] = []
    for await (const { list, cursor } of namingPages(scope.entities, parent)) {
      const living = childrenAmong(list, parent).filter((one) => !one.disabled)
      const visible = new Set((await namingVisibly(parent, living, scope)).map(({ id }) => id))
      children.push(...living.filter(({ id }) => visible.has(id)))
      looked += list.length
      if (looked >= farthest && cursor !== undefined) isMore = true
      if (isMore || children.length > referencesLimit) break
    }
    return children
  }
  /** Side by side, and told in the order of their parents. */
  const addChildren = async (parents: readonly string[]): Promise<string[]> => {
    const added: string[] = []
    for (const some of chunksOf(parents, atOnce)) {
      if (looked >= farthest) isMore = true
      if (isMore) break
      for (const child of (await Promise.all(some.map(childrenOf))).flat()) {
        if (found.has(child.id)) continue
        if (found.size >= referencesLimit) {
          isMore = true
          break
        }
        found.set(child.id, child)
        added.push(child.id)
      }
    }
    return added
  }
  const parent = above.at(-1)
  if (parent) await addChildren([parent.id])
  let generation = [product.id]
  for (let depth = 0; depth < derivedChainLimit && generation.length > 0 && !isMore; depth++)
    generation = await addChildren(generation)
  const lines = await productLines([...found.values()], scope)
  const known = new Set(lines.map(({ id }) => id))
  const list = lines.map((line) => {
    const above = found.get(line.id)?.data.derivedProductId
    const isTold = line.id !== product.id || parent !== undefined
    return { ...line, ...(isTold && above !== undefined && known.has(above) && { parent: above }) }
  })
  return { list, isMore }
}

/** Entities that name a product, deleted ones too, as far as the viewer sees them; at most 250. */
export async function referencesTo(product: Product, scope: FamilyScope): Promise<References> {
  const stored = new Map<string, Entity>()
  const visible: Entity[] = []
  let looked = 0
  let isCut = false
  for await (const { list, cursor } of namingPages(scope.entities, product.id)) {
    for (const entity of list) stored.set(entity.id, entity)
    visible.push(...(await namingVisibly(product.id, list, scope)))
    looked += list.length
    isCut = looked >= farthest && cursor !== undefined
    if (visible.length > referencesLimit || isCut) break
  }
  const told = visible.slice(0, referencesLimit)
  const products = told.map(({ id }) => stored.get(id)).filter(isProduct)
  const lines = new Map((await productLines(products, scope)).map((line) => [line.id, line]))
  const list = told.map((entity) => ({
    ...(lines.get(entity.id) ?? {
      id: entity.id,
      title: titleOf(entity, scope.actor.language) ?? '',
      archived: false,
      companies: [],
      lists: [],
    }),
    entityclass: entity.entityclass,
    disabled: entity.disabled,
  }))
  return { list, isMore: isCut || visible.length > told.length }
}
