/** What a decision rests on is changed while it is written: it is decided again, by nobody but the server. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { movelist } from '../../shared/calls/bml/product/movelist.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'

let h: Harness
let put: Harness['ports']['entities']['put']
let putAll: Harness['ports']['entities']['putAll']
beforeAll(async () => {
  h = await startHarness()
  ;({ put, putAll } = h.ports.entities)
})
afterEach(() => {
  Object.assign(h.ports.entities, { put, putAll })
})
afterAll(() => h.close())

const { base, ch } = ids.list
const { eu } = ids.standard
/** A product like another one, with its approvals or without. */
async function copyOf(id: string, change: (data: ProductData) => void = () => undefined) {
  const made = structuredClone((await h.ports.entities.get('product', id))!)
  delete (made.data as { importKey?: string }).importKey
  for (const list of Object.values(made.data.listData)) list._approval = {}
  change(made.data)
  return (await put({ ...made, id: crypto.randomUUID() }, { expectRev: 0 })).id
}
/** Somebody writes the entity between each of the next decisions and its write. Gives how often it was written so. */
function changedMeanwhile(id: string, times: number) {
  const { entities } = h.ports
  let done = 0
  const meanwhile = async () => {
    if (done >= times) return
    done++
    const now = (await entities.get(id))!
    await put(now, { expectRev: now.rev })
  }
  entities.put = async (...write) => {
    await meanwhile()
    return put(...write)
  }
  entities.putAll = async (...writes) => {
    await meanwhile()
    return putAll(...writes)
  }
  return () => done
}
const busy = {
  status: 429,
  key: 'turnTaken',
  message: 'Somebody changed this at the same moment. Please try again.',
}

test('a parent that is saved while it is chosen', async () => {
  const [child, parent] = [await copyOf(ids.product.compost), await copyOf(ids.product.compost)]
  const done = changedMeanwhile(parent, 3)
  expect(await h.as('admin').call(setderived, { id: child, rev: 1, parent })).toMatchObject({ rev: 2 })
  expect(done()).toBe(3)
})
test('a standard that is saved while something is approved under it', async () => {
  const id = await copyOf(ids.product.compost)
  const done = changedMeanwhile(eu, 3)
  const input = { id, rev: 1, list: base, standard: eu, action: 'initiate' as const }
  expect(await h.as('core').call(approvals, input)).toMatchObject({ rev: 2 })
  expect(done()).toBe(3)
})
test('the product that a list is moved to', async () => {
  const source = await copyOf(ids.product.compost)
  const target = await copyOf(ids.product.compost, (data) => {
    delete data.listData[ch]
  })
  const done = changedMeanwhile(target, 6)
  const moved = await h.as('admin').call(movelist, { id: source, rev: 1, list: ch, target })
  expect([moved.source.rev, moved.target.rev, done()]).toEqual([2, 8, 6])
})
test('is decided on what is there then', async () => {
  const [child, parent] = [await copyOf(ids.product.compost), await copyOf(ids.product.compost)]
  h.ports.entities.put = async (...write) => {
    h.ports.entities.put = put
    const now = (await h.ports.entities.get(parent))!
    await put({ ...now, data: { ...now.data, archived: true } }, { expectRev: 1 })
    return put(...write)
  }
  expect(await refusal(h.as('admin').call(setderived, { id: child, rev: 1, parent }))).toMatchObject({
    status: 422,
  })
  expect(await h.as('admin').call(load, { id: child })).toMatchObject({ rev: 1 })
})
test('ends in words where it is changed each time', async () => {
  const [child, parent] = [await copyOf(ids.product.compost), await copyOf(ids.product.compost)]
  const done = changedMeanwhile(parent, 1_000)
  expect(await refusal(h.as('admin').call(setderived, { id: child, rev: 1, parent }))).toEqual(busy)
  expect(done()).toBeGreaterThan(1)
  expect(done()).toBeLessThanOrEqual(50)
})
