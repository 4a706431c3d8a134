/** Prints documents of a report, one after the other. A unit that comes again prints the same over the same files. */
import { isCallError } from '../../../shared/errors.ts'
import { fileKey } from '../../domain/export/job.ts'
import type { Why } from '../../domain/job/why.ts'
import { productsIn } from '../../domain/report/documents.ts'
import { reportHtml, reportMargins } from '../../domain/report/html.ts'
import {
  documentKey,
  maxHtmlLength,
  type PrintContent,
  type ReadPart,
  type ReportConfig,
} from '../../domain/report/job.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { PdfMaker } from '../../ports/pdf-maker.ts'
import type { UnitRequest, UnitResult } from '../job/kind.ts'
import type { ReferenceReader } from '../product/open.ts'
import { partOf } from './parts.ts'
import { reportMaker } from './words.ts'

interface PrintingPorts {
  files: Pick<FileStore, 'get' | 'put'>
  pdf: PdfMaker
  reference: ReferenceReader
}
const tooLong: Why = {
  message: 'The report is too long for one PDF. Choose separate files, or fewer products.',
  text: { key: 'reportTooLong' },
}
const tooLarge: Why = { message: 'This is too large.', text: { key: 'too_large' } }

export async function printDocuments(
  { job, config, unit, content, signal }: UnitRequest<ReportConfig>,
  { files, pdf, reference }: PrintingPorts,
): Promise<UnitResult> {
  const { documents } = content as PrintContent
  const isWhole = config.form === 'pdf'
  const needed = new Set(documents.flatMap(({ products }) => products.map(([part]) => part)))
  const parts = new Map<number, ReadPart>()
  for (const part of needed) parts.set(part, await partOf(job.id, part, { files }))
  const reportOf = await reportMaker(config, reference)
  let failed = 0
  const reasons: NonNullable<UnitResult['reasons']> = []
  for (const [i, document] of documents.entries()) {
    signal.throwIfAborted()
    const report = reportOf(productsIn(document, parts))
    const printed = await printOne(reportHtml(report), reportMargins(report), pdf)
    if (printed) {
      const key = isWhole ? fileKey(job.id) : documentKey(job.id, unit, i)
      await files.put(key, printed, 'application/pdf')
      continue
    }
    failed += document.products.length
    reasons.push({ unit: document.name, ...(isWhole ? tooLong : tooLarge) })
  }
  return { failed, reasons }
}

/** The document; undefined where there can never be one. Other faults are tried again. */
async function printOne(
  html: string,
  margins: ReturnType<typeof reportMargins>,
  pdf: PdfMaker,
): Promise<Uint8Array | undefined> {
  if (html.length > maxHtmlLength) return undefined
  try {
    return await pdf.print(html, margins)
  } catch (error) {
    if (!isCallError(error) || error.code !== 'too_large') throw error
    return undefined
  }
}
