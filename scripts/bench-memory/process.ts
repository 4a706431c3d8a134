/** Does one job of a kind on a folder, as a function of the cloud would. Prints the most memory it held. */
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import invoiceRun from '../../functions/workers/invoice-run.ts'
import merge from '../../functions/workers/merge.ts'
import { billedYear } from '../bench/billed.ts'
import { benchId } from '../bench/generate.ts'
import { workThrough } from '../bench/work-through.ts'

const [, , kind = '', dataDir = ''] = process.argv
const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
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
const megabytes = () => process.resourceUsage().maxRSS / 1024
const before = megabytes()
const { seconds, job } = await workThrough(app.ports, kind === 'merge' ? merge : invoiceRun, config)
const { status, done, failed, result } = job
console.log(
  `${kind}: ${before.toFixed(0)} MiB before, ${megabytes().toFixed(0)} at most, ${seconds.toFixed(1)} s; ${status}, ${done} done, ${failed} failed, ${JSON.stringify(result)}`,
)
await app.close()
