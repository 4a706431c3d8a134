import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ClosablePdfMaker, createPdfMaker as create } from '../common/pdf/pdf-maker.ts'

/** A minute without work, and the browser's memory is given back. */
const idleLimit = 60_000
export const loadPuppeteer = async () => (await import('puppeteer-core')).default
/** Where npm has put the browser; looked for when it is first needed, for it exists on x64 only. */
export const packedChromium = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')

export const createPdfMaker = (timeLimit?: number): ClosablePdfMaker =>
  create({ puppeteer: loadPuppeteer, packed: packedChromium, idleLimit, timeLimit })
