/** Nobody releases what they alone entered, whichever product or list it was entered in and whoever brought it here. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { revert } from '../../shared/calls/bml/product/revert.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { CallFailure, type Harness, ids, refusal, startHarness } from './harness.ts'
import { dataOf, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const data = { name: { de_DE: 'Allein', en_GB: 'Alone' }, activeInLists: [base, ch] }
  free = (await h.as('admin').call(createEntity, { entityclass: 'biostandard', data })).id
  h.clock.advance(61)
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { eu } = ids.standard
/** A standard that depends on no other. */
let free: string
const people = ['core', 'core2', 'admin'] as const
type Who = (typeof people)[number]
const revOf = (id: string) => h.revOf(id)
const patch = async (who: Who, id: string, operations: JsonPatch) =>
  h.as(who).call(save, { id, rev: await revOf(id), patch: operations })
const enter = (who: Who, id: string, value: string, list: string = base, key = 'basis-f5') =>
  patch(who, id, [set(list, key, text(value))])
const seenBy = async (who: Who, id: string) => {
  const { rev, parentRevs } = await h.as(who).call(load, { id })
  return { id, rev, parentRevs }
}
type Action = 'initiate' | 'confirm' | 'activate' | 'reset' | 'grantyear'
const act = async (who: Who, id: string, action: Action, list: string = ch, standard = free) =>
  h.as(who).call(approvals, { ...(await seenBy(who, id)), list, standard, action })
const add = async (who: Who, id: string) => h.as(who).call(addlist, { id, rev: await revOf(id), list: ch })
const move = async (who: Who, id: string, target: string) =>
  h.as(who).call(movelist, { id, rev: await revOf(id), list: ch, target })
const derive = async (who: Who, id: string, parent: string | null) =>
  h.as(who).call(setderived, { id, rev: await revOf(id), parent })
const read = async (id: string, list: string, key = 'basis-f5') => {
  const view = await h.as('admin').call(load, { id })
  return view.resolved[list]?.[key]?.value ?? dataOf(view).listData[list]?.[key]
}
/** With a base approval of `admin` and `by`, so that the national standard can be approved. */
async function made(by: Who = 'core', name = 'Made'): Promise<string> {
  const { id } = await h.as(by).call(create, {})
  await patch(by, id, [
    set(base, 'basis-f1', text(name)),
    set(base, '_category', ids.category.compost),
    set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' }),
  ])
  return id
}
async function released(id: string) {
  await act('admin', id, 'initiate', base, eu)
  await act('core2', id, 'confirm', base, eu)
}
const own = { status: 403, key: 'approvalOwnChanges' }
const refused = async (made: Promise<unknown>) => {
  const { status, key } = await refusal(made)
  return { status, key }
}
const link = (list: string, key = 'basis-f5'): JsonPatch => [set(list, `_linked/${key}`, 'derived')]

describe('what one person entered, another releases', () => {
  test('in the base list, before another person added the list', async () => {
    const id = await made()
    await released(id)
    await enter('core2', id, 'of core2')
    await patch('core2', id, [
      set(base, '_components/base/n', { component: ids.component.horn, secrecy: 'core-partners', amount: 1 }),
    ])
    await add('core', id)
    expect(await read(id, ch)).toEqual(text('of core2'))
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    // A base approval too, which somebody else initiates.
    await act('admin', id, 'initiate', ch, eu)
    expect(await refused(act('core2', id, 'confirm', ch, eu))).toEqual(own)
    // The components alone, which came along with the list.
    await enter('admin', id, 'of admin')
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await patch('admin', id, [{ op: 'remove', path: `/listData/${base}/_components/base/n` }])
    await act('core2', id, 'grantyear')
  })

  test('in the base list of the product that a list is moved to, or while the list was elsewhere', async () => {
    const [source, target] = [await made('core', 'Source'), await made('core', 'Target')]
    await released(source)
    await released(target)
    await enter('core2', target, 'of core2')
    await add('core', source)
    await move('core', source, target)
    expect(await refused(act('core2', target, 'grantyear'))).toEqual(own)
    // It goes back, where they entered something in between.
    await enter('core2', source, 'of core2, too')
    await move('core', target, source)
    expect(await refused(act('core2', source, 'grantyear'))).toEqual(own)
    await enter('core', source, 'of core')
    await act('core2', source, 'grantyear')
  })

  test('in a list before it was moved, under an id that the other product had', async () => {
    const [source, target] = [await made('core', 'Source'), await made('core', 'Target')]
    await released(source)
    await released(target)
    await add('core', source)
    const component = (amount: number) => ({ component: ids.component.horn, secrecy: 'public', amount })
    await patch('core2', source, [set(ch, '_components/base/n', component(7))])
    await patch('core', target, [set(base, '_components/base/n', component(1))])
    await move('core', source, target)
    expect(await refused(act('core2', target, 'grantyear'))).toEqual(own)
  })

  test('in a product from before it became the parent, and whoever took it off again', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made()]
    await enter('core2', parent, 'of the parent')
    await released(id)
    await add('core', id)
    await act('core2', id, 'grantyear')
    // Whoever knows of the product by this list knows of its parent, too: else its value goes with it.
    await add('core', parent)
    await derive('core', id, parent)
    await patch('core', id, link(base))
    expect(await read(id, ch)).toEqual(text('of the parent'))
    await act('admin', id, 'reset')
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await derive('core', id, null)
    expect(await read(id, base)).toEqual(text('of the parent'))
    expect(await refused(act('core2', id, 'grantyear'))).toEqual(own)
    await act('core', id, 'grantyear').catch(() => act('admin', id, 'grantyear'))
    await act('admin', id, 'reset')
    await enter('core', id, 'of core')
    await act('core2', id, 'grantyear')
  })

  test('not what another person has replaced or taken back, nor what was released as it is', async () => {
    const id = await made()
    const before = await revOf(id)
    await patch('core2', id, [set(base, '_remark', { de_DE: 'of core2' })])
    await h.as('core').call(revert, { id, rev: await revOf(id), toRev: before })
    await enter('core2', id, 'of core2')
    await enter('core', id, 'of core')
    await act('admin', id, 'initiate', base, eu)
    await act('core2', id, 'confirm', base, eu)
    // Something that two people have released comes back.
    await enter('admin', id, 'of admin')
    await enter('core2', id, 'of core')
    await act('admin', id, 'reset', base, eu)
    await act('admin', id, 'initiate', base, eu)
    expect(await refused(act('core2', id, 'confirm', base, eu))).toEqual(own)
    await enter('core', id, 'new')
    await act('core2', id, 'confirm', base, eu)
  })
})

describe('who releases has seen the parents as they are', () => {
  test('a parent that was changed since is a conflict; who says nothing of it has not seen it', async () => {
    const [parent, id] = [await made('core2', 'Parent'), await made('core2')]
    await enter('core2', parent, 'seen')
    await derive('core2', id, parent)
    await patch('core2', id, link(base))
    await act('admin', id, 'initiate', base, eu)
    const seen = await seenBy('core', id)
    expect(seen.parentRevs).toEqual([await revOf(parent)])
    await enter('core2', parent, 'never seen')
    const confirm = (more: { parentRevs?: number[] | undefined }) =>
      h
        .as('core')
        .call(approvals, { id, rev: seen.rev, list: base, standard: eu, action: 'confirm', ...more })
    expect(await refusal(confirm({ parentRevs: seen.parentRevs }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('409001'),
    })
    expect((await refusal(confirm({}))).status).toBe(409)
    const { rev } = await act('core', id, 'confirm', base, eu)
    // The server notes them, and tells nobody.
    const row = (await h.ports.entities.get('product', id))!.data.listData[base]!._approval[eu]!
    expect(row).toMatchObject({ releasedRev: rev - 1, releasedParents: [await revOf(parent)] })
    const shown = dataOf(await h.as('admin').call(load, { id })).listData[base]!._approval[eu]!
    expect(shown).not.toHaveProperty('releasedParents')
    // What was released is known by these revisions, not by a time.
    await act('admin', id, 'initiate', base, eu).catch((e: unknown) => expect(e).toBeInstanceOf(CallFailure))
    await enter('core2', parent, 'later')
    await act('admin', id, 'reset', base, eu)
    await act('admin', id, 'initiate', base, eu)
    expect(await refused(act('core2', id, 'confirm', base, eu))).toEqual(own)
  })
})

test('whatever three people do: who gives an approval has not alone entered what the list shows', async () => {
  const person = fc.constantFrom(...people)
  const which = fc.nat({ max: 1 })
  const list = fc.constantFrom(base, ch)
  const key = fc.constantFrom('basis-f5')
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('enter' as const), who: person, at: which, list, key }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('release' as const), who: person, at: which, list }),
    },
    fc.record({ kind: fc.constant('unlink' as const), who: person, at: which, list, key }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('link' as const), who: person, at: which, list, key }),
    },
    fc.record({ kind: fc.constant('add' as const), who: person, at: which }),
    fc.record({ kind: fc.constant('move' as const), who: person, at: which, to: which }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('derive' as const),
        who: person,
        at: which,
        to: fc.option(which),
      }),
    },
  )
  let releases = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const products = [await made('admin'), await made('admin')]
      /** Who entered which text, and which ones a list showed when it was released: somebody else has seen these. */
      const enteredBy = new Map<string, Who>()
      const seen = new Set<string>()
      const changed = new Set<Who>(['admin'])
      const shown = async (id: string, of: string) =>
        (await Promise.all(['basis-f5', 'basis-f1'].map((k) => read(id, of, k)))).flatMap((value) =>
          value === undefined ? [] : [(value as { textValue: string }).textValue],
        )
      for (const [n, one] of steps.entries()) {
        const id = products[one.at]!
        const run = async (): Promise<unknown> => {
          switch (one.kind) {
            case 'enter': {
              const value = `text ${n} of ${one.who}`
              await patch(one.who, id, [
                set(one.list, one.key, text(value)),
                { op: 'remove', path: `/listData/${one.list}/_linked/${one.key}` },
              ]).catch(() => enter(one.who, id, value, one.list, one.key))
              return enteredBy.set(value, one.who)
            }
            case 'unlink':
              return patch(one.who, id, [
                { op: 'remove', path: `/listData/${one.list}/${one.key}` },
                set(one.list, `_linked/${one.key}`, 'basis'),
              ])
            case 'link':
              return patch(one.who, id, link(one.list, one.key)).catch(() =>
                patch(one.who, id, [
                  { op: 'remove', path: `/listData/${one.list}/${one.key}` },
                  ...link(one.list, one.key),
                ]),
              )
            case 'add':
              return add(one.who, id)
            case 'move':
              return move(one.who, id, products[one.to]!)
            case 'derive':
              return derive(one.who, id, one.to === null ? null : products[one.to]!)
            case 'release': {
              if (one.list === ch && !dataOf(await h.as('admin').call(load, { id })).listData[ch]) return
              await act('admin', id, 'reset', one.list, free).catch(() => undefined)
              await act(one.who, id, 'grantyear', one.list, free)
              releases++
              const values = await shown(id, one.list)
              const alone = values.filter((value) => enteredBy.get(value) === one.who && !seen.has(value))
              expect(alone).toEqual([])
              for (const value of values) seen.add(value)
            }
          }
        }
        await run().then(
          () => one.kind !== 'release' && changed.add(one.who),
          (error: unknown) => {
            if (!(error instanceof CallFailure)) throw error
            // Who has changed nothing is not refused for it.
            if (error.details.key === 'approvalOwnChanges') expect(changed).toContain(one.who)
          },
        )
      }
    }),
    { numRuns: 20 },
  )
  expect(releases).toBeGreaterThan(5)
})
