/**
 * A job that prints documents: `pdf/{job}/{unit}.html` becomes `pdf/{job}/{unit}.pdf`. Its id is the ticket that a
 * client asks about.
 */
import type { Job } from '../job/job.ts'

export const printKind = 'pdf'

/** Texts in the margins of each page. */
export interface PrintOptions {
  header?: string
  footer?: string
  pageNumbers?: boolean | 'top'
  landscape?: boolean
}
export interface PrintConfig {
  /** Name that the document has as a download. */
  fileName: string
  options: PrintOptions
  /** Documents. */
  units: number
  /** Entity that is printed. */
  about?: string
  [key: string]: unknown
}
export const printConfig = (job: Job) => job.data.config as PrintConfig
export const sourceKey = (jobId: string, unit: number): string => `pdf/${jobId}/${unit}.html`
export const resultKey = (jobId: string, unit: number): string => `pdf/${jobId}/${unit}.pdf`
