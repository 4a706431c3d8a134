/** Exports of the product list: what browser and server both know of them. */
import type { Locale } from '../constants.ts'
import type { CatalogueField } from '../search/catalogue-field.ts'
import { tagOf } from './day-text.ts'

/** `xls` is a workbook as the programs of today write it (`.xlsx`). */
export const exportFormats = ['csv', 'xls'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Lines of a sheet, less that of the titles. */
export const maxWorkbookRows = 1_048_575
/** Cells of a workbook: more are not packed within the time that the end of a job has (docs/decisions/exports.md). */
const maxWorkbookCells = 20_000_000
/** Rows of a workbook that has so many columns. */
export const workbookRows = (columns: number): number =>
  Math.min(maxWorkbookRows, Math.floor(maxWorkbookCells / Math.max(1, columns)))
/** UTF-16 units of a cell. */
export const maxCellLength = 32_767
/** Of all columns, so many may be categories (file 1 §9). */
export const maxCategoryColumns = 5
const isCategory = ({ name, entityClass }: Pick<CatalogueField, 'name' | 'entityClass'>) =>
  entityClass === 'category' || name.endsWith('categoryTree')
export const tooManyCategories = (
  columns: readonly Pick<CatalogueField, 'name' | 'entityClass'>[],
): boolean => columns.filter(isCategory).length > maxCategoryColumns
export const maxExportColumns = 60
/** Products that are chosen, or left out, one by one. */
export const maxChosen = 9000
/** Days that a file is kept. */
export const exportDays = 30

/** Those of a set of an export, in the order of the file. */
export const allColumns = ({
  columns,
  fields,
}: {
  columns: readonly string[]
  fields: readonly string[]
}) => [...columns, ...fields]

/** Of a company, in the order of the file. */
export const packageParts = [
  'name',
  'customerNumber',
  'street',
  'zip',
  'city',
  'country',
  'phone',
  'email',
  'website',
] as const
export const packageColumnCount = (packages: readonly unknown[] = []): number =>
  packages.length * packageParts.length

export const separators = [';', ',', '\t'] as const
export type Separator = (typeof separators)[number]
export const decimalSigns = [',', '.'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** As the language writes numbers. */
export const decimalSignOf = (language: Locale): DecimalSign =>
  new Intl.NumberFormat(tagOf(language)).format(1.5).includes(',') ? ',' : '.'
/** Where the comma is the decimal sign, programs expect the semicolon between cells. */
export const separatorOf = (language: Locale): Separator => (decimalSignOf(language) === ',' ? ';' : ',')
