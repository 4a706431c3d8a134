/** 50 people save 50 times each, two or so on one company at any moment, as the company page does, by the calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '../../shared/calls/bml/company/create.ts'
import { load } from '../../shared/calls/bml/company/load.ts'
import { save } from '../../shared/calls/bml/company/save.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import type { CompanyData, CompanyView } from '../../shared/model/company.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import { type EditState, saveDraft } from '../../web/ui/save-draft.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

// 50 writers on 25 companies: two on each at any moment, so that many meet, and 50 rows of 50 people in each at the end.
// Two rounds over all companies: in the first one a writer adds a row of theirs, in the second one they replace its name.
// More rounds repeat the second one: INPUTLIST_TEST_SAVES=200 has each of them save 200 times, 10,000 in all.
const writers = 50
const companies = 25
const saves = Number(process.env['INPUTLIST_TEST_SAVES'] ?? 2 * companies)

test(`${writers} writers save ${saves} times each, different fields: none of ${writers * saves} saves is lost`, async () => {
  const user = h.as('admin')
  const { contactPersons } = (await h.ports.entities.get(ids.company.nordhain))!.data
  const made: { id: string; rev: number }[] = []
  for (let n = 0; n < companies; n++) {
    const bare = await user.call(create, { name: `Company ${n}` })
    const patch: JsonPatch = [{ op: 'add', path: '/contactPersons', value: contactPersons }]
    made.push(await user.call(save, { id: bare.id, rev: bare.rev, patch }))
  }
  let conflicts = 0
  const counted: number[][] = made.map(() => Array.from({ length: writers }, () => 0))
  const write = async (writer: number) => {
    const row = `w${writer}`
    for (let n = 0; n < saves; n++) {
      const which = (writer * 7 + n) % companies
      const { id } = made[which]!
      const loadNow = async () => (await user.call(load, { id })) as CompanyView
      const seen = await loadNow()
      const amount = ++counted[which]![writer]!
      const draft = structuredClone(seen.data)
      draft.contactPersons[row] = {
        ...draft.contactPersons['p1']!,
        isMain: false,
        lists: [ids.list.base],
        lastName: String(amount),
      }
      let state: EditState<CompanyData> = { rev: seen.rev, original: seen.data, draft }
      for (;;) {
        const outcome = await saveDraft<CompanyData, CompanyView>(id, state, {
          save: async (input) => (await user.call(save, input)) as CompanyView,
          load: async () => {
            conflicts++
            return loadNow()
          },
          ask: () => Promise.reject(new Error('nobody else touches this row')),
          toPatch,
          merge: mergeDrafts<CompanyData>,
        })
        if (outcome.kind === 'saved') break
        // Others were faster three times: whoever wants it saved presses the button again.
        if (outcome.kind !== 'gaveUp') throw new Error(`${row} got ${outcome.kind}`, { cause: outcome })
        state = outcome.state
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))

  expect(conflicts).toBeGreaterThan(writers)
  let total = 0
  for (const [which, { id, rev }] of made.entries()) {
    const end = await user.call(load, { id })
    const found = Object.fromEntries(
      Object.entries(end.data.contactPersons).flatMap(([row, { lastName }]) =>
        row === 'p1' ? [] : [[row, lastName]],
      ),
    )
    const wanted = counted[which]!.flatMap((amount, w) => (amount ? [[`w${w}`, String(amount)]] : []))
    expect(found).toEqual(Object.fromEntries(wanted))
    // Each save is one revision, neither more nor fewer.
    expect(end.rev - rev).toBe(counted[which]!.reduce((sum, amount) => sum + amount, 0))
    expect((await user.call(history, { id })).count).toBe(end.rev)
    total += end.rev - rev
  }
  expect(total).toBe(writers * saves)
}, 300_000)
