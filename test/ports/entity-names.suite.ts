import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityStore } from '../../functions/ports/entity-store.ts'
import { isCallError } from '../../shared/errors.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { keptName, namesOf, personName } from '../../shared/model/references.ts'
import { entity, newId, refusal, type StoreUnderTest } from './store-under-test.ts'

const at = '2026-02-02T08:00:00.000Z'
/** A product that names others as companies in a list. */
const naming = (id: string, ...named: string[]) =>
  entity(id, {
    listData: { x: { _companies: Object.fromEntries(named.map((company) => [company, { company }])) } },
  })

async function allNaming(store: EntityStore, name: string, limit = 50): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await store.listNaming(name, { cursor, limit })
    found.push(...page.list.map((one) => one.id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Who names whom: every promise of the port's docs about it. Run it on each adapter. */
export function entityNamesContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
  scale = { rounds: 25, modelRuns: 60 },
) {
  describe(`who names whom: ${name}`, () => {
    let t: StoreUnderTest
    beforeAll(async () => {
      t = await open()
    })
    afterAll(() => t.close())
    const put = (one: Entity, expectRev = 0) => t.store.put(one, { expectRev })
    const company = async () => {
      const id = newId()
      await put(entity(id, {}, 'company'))
      return id
    }

    it('follows each save: who names, no longer names, and is erased', async () => {
      const [a, b] = [await company(), await company()]
      const [x, y] = [newId(), newId()]
      await put(naming(x, a, b))
      await put(naming(y, a))
      expect(await allNaming(t.store, a)).toEqual([x, y])
      expect(await allNaming(t.store, b)).toEqual([x])
      await put(naming(x, b), 1)
      expect(await allNaming(t.store, a)).toEqual([y])
      await put(naming(x, a, b), 2)
      expect(await allNaming(t.store, a)).toEqual([x, y])
      await t.store.erase(y, 'super', at)
      expect(await allNaming(t.store, a)).toEqual([x])
      // A save that was refused names nothing.
      expect(await refusal(put(naming(x), 1))).toMatchObject({ code: 'revision_conflict' })
      expect(await allNaming(t.store, b)).toEqual([x])
    })
    it('is told by pages, each once, by class and id', async () => {
      const a = await company()
      const ids = Array.from({ length: 7 }, newId).sort()
      for (const id of ids) await put(naming(id, a))
      expect(await allNaming(t.store, a, 3)).toEqual(ids)
      expect(await allNaming(t.store, newId())).toEqual([])
    })
    it('finds the accounts of a person', async () => {
      const [first, second, sub] = [newId(), newId(), `sub|${newId()}#`]
      await put(entity(first, { ssoUsers: [sub] }, 'account'))
      await put(entity(second, { ssoUsers: ['other', sub] }, 'account'))
      expect(await allNaming(t.store, personName(sub))).toEqual([first, second])
      await put(entity(first, { ssoUsers: [] }, 'account'), 1)
      expect(await allNaming(t.store, personName(sub))).toEqual([second])
    })
    it('finds what a person keeps, until it is deleted, and when it is back', async () => {
      const [search, set, maker] = [newId(), newId(), newId()]
      const kept = (id: string, more: Partial<Entity> = {}) => ({
        ...entity(id, { title: 'x' }, 'savedsearch'),
        createdBy: maker,
        ...more,
      })
      await put(kept(search))
      await put(kept(set, { entityclass: 'columnset' }))
      expect(await allNaming(t.store, keptName('savedsearch', maker))).toEqual([search])
      expect(await allNaming(t.store, keptName('columnset', maker))).toEqual([set])
      await put(kept(search, { disabled: true }), 1)
      expect(await allNaming(t.store, keptName('savedsearch', maker))).toEqual([])
      await put(kept(search), 2)
      expect(await allNaming(t.store, keptName('savedsearch', maker))).toEqual([search])
      await t.store.erase(search, 'super', at)
      expect(await allNaming(t.store, keptName('savedsearch', maker))).toEqual([])
    })
    it('names more than a transaction takes', async () => {
      const names = Array.from({ length: 260 }, newId)
      const id = newId()
      await put(naming(id, ...names))
      for (const one of [names[0]!, names[259]!]) expect(await allNaming(t.store, one)).toEqual([id])
      await put(naming(id, names[0]!), 1)
      expect(await allNaming(t.store, names[259]!)).toEqual([])
    })

    it('keeps what is named from being erased, also by a deleted entity', async () => {
      const a = await company()
      const x = newId()
      await put(naming(x, a))
      await put({ ...naming(x, a), disabled: true }, 1)
      expect(await refusal(t.store.erase(a, 'super', at))).toMatchObject({
        code: 'rule_violated',
        key: 'stillNamed',
      })
      expect(await t.store.get(a)).toMatchObject({ rev: 1 })
      // The refused attempt leaves nothing behind: it can be named and saved.
      await put(naming(newId(), a))
      await put(entity(a, { n: 2 }, 'company'), 1)
      await put({ ...naming(x), disabled: true }, 2)
      expect(await refusal(t.store.erase(a, 'super', at))).toMatchObject({ key: 'stillNamed' })
      await t.store.erase(a, 'super', at, { evenIfNamed: true })
      expect(await t.store.get(a)).toBeUndefined()
    })
    it('keeps what is named from being deleted, unless only deleted entities name it', async () => {
      const a = await company()
      const x = newId()
      await put(naming(x, a))
      const gone = { ...entity(a, {}, 'company'), disabled: true }
      const remove = () => t.store.put(gone, { expectRev: 1, onlyIfUnnamed: true })
      expect(await refusal(remove())).toMatchObject({ code: 'rule_violated', key: 'stillNamed' })
      expect(await t.store.get(a)).toMatchObject({ rev: 1, disabled: false })
      await put({ ...naming(x, a), disabled: true }, 1)
      expect(await remove()).toMatchObject({ rev: 2, disabled: true })
      // Who comes back must find what it names.
      expect(await refusal(put(naming(x, a), 2))).toMatchObject({
        code: 'rule_violated',
        key: 'namesDeleted',
      })
      await put(entity(a, {}, 'company'), 2)
      expect(await put(naming(x, a), 2)).toMatchObject({ rev: 3 })
    })
    it('lets nobody begin to name what is deleted or erased; who named it before goes on', async () => {
      const [deleted, erased] = [await company(), await company()]
      const x = newId()
      await put(naming(x, deleted))
      await put({ ...entity(deleted, {}, 'company'), disabled: true }, 1)
      await t.store.erase(erased, 'super', at)
      expect(await t.store.erasedAmong([deleted, erased, newId(), x])).toEqual([erased])
      for (const one of [deleted, erased]) {
        expect(await refusal(put(naming(newId(), one)))).toMatchObject({
          key: 'namesDeleted',
          params: { id: one },
        })
        expect(await refusal(put(naming(x, deleted, erased), 1))).toMatchObject({ key: 'namesDeleted' })
      }
      expect(await put({ ...naming(x, deleted), updatedBy: 'another' }, 1)).toMatchObject({ rev: 2 })
      // What was never there is not the store's business.
      expect(await put(naming(x, deleted, newId()), 2)).toMatchObject({ rev: 3 })
    })

    it('writes what others rest on only while none of a class names it, deleted ones too', async () => {
      const [a, x, y] = [await company(), newId(), newId()]
      await put(entity(y, { companyLink: a }, 'account'))
      const next = (expectRev: number) =>
        t.store.put(entity(a, { expectRev }, 'company'), { expectRev, onlyIfUnnamedBy: 'product' })
      expect(await next(1)).toMatchObject({ rev: 2 })
      await put(naming(x, a))
      expect(await refusal(next(2))).toMatchObject({ code: 'rule_violated', key: 'stillNamed' })
      await put({ ...naming(x, a), disabled: true }, 1)
      expect(await refusal(next(2))).toMatchObject({ code: 'rule_violated', key: 'stillNamed' })
      await put({ ...naming(x), disabled: true }, 2)
      expect(await next(2)).toMatchObject({ rev: 3, disabled: false })
    })
    it('leaves out who names it and does not count', async () => {
      const [a, x] = [await company(), newId()]
      const so = (expectRev: number) =>
        t.store.put(entity(a, { expectRev }, 'company'), {
          expectRev,
          onlyIfUnnamedBy: 'product',
          ifNamedSo: (by) => by.updatedBy === 'counts',
        })
      await put(naming(x, a))
      expect(await so(1)).toMatchObject({ rev: 2 })
      await put({ ...naming(x, a), updatedBy: 'counts' }, 1)
      expect(await refusal(so(2))).toMatchObject({ code: 'rule_violated', key: 'stillNamed' })
    })
    it('names anew only what has the revision that was seen', async () => {
      const [a, b, x] = [await company(), await company(), newId()]
      await put(entity(a, { n: 2 }, 'company'), 1)
      const name = (named: string[], expectRev: number, namesAt: Record<string, number>) =>
        t.store.put(naming(x, ...named), { expectRev, namesAt })
      const changed = { code: 'too_many_requests', key: 'turnTaken' }
      expect(await refusal(name([a], 0, { [a]: 1 }))).toMatchObject(changed)
      expect(await t.store.get(x)).toBeUndefined()
      expect(await name([a], 0, { [a]: 2 })).toMatchObject({ rev: 1 })
      // What it named before is looked at where the decision rests on it.
      await put(entity(a, { n: 3 }, 'company'), 2)
      expect(await refusal(name([a, b], 1, { [a]: 2, [b]: 1 }))).toMatchObject(changed)
      expect(await name([a, b], 1, { [b]: 1 })).toMatchObject({ rev: 2 })
      expect(await name([a, b], 2, { [a]: 3 })).toMatchObject({ rev: 3 })
    })

    /** Refused because of the other, or because it was busy; anything else fails the test. */
    const isDone = (promise: Promise<unknown>) =>
      promise.then(
        () => true,
        (error: unknown) => {
          if (isCallError(error) && /^(rule_violated|too_many_requests|revision_conflict)$/.test(error.code))
            return false
          throw error
        },
      )
    it('never leaves a name of what is gone, when both happen at once', async () => {
      const seen = { named: 0, gone: 0 }
      for (let round = 0; round < scale.rounds; round++) {
        const [a, x] = [await company(), newId()]
        const gone = { ...entity(a, {}, 'company'), disabled: true }
        const isErasure = round % 2 === 0
        const name = () => isDone(put(naming(x, a)))
        const remove = () =>
          isDone(
            isErasure
              ? t.store.erase(a, 'super', at)
              : t.store.put(gone, { expectRev: 1, onlyIfUnnamed: true }),
          )
        await Promise.all(round % 4 < 2 ? [name(), remove()] : [remove(), name()])
        const isNamed = (await t.store.get(x)) !== undefined
        const target = await t.store.get(a)
        const isGone = target === undefined || target.disabled
        expect({ round, both: isNamed && isGone }).toEqual({ round, both: false })
        if (isNamed) seen.named++
        if (isGone) seen.gone++
      }
      expect(seen.named + seen.gone).toBeGreaterThan(0)
    })

    it('never lets both through: a change of what others rest on, and one who rests on what was before', async () => {
      for (let round = 0; round < scale.rounds; round++) {
        const [a, x] = [await company(), newId()]
        const change = () =>
          isDone(t.store.put(entity(a, { round }, 'company'), { expectRev: 1, onlyIfUnnamedBy: 'product' }))
        const rest = () => isDone(t.store.put(naming(x, a), { expectRev: 0, namesAt: { [a]: 1 } }))
        const done = await Promise.all(round % 2 ? [change(), rest()] : [rest(), change()])
        expect({ round, done }).not.toEqual({ round, done: [true, true] })
      }
    })
    it('nor where one who named it before, and did not count, begins to rest on it', async () => {
      for (let round = 0; round < scale.rounds; round++) {
        const [a, x] = [await company(), newId()]
        await put(naming(x, a))
        const options = {
          expectRev: 1,
          onlyIfUnnamedBy: 'product' as const,
          ifNamedSo: (by: Entity) => by.rev > 1,
        }
        const change = () => isDone(t.store.put(entity(a, { round }, 'company'), options))
        const rest = () => isDone(t.store.put(naming(x, a), { expectRev: 1, namesAt: { [a]: 1 } }))
        const done = await Promise.all(round % 2 ? [change(), rest()] : [rest(), change()])
        expect({ round, done }).not.toEqual({ round, done: [true, true] })
      }
    })

    it('is what the entities say, after any saves, deletions and erasures', async () => {
      const which = fc.integer({ min: 0, max: 3 })
      const step = fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            kind: fc.constant('put' as const),
            which,
            names: fc.uniqueArray(which, { maxLength: 3 }),
            disabled: fc.boolean(),
            onlyIfUnnamed: fc.boolean(),
          }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), which }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
          const ids = Array.from({ length: 4 }, newId)
          const states = new Map<string, Entity>()
          const erased = new Set<string>()
          const namers = (id: string, isLive: boolean) =>
            [...states.values()].filter(
              (s) => s.id !== id && namesOf(s).includes(id) && !(isLive && s.disabled),
            )
          const isGone = (id: string) => erased.has(id) || states.get(id)?.disabled === true
          for (const one of steps) {
            const id = ids[one.which]!
            const before = states.get(id)
            if (erased.has(id)) continue
            if (one.kind === 'erase') {
              if (!before) continue
              const isDone = await t.store.erase(id, 'super', at).then(
                () => true,
                () => false,
              )
              expect(isDone).toBe(namers(id, false).length === 0)
              if (isDone) {
                states.delete(id)
                erased.add(id)
              }
              continue
            }
            const after = { ...naming(id, ...one.names.map((n) => ids[n]!)), disabled: one.disabled }
            const old = before ? namesOf(before) : []
            const checked = before?.disabled ? namesOf(after) : namesOf(after).filter((n) => !old.includes(n))
            const isRefused =
              (one.onlyIfUnnamed && before !== undefined && namers(id, true).length > 0) ||
              (!one.disabled && checked.some(isGone))
            const written = await t.store
              .put(after, {
                expectRev: before?.rev ?? 0,
                ...(before && { onlyIfUnnamed: one.onlyIfUnnamed }),
              })
              .catch((error: unknown) => {
                if (!isCallError(error) || error.code !== 'rule_violated') throw error
              })
            expect(written === undefined).toBe(isRefused)
            if (written) states.set(id, written)
          }
          for (const id of ids)
            expect((await allNaming(t.store, id)).sort()).toEqual(
              namers(id, false)
                .map((s) => s.id)
                .sort(),
            )
        }),
        { numRuns: scale.modelRuns },
      )
    }, 120_000)
  })
}
