/** Takes the things of a register one by one. Reading and writing are given from outside. */
import { type CallError, type ErrorDetails, isCallError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import type {
  Biostandard,
  Category,
  FieldDefinition,
  List,
  RestrictionText,
} from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses } from '../../../shared/model/entity-classes.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { classRefusal } from '../../domain/entity/class-rules.ts'
import { uniqueKey, uniqueValues } from '../../domain/entity/unique-values.ts'
import type { ApprovalReference } from '../../domain/import/approvals.ts'
import {
  approvalsOf,
  finishItem,
  type ImportDecision,
  isUnchanged,
  type MergedItem,
  mergeItem,
} from '../../domain/import/decide.ts'
import type { Outcome, UnitItem } from '../../domain/import/job.ts'
import { type Memory, noMemory } from '../../domain/import/merge.ts'
import { asNote, type Note, noteOf, withoutApprovals } from '../../domain/import/notes.ts'
import { referencesIn } from '../../domain/import/references.ts'
import { relatedEntities } from '../../domain/product/list-issues.ts'
import { wrongValues } from '../../domain/product/schema.ts'
import type { RegisterThing } from '../../ports/import-memory.ts'
import { decideOnStored } from '../entity/decide-on-stored.ts'
import { loadParents } from '../product/parents.ts'
import { relatedRefusal } from '../product/write.ts'
import { findTwin } from './find-twin.ts'
import { deletedRefusal } from './names-deleted.ts'
import type { ImportPorts } from './ports.ts'

export interface ImportOptions {
  jobId: string
  source: string
  /** Account that started the job, and in whose name it writes. */
  account: string
  /** Who gives the approvals; absent where approvals are not taken. */
  migrator?: Actor | undefined
  isDryRun: boolean
}
/** What became of an item, and what of it was not taken. */
export interface Taken {
  outcome: Outcome
  notes: readonly Note[]
}

export const attempts = 5
const approvalClasses = {
  lists: 'list',
  standards: 'biostandard',
  restrictions: 'restrictiontext',
  categories: 'category',
} as const
/** Stands for things that a dry run would have created. */
const placeholder = '00000000-0000-4000-8000-000000000000'

/** What is kept of a thing between imports. */
export interface Remembered extends Memory {
  /** The job that wrote it, and what that did: a unit that comes again answers the same. */
  job: string
  outcome: Outcome
  /** Of an older Inputlist: sentences alone. */
  notes?: readonly (Note | string)[]
}

const rejected = (why: { message: string; details: ErrorDetails }): Taken => ({
  outcome: 'rejected',
  notes: [noteOf(why)],
})
/** What the store refuses because of the item; anything else is a fault of ours, or of the store. */
const isOfItem = ({ code }: CallError) =>
  ['duplicate', 'too_large', 'invalid_input', 'rule_violated'].includes(code)

export class ImportRun {
  private readonly ports: ImportPorts
  private readonly options: ImportOptions
  private readonly known = new Map<string, string>()
  private readonly reference = new Map<EntityClassName, Map<string, Entity>>()
  /** Ids that items of this unit name, and that were seen not to be deleted. */
  private readonly living = new Set<string>()
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
  /** Reference data may be some seconds old: what the item refers to was maybe made since, by another process. */
  private async readNew(kind: EntityClassName, ids: readonly string[]): Promise<void> {
    if (!entityClasses[kind].isReference) return
    const known = await this.entries(kind)
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    for (const entity of await this.ports.entities.getMany(missing))
      if (entity.entityclass === kind) known.set(entity.id, entity)
  }
  private importKey = (key: string) => `${this.options.source}:${key}`
  private thing = (kind: string, key: string): RegisterThing => ({ source: this.options.source, kind, key })
  private memoryOf = async (kind: string, key: string) =>
    (await this.ports.importMemory.get(this.thing(kind, key))) as Remembered | undefined

  /** Id of a thing of the register, by its kind and key. */
  private async idOf(kind: EntityClassName, key: string): Promise<string | undefined> {
    const name = `${kind}:${key}`
    const known = this.known.get(name)
    if (known) return known
    const id = await this.ports.entities.findUnique(uniqueKey(kind, '/importKey', this.importKey(key)))
    if (id !== undefined) this.known.set(name, id)
    return id
  }
  private async idsOf({ data, brought }: UnitItem): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const reference of referencesIn(data)) {
      const at = reference.indexOf(':')
      const kind = reference.slice(0, at) as EntityClassName
      const id = Object.hasOwn(entityClasses, kind)
        ? await this.idOf(kind, reference.slice(at + 1))
        : undefined
      if (id !== undefined) found.set(reference, id)
      else if (this.options.isDryRun && (brought?.includes(reference) ?? true))
        found.set(reference, placeholder)
    }
    return found
  }

  /** Brings one thing up to date, or tells why not. Throws faults that are not the item's. */
  async take(item: UnitItem): Promise<Taken> {
    for (let attempt = 1; ; attempt++) {
      try {
        const taken = await this.takeOnce(item)
        return isRefusal(taken) ? rejected(taken) : taken
      } catch (error) {
        // Somebody saved it meanwhile, or a twin of this unit was faster.
        const isRace =
          isCallError(error) && (error.code === 'revision_conflict' || error.code === 'duplicate')
        if (!isRace || attempt === attempts) {
          if (isCallError(error) && isOfItem(error)) return rejected(error)
          throw error
        }
        this.known.clear()
        this.reference.clear()
        this.living.clear()
      }
    }
  }

  private async takeOnce(item: UnitItem): Promise<Taken | Refusal> {
    const { entities, clock } = this.ports
    const { source, account, migrator, jobId } = this.options
    const id = await this.idOf(item.kind, item.key)
    const memory = id === undefined ? undefined : await this.memoryOf(item.kind, item.key)
    if (memory && isUnchanged(item, memory, migrator !== undefined)) {
      if (memory.job === jobId) return { outcome: memory.outcome, notes: (memory.notes ?? []).map(asNote) }
      return { outcome: 'unchanged', notes: await this.notesOfUnchanged(item) }
    }
    const twin = id === undefined ? await findTwin(item, this.ports, (kind) => this.entries(kind)) : undefined
    const before = id === undefined ? twin : await entities.get(id)
    // Deleted by staff: an import does not bring it back.
    if (before?.disabled) return { outcome: 'unchanged', notes: [] }
    const references = await this.idsOf(item)
    await this.readNew(item.kind === 'product' ? 'category' : item.kind, [...references.values()])
    // Again, behind the entity: of an import that writes both meanwhile the entity's revision tells.
    const last = id === undefined ? undefined : await this.memoryOf(item.kind, item.key)
    const merged = mergeItem(item, {
      source,
      references,
      before,
      last: last ?? noMemory,
      account,
      now: clock.now(),
    })
    return isRefusal(merged) ? merged : this.write(merged, before, last)
  }
  private async notesOfUnchanged(item: UnitItem): Promise<Note[]> {
    const approvals = this.options.migrator ? [] : approvalsOf(item)
    return approvals.length > 0 ? withoutApprovals(approvals, await this.approvalReference()) : []
  }
  private async approvalReference() {
    const { reference } = this.ports
    return {
      lists: await reference.all<List>('list'),
      standards: await reference.all<Biostandard>('biostandard'),
      restrictions: await reference.all<RestrictionText>('restrictiontext'),
      categories: (await this.entries('category')) as unknown as ReadonlyMap<string, Entity<Category>>,
    }
  }

  private async finish(
    merged: MergedItem,
    id: string,
    before: Entity | undefined,
  ): Promise<ImportDecision | Refusal> {
    const { entities, reference, clock } = this.ports
    const { account, source, migrator } = this.options
    const { kind } = merged.item
    if (kind !== 'product' && kind !== 'company') {
      const refused = classRefusal(kind, id, merged.data, await this.entries(kind))
      if (refused) return refused
    }
    const fields = await reference.all<FieldDefinition>('fielddefinition')
    const options = await this.entries('selectoption')
    const derived =
      kind === 'product'
        ? await loadParents(entities, [merged.data as unknown as ProductData])
        : () => undefined
    const by = { source, id, before, account, migrator, now: clock.now(), today: clock.today(), derived }
    const finishOn = (known: ApprovalReference) =>
      finishItem(merged, { ...by, reference: { ...known, fields, options } })
    const known = await this.approvalReference()
    // What gives approvals is read as it is stored now, as it is by hand.
    const givesApprovals = migrator !== undefined && merged.approvals.length > 0
    const decision = givesApprovals
      ? await decideOnStored(entities, known, approvalClasses, finishOn)
      : finishOn(known)
    if (isRefusal(decision) || kind !== 'product') return decision
    return (await this.relatedRefusal(merged, before, decision)) ?? decision
  }
  /** Companies and files that the item names by their ids must be there. Those of the register were looked up by key. */
  private async relatedRefusal(
    { references }: MergedItem,
    before: Entity | undefined,
    { data }: ImportDecision,
  ): Promise<Refusal | undefined> {
    const after = data as unknown as ProductData
    const was = (before?.data ?? { listData: {} }) as unknown as ProductData
    const related = relatedEntities(was, after, Object.keys(after.listData))
    const ofRegister = new Set(references.values())
    const unknown = related.filter(({ id }) => !ofRegister.has(id))
    const refused = await relatedRefusal(this.ports.entities, unknown)
    return refused && wrongValues(refused.details.issues ?? [])
  }

  /** Writes the new state and what the register said of it, both or neither. */
  private async write(
    merged: MergedItem,
    before: Entity | undefined,
    last: Remembered | undefined,
  ): Promise<Taken | Refusal> {
    const { entities, importMemory, clock, ids } = this.ports
    const { account, source, jobId, isDryRun } = this.options
    const { item } = merged
    const id = before?.id ?? ids.next()
    const decision = await this.finish(merged, id, before)
    if (isRefusal(decision)) return decision
    const { data, events, memory, notes } = decision
    const isSame = before !== undefined && sameValue(before.data, data)
    const deleted = await deletedRefusal({ id, entityclass: item.kind, data }, before, entities, this.living)
    if (deleted) return deleted
    const outcome = isSame ? 'unchanged' : before ? 'changed' : 'created'
    const value: Remembered = { ...memory, job: jobId, outcome, ...(notes.length > 0 && { notes }) }
    const remembered = { thing: this.thing(item.kind, item.key), value }
    if (isDryRun) return { outcome, notes }
    if (isSame) {
      const isKnown = sameValue(last?.hashes, memory.hashes) && sameValue(last?.written, memory.written)
      if (!isKnown) await importMemory.put(remembered)
      return { outcome, notes }
    }
    const now = clock.now()
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
        memory: remembered,
      },
    )
    this.known.set(`${item.kind}:${item.key}`, id)
    this.reference.get(item.kind)?.set(id, written)
    return { outcome, notes }
  }
}
