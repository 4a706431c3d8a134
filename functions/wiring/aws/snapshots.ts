import { createSnapshots } from '../../adapters/common/snapshots.ts'
import { port as files } from './files.ts'

export const port = createSnapshots(files)
