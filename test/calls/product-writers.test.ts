/** Many people on one product at once, each saving as the product page does, by the calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '../../shared/calls/bml/product/create.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import type { Changeset } from '../../shared/model/entity.ts'
import type { ProductData, ProductView } from '../../shared/model/product.ts'
import { mergeDrafts, toPatch } from '../../shared/rules/merge.ts'
import { type EditState, saveDraft } from '../../web/ui/save-draft.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base } = ids.list
const writers = 20
const saves = 20
const rowOf = (writer: number) => `writer-${writer}`
const rowsIn = (data: ProductData) => data.listData[base]!._components.additional

/** The product with the writer's row at `amount`. */
const withAmount = (data: ProductData, writer: number, amount: number): ProductData => {
  const next = structuredClone(data)
  rowsIn(next)[rowOf(writer)] = { component: ids.component.horn, secrecy: 'public', amount }
  return next
}

async function write(id: string, writer: number): Promise<void> {
  const user = h.as(writer % 2 ? 'core' : 'core2')
  const loadNow = async () => (await user.call(load, { id })) as ProductView
  const ports = {
    save: async (input: {
      id: string
      rev: number
      patch: ReturnType<typeof toPatch>
      changeset?: Changeset
    }) => (await user.call(save, input)) as ProductView,
    load: loadNow,
    ask: () => Promise.reject(new Error('nobody else touches this row')),
    toPatch,
    merge: mergeDrafts<ProductData>,
  }
  let seen = await loadNow()
  for (let amount = 1; amount <= saves; amount++) {
    const label = `${rowOf(writer)}: ${amount}`
    let state: EditState<ProductData> = {
      rev: seen.rev,
      original: seen.data,
      draft: withAmount(seen.data, writer, amount),
    }
    for (;;) {
      const outcome = await saveDraft<ProductData, ProductView>(id, state, {
        ...ports,
        describe: () => ({ label }),
      })
      if (outcome.kind === 'saved') {
        seen = outcome.view
        break
      }
      // Others were faster three times: whoever wants it saved presses the button again.
      if (outcome.kind !== 'gaveUp')
        throw new Error(`writer ${writer} got ${outcome.kind}`, { cause: outcome })
      state = outcome.state
    }
  }
}

test(`${writers} writers save one product ${saves} times each: nothing is lost, the history is complete`, async () => {
  const made = await h.as('core').call(create, {})
  const named = await h.as('core').call(save, {
    id: made.id,
    rev: made.rev,
    patch: [
      { op: 'add', path: `/listData/${base}/basis-f1`, value: { textValue: 'Written by many' } },
      { op: 'add', path: `/listData/${base}/_category`, value: ids.category.compost },
    ],
  })
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(made.id, writer)))

  const total = writers * saves
  const end = (await h.as('admin').call(load, { id: made.id })) as ProductView
  expect(end.rev).toBe(named.rev + total)
  const amounts = Object.fromEntries(
    Object.entries(rowsIn(end.data)).map(([row, { amount }]) => [row, amount]),
  )
  expect(amounts).toEqual(Object.fromEntries(Array.from({ length: writers }, (_, w) => [rowOf(w), saves])))

  // Each save is one revision, and each revision holds all that was there before it and one step more.
  const labels: string[] = []
  for (let start = 0; start < total; start += 250) {
    const page = await h.as('admin').call(history, { id: made.id, start, limit: 250 })
    expect(page.count).toBe(end.rev)
    labels.push(...page.list.flatMap((entry) => entry.changeset?.label ?? []))
  }
  const expected: Record<string, number> = {}
  for (const [step, label] of labels.reverse().entries()) {
    const [row = '', amount] = label.split(': ')
    expect(Number(amount)).toBe((expected[row] ?? 0) + 1)
    expected[row] = Number(amount)
    if (step % 20 !== 0) continue
    const then = (await h.as('admin').call(load, { id: made.id, rev: named.rev + step + 1 })) as ProductView
    const found = Object.entries(rowsIn(then.data)).map(([id, { amount }]) => [id, amount])
    expect(Object.fromEntries(found)).toEqual(expected)
  }
  expect(labels).toHaveLength(total)
}, 120_000)
