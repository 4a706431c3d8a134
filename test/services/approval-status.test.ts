/** What the state of a product's approvals reads: it grows with the revisions that they were given at, not with their number. */
import { expect, test } from 'vitest'
import { approvalStatus, statesAtOnce } from '../../functions/services/product/approval-status.ts'
import type { Entity, Revision, TimelineEvent } from '../../shared/model/entity.ts'
import { isRefusal } from '../../shared/rules/refusal.ts'
import { base, ch, fieldsOf, fr, idOf, lists, productOf, text, viewers } from '../domain/product-samples.ts'

const instant = (rev: number) => new Date(Date.UTC(2026, 0, 1) + rev * 3_600_000).toISOString()
const count = 240
const standards = Array.from({ length: 12 }, (_, i) => idOf(`standard${i}`))

/** The lists' approvals came with imports at these revisions; others have saved the product ever since. */
function world(importedAt: readonly number[], { filler = '', aheadMs = 0 } = {}) {
  const givenAt = (list: number, i: number) => importedAt[(list * standards.length + i) % importedAt.length]!
  const stateAt = (rev: number): Entity => {
    const listData = [base, ch, fr].map((list, n) => {
      const given = standards.flatMap((standard, i) =>
        rev < givenAt(n, i)
          ? []
          : [
              [
                standard,
                {
                  active: true,
                  begin: instant(0),
                  hasEverBeenApproved: true,
                  finalApprovalAccountId: idOf('importer'),
                  finalApprovalDate: new Date(Date.parse(instant(givenAt(n, i))) - aheadMs).toISOString(),
                },
              ],
            ],
      )
      return [list, { _approval: Object.fromEntries(given), 'basis-f1': text(`name of ${rev}`) }]
    })
    return {
      id: 'p',
      entityclass: 'product',
      attributeset: 'default',
      rev,
      created: instant(1),
      createdBy: idOf('importer'),
      updated: instant(rev),
      updatedBy: idOf('importer'),
      disabled: false,
      data: { ...productOf(Object.fromEntries(listData)), filler } as unknown as Entity['data'],
    }
  }
  const eventsAt = (rev: number): TimelineEvent[] =>
    [base, ch, fr].flatMap((list, n) =>
      standards.flatMap((standard, i) =>
        givenAt(n, i) === rev ? [{ kind: 'approvalMigrated', list, standard } as TimelineEvent] : [],
      ),
    )
  const head = stateAt(count)
  const told = { states: [] as number[], pages: 0, atOnce: 0 }
  let reading = 0
  const entities = {
    get: async (id: string) => (id === 'p' ? head : undefined),
    getMany: async () => [],
    getRevision: async (_: string, rev: number): Promise<Revision> => {
      told.states.push(rev)
      told.atOnce = Math.max(told.atOnce, ++reading)
      await Promise.resolve()
      reading--
      return { entity: stateAt(rev), events: eventsAt(rev) }
    },
    history: async (_: string, { start, limit }: { start: number; limit: number }) => {
      told.pages++
      const length = Math.max(0, Math.min(limit, count - start))
      const revisions = Array.from({ length }, (_, i) => {
        const { data: _data, ...entity } = stateAt(count - start - i)
        return { entity, events: eventsAt(entity.rev) }
      })
      return { revisions, count }
    },
    listNaming: async () => ({ list: [] }),
  }
  const known: Record<string, unknown> = { list: lists, fielddefinition: fieldsOf(['basis-f1', 'public']) }
  const reference = { all: async (entityclass: string) => (known[entityclass] ?? new Map()) as never }
  const clock = { now: () => instant(count), today: () => '2026-02-01' }
  return {
    told,
    ask: () => approvalStatus({ entities: entities as never, reference, clock, actor: viewers.A }, 'p'),
  }
}
const approvalsOf = (status: Awaited<ReturnType<ReturnType<typeof world>['ask']>>) =>
  isRefusal(status) ? [] : status.lists.flatMap(({ approvals }) => approvals)

test('36 rows of one import, and many saves since, need its state alone', async () => {
  const { told, ask } = world([20])
  const approvals = approvalsOf(await ask())
  expect(approvals).toHaveLength(36)
  for (const one of approvals)
    expect(one).toMatchObject({ releasedRev: 20, isMigrated: true, changed: ['basis-f1'] })
  expect(told.states).toEqual([20])
  expect(told.pages).toBeLessThan(10)
})
test('rows of an import that decided ahead of what it wrote are told as migrated too', async () => {
  const { told, ask } = world([32, 33], { aheadMs: 8 })
  const approvals = approvalsOf(await ask())
  expect(approvals).toHaveLength(36)
  expect(new Set(approvals.map(({ releasedRev }) => releasedRev))).toEqual(new Set([32, 33]))
  for (const one of approvals) expect(one).toMatchObject({ isMigrated: true })
  expect(told.pages).toBeLessThan(12)
})
test('rows of nine imports need the states of nine revisions, few at once, and none is kept', async () => {
  const revs = [3, 20, 33, 64, 65, 100, 150, 200, 239]
  const { told, ask } = world(revs, { filler: 'x'.repeat(600_000) })
  const approvals = approvalsOf(await ask())
  expect(approvals.map(({ releasedRev }) => releasedRev)).toEqual(
    Array.from({ length: 36 }, (_, i) => revs[i % revs.length]),
  )
  // Once to see which lists there were, once to compare them: with more than are kept, they are read again.
  expect(told.states.length).toBeLessThanOrEqual(2 * revs.length)
  expect(new Set(told.states)).toEqual(new Set(revs))
  expect(told.atOnce).toBeLessThanOrEqual(statesAtOnce)
  expect(told.pages).toBeLessThan(14)
})
