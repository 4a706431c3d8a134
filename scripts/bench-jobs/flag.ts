/** A job that flags products, beside the conditional writes of the same products alone. */

import { startJob } from '../../functions/services/job/start.ts'
import type { openEmbedded } from '../../functions/wiring/embedded.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { demoAccount } from '../seed/people.ts'
import { write } from '../seed/writer.ts'

type Ports = Awaited<ReturnType<typeof openEmbedded>>['ports']
/** As many as the units of a flag job write side by side. */
const atOnce = 40
const at = '2025-01-02T08:00:00.000Z'
const flag = uuidV5('bench/flag')

/** Sets the flag on each of the products by hand: reads it, and writes it on condition of its revision. */
async function bareWrites({ entities }: Ports, ids: readonly string[]): Promise<void> {
  const left = [...ids]
  const writeOn = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const before = (await entities.get(id)) as Entity<ProductData>
      const rev = before.rev + 1
      const data = { ...before.data, invoiceFlags: { ...before.data.invoiceFlags, [flag]: rev } }
      await entities.put({ ...before, rev, data }, { expectRev: before.rev })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, writeOn))
}

/** Products a second: of the job, which works on the first half of the ids, and of bare writes of the second. */
export async function flagRates(
  ports: Ports,
  worked: () => Promise<void>,
  ids: readonly string[],
): Promise<{ job: number; bare: number }> {
  const title = { de_DE: 'Bench', en_GB: 'Bench' }
  const data = { type: 'invoice-flags', title, enabled: true }
  await write(ports, { id: flag, entityclass: 'selectoption', steps: [{ at, data }] })
  const half = Math.floor(ids.length / 2)
  const account = (await ports.entities.get('account', demoAccount('admin')))!
  const config = { flagId: flag, action: 'assign', ids: ids.slice(0, half) }
  const id = crypto.randomUUID()
  const from = performance.now()
  await startJob({ id, kind: 'flag', by: account.id, sub: account.data.ssoUsers[0] ?? '', config }, ports)
  await worked()
  const middle = performance.now()
  await bareWrites(ports, ids.slice(half, 2 * half))
  const end = performance.now()
  const { data: job } = (await ports.entities.get('batchjob', id))!
  if (job.result['changed'] !== half) throw new Error(`the job flagged ${job.result['changed']} of ${half}`)
  return { job: (half / (middle - from)) * 1000, bare: (half / (end - middle)) * 1000 }
}
