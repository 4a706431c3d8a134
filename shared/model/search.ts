/** What staff save of their searches and share (file 2 §3, §6). */
import * as z from 'zod'
import { companyRoles } from '../constants.ts'
import { maxExportColumns } from '../rules/export.ts'
import { atMost } from '../search/size.ts'
import { searchTree } from '../search/tree.ts'
import { id, line } from './basics.ts'

/** Whom an entry is shown to besides who made it; nobody where it says nothing. */
const shared = {
  title: line.min(1),
  /** In the person's own lists; a path of names, joined by `/`. */
  folder: line.optional(),
  isPublic: z.boolean().default(false),
  visibleForInstitutions: z.array(id).max(100).default([]),
}
const field = z.string().min(1).max(200)

export const savedSearch = z.strictObject({
  ...shared,
  tree: searchTree,
  /** List that conditions on lists are about. */
  inList: id.optional(),
  /** Made for an address that can be shared: whoever has it may open it, and no list shows it. */
  isTemporary: z.boolean().default(false),
})
export type SavedSearch = z.infer<typeof savedSearch>

export const columnSet = z.strictObject({
  ...shared,
  /** Names of the field catalogue, in their order. */
  columns: atMost(60, field, { min: 1 }),
  /** List whose values are shown with it; the one that is chosen if absent. */
  inList: id.optional(),
})

/** Columns of an export about the companies of a role: of the address for the catalogue or for invoices, else of the main one. */
const exportPackage = z.strictObject({
  role: z.enum(companyRoles),
  addresses: z.enum(['catalog', 'invoice']),
})
export type ExportPackage = z.infer<typeof exportPackage>
export const exportPackages = z
  .array(exportPackage)
  .max(8)
  .refine(
    (all) => new Set(all.map(({ role, addresses }) => `${role} ${addresses}`)).size === all.length,
    'expected each package once',
  )

export const exportSet = z
  .strictObject({
    ...shared,
    /** Of the list, in their order. */
    columns: atMost(maxExportColumns, field, { min: 1 }),
    /** Fields that are no columns of the list, behind them. */
    fields: atMost(maxExportColumns, field).default([]),
    /** Behind the fields. */
    packages: exportPackages.default([]),
    /** List whose values are exported; the one that is chosen if absent. */
    inList: id.optional(),
  })
  .refine(({ columns, fields }) => columns.length + fields.length <= maxExportColumns, {
    path: ['fields'],
    message: `expected at most ${maxExportColumns} columns and fields`,
  })
