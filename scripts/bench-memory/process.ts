/** Does one job of a kind on a folder, as a function of the cloud would: so many messages at once. Prints the most memory it held. */
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import { queueHandler } from '../../functions/runtime/queue.ts'
import type { Worker } from '../../functions/runtime/worker.ts'
import { startJob } from '../../functions/services/job/start.ts'
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import invoiceRun from '../../functions/workers/invoice-run.ts'
import merge from '../../functions/workers/merge.ts'
import { benchId } from '../bench/generate.ts'
import { demoAccount } from '../seed/people.ts'
import { billedYear } from './large.ts'

const [, , kind = '', dataDir = ''] = process.argv
const worker = (kind === 'merge' ? merge : invoiceRun) as unknown as Worker
const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
const messages: JobMessage[] = []
const jobs = { send: async (more: JobMessage[]) => void messages.push(...more) }
const ports = { ...app.ports, jobs }
const company = async (n: number) => {
  const { id, rev } = (await app.ports.entities.get('company', benchId(`company/${n}`)))!
  return { id, rev }
}
const [merged, survivor] = [await company(0), await company(1)]
const config =
  kind === 'merge'
    ? { companies: [merged, survivor], survivor: survivor.id }
    : {
        year: billedYear,
        date: `${billedYear}-01-02`,
        companies: Array.from({ length: 40 }, (_, n) => benchId(`company/${n}`)),
      }
const account = (await app.ports.entities.get('account', demoAccount('admin')))!
const sub = account.data.ssoUsers[0]!
const megabytes = () => process.resourceUsage().maxRSS / 1024
const before = megabytes()
const id = crypto.randomUUID()
await startJob({ id, kind: kind as 'merge', by: account.id, sub, config }, ports)
const handle = queueHandler(worker, ports, (line) => line['level'] === 'error' && console.error(line))
const from = performance.now()
while (messages.length > 0) {
  const batch = messages.splice(0, worker.limits.batch)
  const failures = await handle(batch.map((message, n) => ({ id: `${n}`, tries: 1, message })))
  if (failures.length > 0) throw new Error(failures[0]!.reason)
}
const seconds = (performance.now() - from) / 1000
const { status, done, failed, result } = (await app.ports.entities.get('batchjob', id))!.data
console.log(
  `${kind}: ${before.toFixed(0)} MiB before, ${megabytes().toFixed(0)} at most, ${seconds.toFixed(1)} s; ${status}, ${done} done, ${failed} failed, ${JSON.stringify(result)}`,
)
await app.close()
