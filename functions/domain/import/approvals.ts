/**
 * Approvals that a register brings (decisions §11). They are given like by hand, by the person who runs the import, and
 * never change a row on which somebody has decided by hand. A row is the import's own as long as it is what the import
 * left there.
 */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Biostandard, Category, List, RestrictionText } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import {
  type ApprovalRow,
  type MigratedApproval,
  migratedApproval,
  type ProductData,
} from '../../../shared/model/product.ts'
import { type ApprovalRequest, applyApproval } from '../../../shared/rules/approval-actions.ts'
import { type ApprovalAction, approvalSentences } from '../../../shared/rules/approval-refusals.ts'
import { compareDays, storedDay } from '../../../shared/rules/dates.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { ofList, productSubject } from '../../../shared/rules/product-subject.ts'
import { isRefusal, notAllowed, type Refusal, refuse, refuseRule } from '../../../shared/rules/refusal.ts'
import type { DerivedOf } from '../../../shared/rules/resolution.ts'
import { isObject } from '../../../shared/rules/values.ts'
import { issuesOf } from '../../../shared/schema-issues.ts'
import { approvalContext, type OwnChange } from '../product/approval.ts'
import { listMissing } from '../product/context.ts'
import { withKeys, withList } from '../product/lists.ts'
import { approvalPlace, isOfFormerImport, isUnchanged, type RegisterApproval } from './approval-memory.ts'
import { hashOf } from './fields.ts'
import type { Memory } from './merge.ts'
import { decidedByHand, type Note, noteOf } from './notes.ts'
import { placeOf, tokensOf } from './places.ts'

type Of<T> = ReadonlyMap<string, Entity<T>>
export interface ApprovalReference {
  lists: Of<List>
  standards: Of<Biostandard>
  restrictions: Of<RestrictionText>
  categories: Of<Category>
}
export interface Migration {
  approvals: readonly RegisterApproval[]
  /** What the register said of approvals last. */
  last: Memory
  actor: Actor
  now: string
  /** The day that it is in the installation's time zone. */
  today: string
  reference: ApprovalReference
  derived: DerivedOf
  /** Lists of which the actor changed evaluated data by hand since their last release. */
  ownChanges?: ReadonlyMap<string, OwnChange> | undefined
}
export interface Migrated {
  data: ProductData
  given: { list: string; standard: string }[]
  refused: { list: string; standard: string; reason: Note }[]
  memory: Memory
}

class Migrating {
  data: ProductData
  readonly given: Migrated['given'] = []
  readonly refused: Migrated['refused'] = []
  private readonly hashes: Record<string, string> = {}
  private readonly written: Record<string, string>
  private readonly m: Migration
  constructor(data: ProductData, m: Migration) {
    this.data = data
    this.m = m
    this.written = { ...m.last.written }
  }

  private rowOf = (list: string, standard: string): ApprovalRow | undefined =>
    this.data.listData[list]?._approval[standard]
  private isOwn(place: string, row: ApprovalRow): boolean {
    const left = this.m.last.written?.[place]
    return left === undefined ? isOfFormerImport(row, place, this.m.last) : left === hashOf(row)
  }
  private put(list: string, standard: string, row: ApprovalRow): void {
    const was = this.data.listData[list]!
    const _approval = { ...was._approval, [standard]: row }
    this.data = withList(this.data, list, withKeys(was, { _approval }))
    this.written[approvalPlace(list, standard)] = hashOf(row)
  }

  /** Several actions, one after the other, as somebody would do them by hand. */
  private acting(list: string, standard: string) {
    const { approvals: _, last: __, ...c } = this.m
    let data = this.data
    return {
      row: () => data.listData[list]?._approval[standard],
      act(action: ApprovalAction, request: ApprovalRequest = {}): Refusal | undefined {
        const context = approvalContext(c, data, list, standard)
        const row = applyApproval(action, context, request)
        if (isRefusal(row)) return row
        const was = data.listData[list]!
        data = withList(data, list, withKeys(was, { _approval: { ...was._approval, [standard]: row } }))
        return undefined
      },
    }
  }
  private rightRefusal(list: string): Refusal | undefined {
    const { actor, reference } = this.m
    if (!this.data.listData[list]) return listMissing(list)
    if (!actor.flags.approval)
      return refuse('forbidden', approvalSentences.approvalRight, { key: 'approvalRight' })
    const subject = ofList(productSubject(this.data, reference.lists), list)
    return can(actor, 'product:approve', subject) ? undefined : notAllowed()
  }

  private rowByRegister(list: string, standard: string, wanted: MigratedApproval): ApprovalRow | Refusal {
    const { reference } = this.m
    const steps = this.acting(list, standard)
    const before = steps.row()
    if (reference.standards.get(standard)?.data.baseApproval)
      return refuseRule('importBaseApproval', 'A base approval needs two people; an import cannot give it.')
    if (!wanted.active) {
      const refused = before
        ? before.active && steps.act('deactivate')
        : refuseRule('approvalInactive', approvalSentences.approvalInactive)
      return refused || steps.row()!
    }
    if (!before?.active) {
      const refused = steps.act('activate')
      if (refused) return refused
    }
    // A register that tells no beginning: from today, or on its last day if that has passed.
    const today = storedDay(this.m.today)
    const first = wanted.end !== undefined && compareDays(wanted.end, today) < 0 ? wanted.end : today
    const dates = { begin: wanted.begin ?? before?.begin ?? first, end: wanted.end ?? '' }
    const isGiven = before?.hasEverBeenApproved && before.begin !== undefined
    const isSame =
      isGiven && before.begin === storedDay(dates.begin) && (before.end ?? '') === asDay(dates.end)
    const refused = isSame ? undefined : steps.act(isGiven ? 'setdates' : 'confirm', dates)
    if (refused) return refused
    const notes = {
      comment: wanted.comment ?? '',
      restriction: wanted.restriction ?? '',
      restrictionTextId: wanted.restrictionTextId ?? '',
    }
    const isNoted = (['comment', 'restriction', 'restrictionTextId'] as const).every(
      (key) => (before?.[key] ?? '') === notes[key],
    )
    return (isNoted ? undefined : steps.act('annotate', notes)) ?? steps.row()!
  }

  private refuse({ list, standard }: { list: string; standard: string }, refusal: Refusal): void {
    const issue = refusal.details.issues?.[0]
    const message = issue ? `${issue.path} ${issue.expected}` : refusal.message
    this.refused.push({ list, standard, reason: { ...noteOf(refusal), message } })
  }

  /** False where another approval that may still come is missing. */
  private take(wanted: RegisterApproval, isLast: boolean): boolean {
    const { list, standard } = wanted
    const place = approvalPlace(list, standard)
    const row = isObject(wanted.row) ? wanted.row : {}
    const before = this.rowOf(list, standard)
    if (isUnchanged(row, place, this.m.last)) {
      this.hashes[place] = hashOf(row)
      if (before && this.isOwn(place, before)) this.written[place] = hashOf(before)
      return true
    }
    if (before && !this.isOwn(place, before)) {
      this.hashes[place] = hashOf(row)
      this.refused.push({ list, standard, reason: decidedByHand })
      return true
    }
    const right = this.rightRefusal(list)
    const parsed = migratedApproval.safeParse(wanted.row)
    const after = right
      ? right
      : parsed.success
        ? this.rowByRegister(list, standard, parsed.data)
        : refuse('invalid_input', 'wrong values', { issues: issuesOf(parsed.error) })
    if (isRefusal(after)) {
      if (after.details.key === 'approvalDependency' && !isLast) return false
      // Not remembered, so that the next import tries it again.
      this.refuse(wanted, after)
      const former = this.m.last.hashes[place]
      if (former !== undefined) this.hashes[place] = former
      return true
    }
    this.hashes[place] = hashOf(row)
    this.written[place] = hashOf(after)
    if (after !== before) {
      this.put(list, standard, after)
      if (after.active) this.given.push({ list, standard })
    }
    return true
  }
  /** What the register dropped is deactivated, unless somebody has decided on it since. */
  private drop(place: string): void {
    const [, list = '', , standard = ''] = tokensOf(place)
    const row = this.rowOf(list, standard)
    if (!row?.active || !this.isOwn(approvalPlace(list, standard), row)) return
    const steps = this.acting(list, standard)
    const refused = this.rightRefusal(list) ?? steps.act('deactivate')
    if (refused) {
      // Remembered as it was, so that the next import tries it again.
      this.hashes[place] = this.m.last.hashes[place]!
      this.refuse({ list, standard }, refused)
    } else this.put(list, standard, steps.row()!)
  }

  run(): Migrated {
    const wanted = new Set(this.m.approvals.map(({ list, standard }) => approvalPlace(list, standard)))
    for (const place of Object.keys(this.m.last.hashes))
      if (!wanted.has(placeOf(tokensOf(place).slice(0, 4)))) this.drop(place)
    // An approval may depend on another one of the same item: those wait for it.
    let waiting: readonly RegisterApproval[] = this.m.approvals
    for (let isLast = false; waiting.length > 0; ) {
      const left = waiting.filter((one) => !this.take(one, isLast))
      isLast = left.length === waiting.length
      waiting = left
    }
    const { data, given, refused, hashes, written } = this
    return { data, given, refused, memory: { hashes, written } }
  }
}
const asDay = (day: string) => (day === '' ? '' : storedDay(day))

/** Gives, changes and takes back approvals as the register says, where the rules and the person's rights allow it. */
export const migrateApprovals = (data: ProductData, m: Migration): Migrated => new Migrating(data, m).run()
