/** The largest product there may be: its answer is larger than a function may give, unless it is packed. */
import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '../../../functions/adapters/common/clock.ts'
import type { EntityStore } from '../../../functions/ports/entity-store.ts'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { fixedIds, maxEntityBytes } from '../../../shared/constants.ts'
import { listData, type ProductData, type ProductView } from '../../../shared/model/product.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import { parse } from './calls.ts'
import type { Trail } from './main-job.ts'

const base = fixedIds.list.base
const textLength = 20_000
/** Text of all printable signs in no order: nothing can make much less of it. */
const incompressible = (length: number) =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(0x20 + (byte % 95)))
    .join('')
    .replace(/["\\]/g, 'x')

/** Names a product, and gives it notes until it has nearly the size that an entity may have. Gives the notes, by id. */
export async function enlarge(store: Pick<EntityStore, 'get' | 'put'>, id: string, name: string) {
  const stored = (await store.get(id))!
  const data = structuredClone(stored.data) as unknown as ProductData
  const note = { read: true, at: systemClock.now(), by: fixedIds.account.system }
  const count = Math.floor((maxEntityBytes * 0.97) / (textLength + 200))
  const notes = Object.fromEntries(
    Array.from({ length: count }, () => [randomUUID(), { ...note, text: incompressible(textLength) }]),
  )
  const list = data.listData[base] ?? listData.parse({})
  list['basis-f1'] = { textValue: name }
  list._notes = notes
  data.listData[base] = list
  await store.put({ ...stored, rev: stored.rev + 1, data }, { expectRev: stored.rev })
  return notes
}
export const notesOf = (view: unknown) => (view as ProductView).data.listData[base]?._notes

export async function largeAnswer(o: Operator, { first, made, run }: Trail): Promise<Finding> {
  const { id } = await first.call(create, {})
  made.push(id)
  const notes = await enlarge(await o.store(), id, `Smoke test ${run}`)
  const { status, body, encoding } = await first.ask(load, { id })
  const answer = parse(body)
  if (!answer?.ok)
    return wrong(
      `A product of 5 MB answers ${status}: ${body.slice(0, 200)}`,
      '413: the edge passes no accept-encoding on (lib/web-stack.ts); 500 or 502: the log of bml-product-load says how large its answer was',
    )
  const megabytes = (Buffer.byteLength(body) / 1024 / 1024).toFixed(1)
  return encoding && JSON.stringify(notesOf(answer.data)) === JSON.stringify(notes)
    ? fine(`A product of ${megabytes} MB was loaded, packed as ${encoding}`)
    : wrong(
        `A product of ${megabytes} MB came ${encoding ? 'with other texts than it has' : 'unpacked'}`,
        'fetch it with and without the edge in between, and compare: one of the two changes what passes',
      )
}
