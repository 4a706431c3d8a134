import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Puppeteer } from '../../adapters/common/pdf/browser.ts'
import { createPdfMaker } from '../../adapters/common/pdf/pdf-maker.ts'

/**
 * The layer with the browser and what drives it (scripts/build-layers.ts): both are larger than a bundle may be. A function
 * without it has this port for its types only.
 */
const layer = createRequire(import.meta.url)
const packed = () => dirname(layer.resolve('inputlist-chromium/package.json'))
const puppeteer = async () => layer('inputlist-chromium/puppeteer.cjs') as Puppeteer

export const port = createPdfMaker({ puppeteer, packed, isSingleProcess: true })
