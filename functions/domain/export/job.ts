/** What an export's job is about, and where its parts and its file lie. */
import type { Locale } from '../../../shared/constants.ts'
import type { ExportPackage } from '../../../shared/model/search.ts'
import type { DecimalSign, ExportFormat, Separator } from '../../../shared/rules/export.ts'
import type { CatalogueField } from '../../../shared/search/catalogue-field.ts'
import type { Filter } from '../../../shared/search/filter.ts'
import type { Viewer } from '../../../shared/search/visibility.ts'
import type { Job } from '../job/job.ts'

export const exportKind = 'export'
/** Rows that are read from the index at a time (file 1 §9). */
export const batchSize = 250
/** Rows of a unit: its ids stay well under what an item of the job store takes by itself. */
export const unitSize = 2000

export interface ExportConfig {
  format: ExportFormat
  language: Locale
  columns: string[]
  packages?: ExportPackage[]
  list?: string
  attributeFilter?: Filter
  name?: string
  sorting?: string[]
  separator: Separator
  decimalSign: DecimalSign
  hasMark: boolean
  /** Name that the file has as a download. */
  fileName: string
  /** Ids were chosen or left out: they lie in a file (`chosenKey`), without which nothing may be planned. */
  hasChosen: boolean
  /** What its starter could see when it was started (`rightsIn`). */
  rights: string
  [key: string]: unknown
}
export const exportConfig = (job: Job) => job.data.config as ExportConfig

/** Ids that were chosen one by one, or left out. */
export interface Chosen {
  ids?: string[]
  except?: string[]
}
export interface UnitContent {
  ids: string[]
  /** Rows before it. */
  first: number
}

/** What only the work needs ends by itself after two days, whatever becomes of the job. */
export const chosenKey = (jobId: string): string => `export-parts/${jobId}/chosen`
export const partKey = (jobId: string, unit: number): string => `export-parts/${jobId}/rows/${unit}`
export const fileKey = (jobId: string): string => `exports/${jobId}/file`
export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
export const endingOf: Record<ExportFormat, string> = { csv: 'csv', xls: 'xlsx' }

/** What a viewer may see of these columns: another text where that has become more or less. */
export const rightsIn = (viewer: Viewer, columns: readonly CatalogueField[]): string =>
  JSON.stringify([viewer, columns.map(({ name, secrecy, tableSecrecy }) => [name, secrecy, tableSecrecy])])
