/** A process that works on the jobs of a folder until it is killed, or nothing is left. */
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import { nothing } from './kinds.ts'

const [dataDir = ''] = process.argv.slice(2)
const app = await openEmbedded({ dataDir, log: () => {}, users: [], workers: [nothing(16)] })
await app.startBackground()
console.log('ready')
await app.worked()
await app.close()
