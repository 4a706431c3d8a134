import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createPdfMaker } from '../../adapters/common/pdf/pdf-maker.ts'

/** The layer with the browser (scripts/build-layers.ts); a function without it has this port for its types only. */
const packed = () => dirname(createRequire(import.meta.url).resolve('inputlist-chromium/package.json'))

export const port = createPdfMaker({ packed, isSingleProcess: true })
