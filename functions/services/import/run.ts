/** Takes the things of a register one by one. Reading and writing are given from outside. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { isCallError } from '../../../shared/errors.ts'
import type { Biostandard, Category, FieldDefinition, List } from '../../../shared/model/administration.ts'
import type { Entity, TimelineEvent } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses } from '../../../shared/model/entity-classes.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { timelineEvents } from '../../../shared/rules/timeline.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { checkedData } from '../../domain/entity/checked.ts'
import { checkClassRules } from '../../domain/entity/class-rules.ts'
import { uniqueKey, uniqueValues } from '../../domain/entity/unique-values.ts'
import { applyFields, referencesIn, resolved, UnknownKey } from '../../domain/import/apply.ts'
import { differences, type FieldHashes, fieldsOf, hashesOf } from '../../domain/import/fields.ts'
import type { Outcome } from '../../domain/import/job.ts'
import { finishProduct, retired } from '../../domain/import/product.ts'
import { loadDerived } from '../product/open.ts'
import { findTwin } from './find-twin.ts'
import type { ImportPorts } from './ports.ts'

export interface ImportOptions {
  jobId: string
  source: string
  /** Account that started the job, and in whose name it writes. */
  account: string
  isDryRun: boolean
  /** The unit was begun before: what was written since then by the account is the job's own work. */
  repeatedSince?: string
}
export interface Retire {
  list: string
  keep: string[]
}

const attempts = 5
/** What a register said is kept for ten years after it said it last. Seconds. */
const keepSeconds = 10 * 366 * 24 * 3600
/** Stands for things that a dry run would have created. */
const placeholder = '00000000-0000-4000-8000-000000000000'
const pageSize = 250

interface Remembered {
  hashes: FieldHashes
  job: string
  outcome: 'created' | 'changed'
}

/** Items that may be taken at the same time: none of a group refers to another one of it. The order stays. */
export function independentGroups(items: readonly ImportItem[]): ImportItem[][] {
  const groups: ImportItem[][] = []
  let names = new Set<string>()
  for (const item of items) {
    const waits = [...referencesIn(item.data)].some((reference) => names.has(reference))
    if (waits || groups.length === 0) {
      groups.push([])
      names = new Set()
    }
    groups.at(-1)!.push(item)
    names.add(`${item.kind}:${item.key}`)
  }
  return groups
}

/** Why an item cannot be taken, undefined if the fault is not the item's. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnknownKey) return `${error.message} in the register`
  if (!isCallError(error)) return undefined
  const ofItem = ['invalid_input', 'rule_violated', 'duplicate', 'too_large']
  return ofItem.includes(error.code) ? error.message : undefined
}

export class ImportRun {
  private readonly ports: ImportPorts
  private readonly options: ImportOptions
  private readonly known = new Map<string, string>()
  private readonly reference = new Map<EntityClassName, Map<string, Entity>>()
  constructor(ports: ImportPorts, options: ImportOptions) {
    this.ports = ports
    this.options = options
  }

  /** Reference data as this unit saw it first, with what the unit has written since. */
  private async entries(kind: EntityClassName): Promise<Map<string, Entity>> {
    let map = this.reference.get(kind)
    if (!map) {
      map = new Map(await this.ports.reference.all(kind))
      this.reference.set(kind, map)
    }
    return map
  }
  private importKey = (key: string) => `${this.options.source}:${key}`
  private memoryKey = (kind: string, key: string) => `import#${this.options.source}#${kind}#${key}`

  /** Id of a thing of the register, by its kind and key. */
  private async idOf(kind: EntityClassName, key: string): Promise<string | undefined> {
    const name = `${kind}:${key}`
    const known = this.known.get(name)
    if (known) return known
    const id = await this.ports.entities.findUnique(uniqueKey(kind, '/importKey', this.importKey(key)))
    if (id !== undefined) this.known.set(name, id)
    return id
  }
  private async idsOf(data: unknown): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const reference of referencesIn(data)) {
      const at = reference.indexOf(':')
      const kind = reference.slice(0, at) as EntityClassName
      const id = Object.hasOwn(entityClasses, kind)
        ? await this.idOf(kind, reference.slice(at + 1))
        : undefined
      if (id !== undefined) found.set(reference, id)
      else if (this.options.isDryRun) found.set(reference, placeholder)
    }
    return found
  }

  /** Brings one thing up to date. Throws what `reasonOf` explains, or a fault. */
  async take(item: ImportItem): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.takeOnce(item)
      } catch (error) {
        // Somebody saved it meanwhile, or a twin of this unit was faster.
        const isRace =
          isCallError(error) && (error.code === 'revision_conflict' || error.code === 'duplicate')
        if (!isRace || attempt === attempts) throw error
        this.known.clear()
        this.reference.clear()
      }
    }
  }

  private async takeOnce(item: ImportItem): Promise<Outcome> {
    const { entities } = this.ports
    const fields = fieldsOf(item.data)
    const hashes = hashesOf(fields)
    const memoryKey = this.memoryKey(item.kind, item.key)
    const memory = (await entities.getTransient(memoryKey)) as Remembered | undefined
    const id = await this.idOf(item.kind, item.key)
    const change = differences(hashes, id === undefined ? {} : (memory?.hashes ?? {}))
    // Nothing new in the register: whatever staff made of it since stays.
    if (id !== undefined && memory && !change.set.length && !change.removed.length)
      return memory.job === this.options.jobId && this.options.repeatedSince ? memory.outcome : 'unchanged'

    const twin = id === undefined ? await findTwin(item, this.ports, (kind) => this.entries(kind)) : undefined
    const before = id === undefined ? twin : await entities.get(id)
    // Deleted by staff: an import does not bring it back.
    if (before?.disabled) return 'unchanged'
    const references = await this.idsOf(item.data)
    const { data, set } = applyFields(before?.data ?? {}, fields, change, {
      source: this.options.source,
      resolve: (value) => resolved(value, references),
      onlyMissing: twin !== undefined,
    })
    data['importKey'] = this.importKey(item.key)
    const written = await this.write(item, before, data, set)
    const outcome = written ?? this.outcomeOfRepeat(before)
    if (!this.options.isDryRun) {
      const remembered: Remembered = {
        hashes,
        job: this.options.jobId,
        outcome: outcome === 'created' ? 'created' : 'changed',
      }
      const expires = Math.floor(this.ports.clock.millis() / 1000) + keepSeconds
      await entities.putTransient(memoryKey, remembered, expires)
    }
    return outcome
  }

  /** The unit may have written this before it was cut off, so that it finds nothing left to do now. */
  private outcomeOfRepeat(entity: Entity | undefined): Outcome {
    const { repeatedSince, account } = this.options
    if (!entity || repeatedSince === undefined) return 'unchanged'
    if (entity.updatedBy !== account || entity.updated < repeatedSince) return 'unchanged'
    return entity.rev === 1 ? 'created' : 'changed'
  }

  /** Writes a new state; undefined where it is what is stored. */
  private async write(
    item: ImportItem,
    before: Entity | undefined,
    raw: Record<string, unknown>,
    set: string[],
  ): Promise<'created' | 'changed' | undefined> {
    const { entities, reference, clock, ids } = this.ports
    const { account, source, isDryRun } = this.options
    const now = clock.now()
    const id = before?.id ?? ids.next()
    let data = checkedData(item.kind, raw)
    let events: TimelineEvent[] | undefined
    if (item.kind === 'product') {
      const product = data as unknown as ProductData
      const finished = finishProduct(product, set, {
        id,
        before: before as unknown as Entity<ProductData> | undefined,
        account,
        now,
        today: clock.today(),
        lists: await reference.all<List>('list'),
        standards: await reference.all<Biostandard>('biostandard'),
        fields: await reference.all<FieldDefinition>('fielddefinition'),
        categories: await reference.all<Category>('category'),
        derived: await loadDerived(entities, product),
      })
      events = timelineEvents((before?.data as ProductData | undefined) ?? undefined, finished)
      data = finished as unknown as Record<string, unknown>
    } else if (item.kind !== 'company') {
      checkClassRules(item.kind, id, data, await this.entries(item.kind))
    }
    if (before && sameValue(before.data, data)) return undefined
    const outcome = before ? 'changed' : 'created'
    if (isDryRun) return outcome
    const written = await entities.put(
      {
        id,
        entityclass: item.kind,
        attributeset: 'default',
        created: now,
        createdBy: account,
        disabled: false,
        ...before,
        rev: (before?.rev ?? 0) + 1,
        updated: now,
        updatedBy: account,
        data,
      },
      {
        expectRev: before?.rev ?? 0,
        unique: uniqueValues(item.kind, data),
        changeset: { label: `Import: ${source}` },
        ...(events && { events }),
      },
    )
    this.known.set(`${item.kind}:${item.key}`, id)
    this.reference.get(item.kind)?.set(id, written)
    return outcome
  }

  /** Deactivates in the list every product of the register that is not kept. Gives how many. */
  async retire({ list, keep }: Retire): Promise<number> {
    const { index } = this.ports
    const kept = new Set(keep.map(this.importKey))
    const { source } = this.options
    let count = 0
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const hits = await index.search({
        entityclass: 'product',
        query: { op: 'begins', field: 'importKey', value: `${source}:` },
        sort: [],
        page: cursor === undefined ? { start: 0, limit: pageSize } : { cursor, limit: pageSize },
        fetch: [{ as: 'key', field: 'importKey' }],
      })
      for (const { id, values } of hits.rows)
        if (!kept.has(String(values['key'])) && (await this.retireOne(id, list))) count += 1
      cursor = hits.cursor
    }
    return count
  }

  private async retireOne(id: string, list: string): Promise<boolean> {
    const { entities, clock } = this.ports
    const { account, source, isDryRun } = this.options
    for (let attempt = 1; ; attempt++) {
      const before = await entities.get(id)
      if (!before || before.disabled) return false
      const product = before.data as ProductData
      const now = clock.now()
      const data = retired(product, list, account, now)
      if (!data) return this.outcomeOfRepeat(before) !== 'unchanged'
      if (isDryRun) return true
      await this.forgetActive(String(product.importKey).slice(source.length + 1), list)
      try {
        await entities.put(
          { ...before, rev: before.rev + 1, updated: now, updatedBy: account, data: { ...data } },
          {
            expectRev: before.rev,
            changeset: { label: `Import: ${source}` },
            events: timelineEvents(product, data),
          },
        )
        return true
      } catch (error) {
        if (!isCallError(error) || error.code !== 'revision_conflict' || attempt === attempts) throw error
      }
    }
  }
  /** If the product comes back, that it is active is something new that the register says. */
  private async forgetActive(key: string, list: string): Promise<void> {
    const { entities, clock } = this.ports
    const memoryKey = this.memoryKey('product', key)
    const memory = (await entities.getTransient(memoryKey)) as Remembered | undefined
    if (!memory) return
    const { [`/listData/${list}/_active`]: _, ...hashes } = memory.hashes
    const expires = Math.floor(clock.millis() / 1000) + keepSeconds
    await entities.putTransient(memoryKey, { ...memory, hashes }, expires)
  }
}
