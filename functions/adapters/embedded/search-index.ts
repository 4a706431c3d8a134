import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { errorMessage } from '../../../shared/errors.ts'
import { indexMapping } from '../../../shared/search/index-mapping.ts'
import type { IndexDocument } from '../../../shared/search/index-query.ts'
import type { RefusedDocument, SearchIndex } from '../../ports/search-index.ts'
import { ClassIndex } from './search/class-index.ts'
import { Compaction } from './search/compaction.ts'
import { limits } from './search/limits.ts'
import { releaseScratch } from './search/plan.ts'
import { readSnapshot, writeSnapshot } from './search/snapshot.ts'

/** Milliseconds of work before others get their turn. */
const slice = 5
/** So many changes, or so many milliseconds after a change, are not lost to a killed process; the feed has them. */
const saveAfterChanges = 20_000
const saveEvery = 10 * 60_000

type Changes = Parameters<SearchIndex['apply']>[0]
type Classes = Map<string, ClassIndex>

export interface EmbeddedSearchIndex extends SearchIndex {
  /** Writes the snapshot, so that the next start need not read everything. */
  save(): Promise<void>
  /** Ends background work and writes the snapshot. */
  close(): Promise<void>
  /** Waits until nothing is being cleared away. */
  compacted(): Promise<void>
  /** Documents of a class, those included that were replaced or deleted and not yet cleared away. */
  rowCount(entityclass: string): number
  /** Why the snapshot was not used at the start, if there was one. */
  readonly discarded: string | undefined
}

/**
 * The search index in the memory of the process, in columns, with a snapshot on disk. A missing, damaged or older
 * snapshot leaves it empty and without a position: whoever follows the changes then rebuilds it.
 */
export async function openSearchIndex(options: { directory: string }): Promise<EmbeddedSearchIndex> {
  await mkdir(options.directory, { recursive: true })
  const path = join(options.directory, 'search-index.bin')
  try {
    const { classes, position } = await readSnapshot(path)
    return new ColumnIndex(path, classes, position, undefined)
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    return new ColumnIndex(path, new Map(), undefined, isMissing ? undefined : String(error))
  }
}

/** Indices that this process has opened. */
let opened = 0

class ColumnIndex implements EmbeddedSearchIndex {
  readonly discarded: string | undefined
  private classes: Classes
  /** The index that a rebuild is making; changes go to both. */
  private next: Classes | undefined
  private at: string | undefined
  private readonly path: string
  /** Two that are open on one folder, also in one process, each complete a file of their own. */
  private readonly temporary: string
  private readonly timer: NodeJS.Timeout
  private queue: Promise<unknown> = Promise.resolve()
  private rebuilding: Promise<unknown> = Promise.resolve()
  private saving: Promise<void> | undefined
  private readonly compacting = new Map<string, Promise<void>>()
  private changes = 0
  /** A rebuild is done, and its place among the changes is not yet known. */
  private isRebuilt = false
  private isClosed = false
  private closing: Promise<void> | undefined

  constructor(path: string, classes: Classes, position: string | undefined, discarded: string | undefined) {
    this.path = path
    this.temporary = `${path}.${process.pid}.${++opened}.tmp`
    this.classes = classes
    this.at = position
    this.discarded = discarded
    this.timer = setInterval(() => this.saveInBackground(), saveEvery)
    this.timer.unref()
  }

  private indexOf(classes: Classes, entityclass: string): ClassIndex {
    let index = classes.get(entityclass)
    if (!index) {
      index = new ClassIndex(indexMapping(entityclass))
      classes.set(entityclass, index)
    }
    return index
  }
  /** Answers are made without waiting, so that no write comes between. */
  private answer<T>(entityclass: string, ask: (index: ClassIndex) => T): T {
    try {
      return ask(this.indexOf(this.classes, entityclass))
    } finally {
      releaseScratch()
    }
  }

  /** Changes are taken in the order of the calls. */
  apply(changes: Changes): Promise<RefusedDocument[]> {
    const done = this.queue.then(() => this.take(changes))
    this.queue = done.catch(() => {})
    return done
  }
  /** Why it does not take a document, which is checked before any of it is in the index. */
  private put(classes: Classes, { id, entityclass, rev, document }: Changes[number]): RefusedDocument[] {
    try {
      this.indexOf(classes, entityclass).apply(id, rev, document)
      return []
    } catch (error) {
      return [{ id, entityclass, reason: errorMessage(error) }]
    }
  }
  private async take(changes: Changes): Promise<RefusedDocument[]> {
    const refused: RefusedDocument[] = []
    let until = performance.now() + slice
    const touched = new Set<string>()
    for (const change of changes) {
      refused.push(...this.put(this.classes, change))
      if (this.next) this.put(this.next, change)
      touched.add(change.entityclass)
      if (performance.now() > until) {
        await setImmediate()
        until = performance.now() + slice
      }
    }
    this.changes += changes.length
    for (const entityclass of touched) this.compactIfWorthwhile(entityclass)
    if (this.changes >= saveAfterChanges) this.saveInBackground()
    return refused
  }

  async refresh() {
    await this.queue
  }
  async search(search: Parameters<SearchIndex['search']>[0]) {
    return this.answer(search.entityclass, (index) => index.search(search))
  }
  async count(entityclass: string, query: Parameters<SearchIndex['count']>[1]) {
    return this.answer(entityclass, (index) => index.count(query))
  }
  async aggregate(...[entityclass, query, aggregates]: Parameters<SearchIndex['aggregate']>) {
    return this.answer(entityclass, (index) => index.aggregate(query, aggregates))
  }

  rebuild(documents: AsyncIterable<IndexDocument[]>): Promise<RefusedDocument[]> {
    const done = this.rebuilding.then(() => this.build(documents))
    this.rebuilding = done.catch(() => {})
    return done
  }
  private async build(documents: AsyncIterable<IndexDocument[]>): Promise<RefusedDocument[]> {
    const next: Classes = new Map()
    const refused = new Map<string, RefusedDocument>()
    this.next = next
    try {
      let until = performance.now() + slice
      for await (const batch of documents)
        for (const document of batch) {
          refused.delete(document.id)
          for (const one of this.put(next, { ...document, document })) refused.set(one.id, one)
          if (performance.now() > until) {
            await setImmediate()
            until = performance.now() + slice
          }
        }
      // Late events must not bring back what was deleted before.
      for (const [entityclass, index] of this.classes)
        for (const { id, rev } of index.tombstones()) {
          const into = this.indexOf(next, entityclass)
          if (into.revOf(id) === 0) into.apply(id, rev, undefined)
        }
      this.classes = next
      this.isRebuilt = true
      return [...refused.values()]
    } finally {
      this.next = undefined
    }
  }

  private compactIfWorthwhile(entityclass: string) {
    const index = this.classes.get(entityclass)
    if (!index || this.compacting.has(entityclass)) return
    if (index.deadCount < limits.minDead || index.deadCount < index.size * limits.deadPart) return
    const done = this.compact(entityclass, index)
      // The old index goes on as it is.
      .catch(() => {})
      .finally(() => this.compacting.delete(entityclass))
    this.compacting.set(entityclass, done)
  }
  private async compact(entityclass: string, index: ClassIndex) {
    const compaction = new Compaction(index)
    while (!compaction.step(slice)) {
      await setImmediate()
      // A rebuild may have taken its place.
      if (this.isClosed || this.classes.get(entityclass) !== index) return
    }
    this.classes.set(entityclass, compaction.finish())
  }

  async compacted() {
    while (this.compacting.size > 0) await Promise.all(this.compacting.values())
  }
  rowCount(entityclass: string) {
    return this.classes.get(entityclass)?.parts.table.length ?? 0
  }

  async position() {
    return this.at
  }
  async setPosition(seq: string) {
    if (this.at !== seq) this.changes++
    this.at = seq
    // What took long to build should not have to be built again after a crash.
    if (this.isRebuilt) this.saveInBackground()
    this.isRebuilt = false
  }

  private saveInBackground() {
    if (this.changes === 0 || this.saving || this.isClosed) return
    // Without a snapshot the feed is followed again from the older one: slower, not wrong.
    void this.save().catch(() => {})
  }
  async save(): Promise<void> {
    while (this.saving) await this.saving.catch(() => {})
    this.changes = 0
    this.saving = writeSnapshot(this.path, this.classes, this.at, this.temporary).finally(() => {
      this.saving = undefined
    })
    return this.saving
  }
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }
  private async end() {
    clearInterval(this.timer)
    await this.queue
    await this.rebuilding
    this.isClosed = true
    while (this.saving) await this.saving.catch(() => {})
    if (this.changes > 0 || this.isRebuilt) await this.save()
  }
}
