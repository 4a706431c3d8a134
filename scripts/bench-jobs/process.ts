/** A process that works on the jobs of a folder until it is killed, or nothing is left. Writes a dot for each unit. */
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import { nothing } from './kinds.ts'

const [dataDir = ''] = process.argv.slice(2)
const workers = [nothing(16, () => process.stdout.write('.'))]
const app = await openEmbedded({ dataDir, log: () => {}, users: [], workers })
await app.startBackground()
await app.worked()
await app.close()
