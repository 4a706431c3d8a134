/** Takes the things of a register one by one. Reading and writing are given from outside. */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { type CallError, isCallError, isSavedMeanwhile } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { type Entity, importChangeset } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { isDataOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { fieldsByPath } from '../../../shared/rules/secrecy.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { classRefusal } from '../../domain/entity/class-rules.ts'
import { uniqueValues } from '../../domain/entity/unique-values.ts'
import type { ApprovalReference } from '../../domain/import/approvals.ts'
import { newlyChosen } from '../../domain/import/chosen-options.ts'
import {
  approvalsOf,
  finishItem,
  type ImportDecision,
  isUnchanged,
  type MergedItem,
  mergeItem,
} from '../../domain/import/decide.ts'
import type { Outcome } from '../../domain/import/job.ts'
import { noMemory } from '../../domain/import/merge.ts'
import { asNote, type Note, noteOf, withoutApprovals } from '../../domain/import/notes.ts'
import { isParentNew } from '../../domain/import/product.ts'
import { unknownFields } from '../../domain/import/written.ts'
import { shapeRefusal, wrongValues } from '../../domain/product/schema.ts'
import type { PutOptions } from '../../ports/entity-store.ts'
import type { RegisterThing } from '../../ports/import-memory.ts'
import { decideOnStored } from '../entity/decide-on-stored.ts'
import { changesMainCategory, standardsAt } from '../entity/standard-in-use.ts'
import { parentTurns, untilSaved, untilTurn } from '../entity/turns.ts'
import { generationsBelow } from '../product/children.ts'
import { judgeMainCategory } from '../product/main-category.ts'
import { loadParents } from '../product/parents.ts'
import { findTwin } from './find-twin.ts'
import { importersChanges, isOfRegisterAlone } from './importers-changes.ts'
import { RegisterLookup } from './lookup.ts'
import type { ImportPorts } from './ports.ts'
import { type Remembered, rememberedOf } from './remembered.ts'
import { type Living, wronglyNamedRefusal } from './wrongly-named.ts'

export interface ImportOptions {
  jobId: string
  source: string
  /** Account that started the job, and in whose name it writes. */
  account: string
  /** Who gives the approvals; absent where approvals are not taken. */
  migrator?: Actor | undefined
}
/** What became of an item, and what of it was not taken. */
export interface Taken {
  outcome: Outcome
  notes: readonly Note[]
}

const approvalClasses = {
  lists: 'list',
  standards: 'biostandard',
  restrictions: 'restrictiontext',
  categories: 'category',
} as const
const rejected = (why: Pick<CallError, 'code' | 'message' | 'details'>): Taken => ({
  outcome: 'rejected',
  notes: [noteOf(why)],
})
/** What the store refuses because of the item; anything else is a fault of ours, or of the store. */
const isOfItem = ({ code }: CallError) =>
  ['duplicate', 'too_large', 'invalid_input', 'rule_violated'].includes(code)
/** Somebody saved it meanwhile, or a twin of this unit was faster; what is a duplicate after that is one. */
function races(): (error: unknown) => boolean {
  let twins = 0
  return (error) =>
    isSavedMeanwhile(error) || (isCallError(error) && error.code === 'duplicate' && ++twins <= 2)
}

export class ImportRun {
  private readonly ports: ImportPorts
  private readonly options: ImportOptions
  private readonly lookup: RegisterLookup
  private readonly living: Living = new Map()
  private lastTurn: Promise<unknown> = Promise.resolve()
  constructor(ports: ImportPorts, options: ImportOptions) {
    this.ports = ports
    this.options = options
    this.lookup = new RegisterLookup(ports, options.source)
  }

  private thing = (kind: string, key: string): RegisterThing => ({ source: this.options.source, kind, key })
  private memoryOf = (kind: string, key: string) =>
    rememberedOf(this.ports.importMemory, this.thing(kind, key))

  /** Brings one thing up to date, or tells why not. Throws faults that are not the item's. */
  async take(item: ImportItem): Promise<Taken> {
    const again = () => {
      this.lookup.forget()
      this.living.clear()
    }
    try {
      const taken = await untilSaved(() => this.takeOnce(item), { isRace: races(), again })
      return isRefusal(taken) ? rejected(taken) : taken
    } catch (error) {
      if (isCallError(error) && isOfItem(error)) return rejected(error)
      throw error
    }
  }

  private async takeOnce(item: ImportItem): Promise<Taken | Refusal> {
    const { entities, clock } = this.ports
    const { source, account, migrator, jobId } = this.options
    const id = await this.lookup.idOf(item.kind, item.key)
    const memory = id === undefined ? undefined : await this.memoryOf(item.kind, item.key)
    if (memory && isUnchanged(item, memory, migrator !== undefined)) {
      if (memory.job === jobId) return { outcome: memory.outcome, notes: (memory.notes ?? []).map(asNote) }
      return { outcome: 'unchanged', notes: await this.notesOfUnchanged(item) }
    }
    const twin =
      id === undefined ? await findTwin(item, this.ports, (kind) => this.lookup.entries(kind)) : undefined
    const before = id === undefined ? twin : await entities.get(id)
    // Deleted by staff, or merged: an import does not bring it back.
    if (before?.disabled || (isOfClass('company', before) && before.data.mergedInto))
      return { outcome: 'unchanged', notes: [] }
    const references = await this.lookup.idsOf(item)
    await this.lookup.readNew(item.kind === 'product' ? 'category' : item.kind, [...references.values()])
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
  private async notesOfUnchanged(item: ImportItem): Promise<Note[]> {
    const approvals = this.options.migrator ? [] : approvalsOf(item)
    return approvals.length > 0 ? withoutApprovals(approvals, await this.lookup.approvalReference()) : []
  }

  private async finish(
    merged: MergedItem,
    id: string,
    before: Entity | undefined,
    now: string,
  ): Promise<(ImportDecision & Pick<PutOptions, 'namesAt' | 'turn'>) | Refusal> {
    const { entities, clock } = this.ports
    const { account, source, migrator } = this.options
    const { kind } = merged.item
    if (kind !== 'product' && kind !== 'company') {
      const refused = classRefusal(kind, id, merged.data, await this.lookup.entries(kind))
      if (refused) return refused
    }
    const fields = await this.lookup.fields((known) => unknownFields(merged, known))
    const own = {
      fields,
      options: await this.lookup.entries('selectoption'),
      permits: await this.lookup.entries('permit'),
      hobbyUses: await this.lookup.entries('hobbygarden'),
      checklists: await this.lookup.entries('checklist'),
    }
    const state = { entityclass: kind, data: merged.data }
    // The turn first: what is read after it is as it was then, or the write is refused.
    const givesParent = this.isParentChanged(merged, before)
    const taken = givesParent ? { counter: parentTurns, at: await entities.counter(parentTurns) } : undefined
    const derived = isDataOf('product', state)
      ? await loadParents(entities, [state.data], { isWhole: true })
      : () => undefined
    const below = givesParent && before ? await generationsBelow(entities, id) : 0
    if (isRefusal(below)) return below
    const at = { now, today: clock.today() }
    const by = { source, id, before, account, migrator, derived, below, ...at }
    const givesApprovals = migrator !== undefined && merged.approvals.length > 0
    const mayBeOfHand = givesApprovals && !isOfRegisterAlone(before, merged.data)
    const finishOn = async (known: ApprovalReference) => {
      const reference = { ...known, ...own }
      const unreleased = mayBeOfHand && finishItem(merged, { ...by, migrator: undefined, reference })
      const ownChanges =
        unreleased && !isRefusal(unreleased)
          ? await importersChanges(
              merged,
              { id, data: unreleased.data, before },
              { entities, derived, actor: migrator },
            )
          : undefined
      return {
        decision: finishItem(merged, { ...by, ownChanges, reference }),
        standards: known.standards,
      }
    }
    const known = await this.lookup.approvalReference()
    // What gives approvals is read as it is stored now, as it is by hand.
    const { decision, standards } = givesApprovals
      ? await decideOnStored(entities, known, approvalClasses, finishOn)
      : await finishOn(known)
    if (isRefusal(decision)) return decision
    const after = { entityclass: kind, data: decision.data }
    if (!isDataOf('product', after)) return decision
    const was = isOfClass('product', before) ? before.data : undefined
    const refused = shapeRefusal(was, after.data)
    if (refused) return refused
    const judged = was && (await judgeMainCategory(entities, known, id, was, after.data, taken))
    if (isRefusal(judged)) return judged
    const namesAt = standardsAt(was, after.data, standards)
    const turn = judged ?? taken
    return { ...decision, namesAt, ...(turn && { turn }) }
  }
  private async wronglyNamed(
    after: Pick<Entity, 'id' | 'data'> & { entityclass: EntityClassName },
    before: Entity | undefined,
  ) {
    const { entities } = this.ports
    const fields = fieldsByPath(await this.lookup.entries('fielddefinition'))
    const was = isOfClass('product', before) ? before.data : undefined
    const chosen = isDataOf('product', after) ? newlyChosen(was, after.data, fields) : []
    return wronglyNamedRefusal(after, before, chosen, entities, this.living)
  }

  private isParentChanged({ item, data }: MergedItem, before: Entity | undefined): boolean {
    const state = { entityclass: item.kind, data }
    if (!isDataOf('product', state)) return false
    return isParentNew(isOfClass('product', before) ? before.data : undefined, state.data)
  }
  /**
   * Items that change parents come one after the other, since each takes the same turn; those of other units, and people, may
   * be faster.
   */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.lastTurn.then(() => untilTurn(act))
    this.lastTurn = acting.catch(() => undefined)
    return acting
  }

  private write(merged: MergedItem, before: Entity | undefined, last: Remembered | undefined) {
    const act = () => this.writeOnce(merged, before, last)
    return this.isParentChanged(merged, before) ? this.inTurn(act) : untilTurn(act)
  }
  /** Writes the new state and what the register said of it, both or neither. */
  private async writeOnce(
    merged: MergedItem,
    before: Entity | undefined,
    last: Remembered | undefined,
  ): Promise<Taken | Refusal> {
    const { entities, importMemory, clock, ids } = this.ports
    const { account, source, jobId } = this.options
    const { item } = merged
    const id = before?.id ?? ids.next()
    // One instant: by it an approval that came along is told from one that was given by hand.
    const now = clock.now()
    const decision = await this.finish(merged, id, before, now)
    if (isRefusal(decision)) return decision
    const { data, events, memory, notes, contrary, namesAt, turn } = decision
    const isSame = before !== undefined && sameValue(before.data, data)
    const refused = await this.wronglyNamed({ id, entityclass: item.kind, data }, before)
    if (refused) return refused
    if (contrary.length > 0) return wrongValues(contrary)
    const outcome = isSame ? 'unchanged' : before ? 'changed' : 'created'
    const value: Remembered = { ...memory, job: jobId, outcome, ...(notes.length > 0 && { notes }) }
    const remembered = { thing: this.thing(item.kind, item.key), value }
    if (isSame) {
      const isKnown = sameValue(last?.hashes, memory.hashes) && sameValue(last?.written, memory.written)
      if (!isKnown) await importMemory.put(remembered)
      return { outcome, notes }
    }
    const isMoved = before !== undefined && changesMainCategory(before, { ...before, data })
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
        changeset: importChangeset(source),
        ...(events && { events }),
        ...(namesAt && { namesAt }),
        ...(turn && { turn }),
        // Else products of it would be parted from their parents.
        ...(isMoved && {
          onlyIfUnnamed: true,
          turn: { counter: parentTurns, at: await entities.counter(parentTurns) },
        }),
        memory: remembered,
      },
    )
    if (isOfClass(item.kind, written)) this.lookup.add(item.kind, item.key, written)
    return { outcome, notes }
  }
}
