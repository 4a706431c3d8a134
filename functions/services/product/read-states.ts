/** What an answer to who entered something has read: states of products, and what their releases showed. */
import type { ProductData } from '../../../shared/model/product.ts'
import { type SingleValues, singleValues } from '../../../shared/rules/evaluated.ts'
import { jsonBytes } from '../../domain/json-bytes.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { evaluatedIn, type PendingList } from '../../domain/product/shown-values.ts'
import type { MergedToday } from '../company/merged-today.ts'
import { type Remembered, remembering } from '../entity/remembering.ts'
import type { RevisionReader } from './parents.ts'
import { lastRelease } from './releases.ts'

export class ReadStates {
  /** Of the states that were read, as JSON. */
  bytes = 0
  private readonly states: Remembered<ProductData | undefined>
  private readonly releases: Remembered<SingleValues | undefined>
  private readonly entities: RevisionReader
  private readonly accounts: ReadonlySet<string>
  private readonly merged: MergedToday
  constructor(
    entities: RevisionReader,
    accounts: ReadonlySet<string>,
    merged: MergedToday,
    { kept }: { kept: number },
  ) {
    this.entities = entities
    this.accounts = accounts
    this.merged = merged
    this.states = remembering(kept)
    this.releases = remembering(kept)
  }

  /** As it is stored; undefined where it cannot be read. */
  state(id: string, rev: number): Promise<ProductData | undefined> {
    return this.states(`${id} ${rev}`, async () => {
      const found = (await this.entities.getRevision(id, rev))?.entity
      if (!isProduct(found)) return undefined
      this.bytes += jsonBytes(found.data)
      return found.data
    })
  }

  /** The states with their companies as the pending list has them. */
  as(
    { isStored }: PendingList,
    states: readonly (ProductData | undefined)[],
  ): Promise<(ProductData | undefined)[]> {
    return Promise.all(states.map((data) => (isStored || !data ? data : this.merged(data))))
  }

  /** Values that the last release of the list has shown. */
  shownByRelease(pending: PendingList, product: Product, list: string): Promise<SingleValues | undefined> {
    const key = `${product.id} ${product.rev} ${list} ${pending.isStored ?? false}`
    return this.releases(key, async () => {
      const release = await lastRelease(this.entities, product, list, this.accounts)
      if (!release) return undefined
      const [data] = await this.as(pending, [release.data])
      return singleValues(evaluatedIn(data, list, release.parents.atRevision))
    })
  }
}
