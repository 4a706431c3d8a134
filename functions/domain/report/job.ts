/**
 * A job that prints a report of many products: read in parts by the first phase, printed by the second, packed at the end where
 * it is more than one document.
 */
import type { ReportForm } from '../../../shared/rules/report.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import type { Job } from '../job/job.ts'
import type { ReportAsked, ReportProduct } from './content.ts'

export const reportKind = 'report'
/** Products that a unit reads. */
export const readAtOnce = 250
/** Documents that a unit prints one after the other. */
export const printedAtOnce = 20
/** Letters of one page of HTML: more are not printed within a document's time (`npm run bench:pdf -- --report`). */
export const maxHtmlLength = 4_000_000

export interface ReportConfig {
  asked: ReportAsked
  form: ReportForm
  /** `YYYY-MM-DD`, whose approvals are printed. */
  day: string
  list: string
  attributeFilter?: Filter
  name?: string
  sorting: string[]
  /** Ids were chosen or left out: they lie in a file (`chosenKey`), without which nothing may be planned. */
  hasChosen: boolean
  /** Name that the document or the zip has as a download. */
  fileName: string
  /** What its starter could see when it was started (`reportRights`). */
  rights: string
  [key: string]: unknown
}
export const reportConfig = (job: Job) => job.data.config as ReportConfig

/** What a unit of the first phase reads. */
export interface ReadContent {
  ids: string[]
}
/** What it has read. */
export type ReadPart = ReportProduct[]
/** A product of the report: the part that it lies in, and its place there. */
export type Place = readonly [part: number, at: number]
export interface PlannedDocument {
  /** Name of the file in the zip. */
  name: string
  products: Place[]
}
/** What a unit of the second phase prints. */
export interface PrintContent {
  documents: PlannedDocument[]
}

export const documentKey = (jobId: string, unit: number, document: number): string =>
  `export-parts/${jobId}/documents/${unit}-${document}`
export const reportTypesOfFile = { pdf: 'application/pdf', zip: 'application/zip' } as const
