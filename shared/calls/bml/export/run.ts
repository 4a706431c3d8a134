import * as z from 'zod'
import { locales, maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { exportPackages } from '../../../model/search.ts'
import {
  decimalSigns,
  exportFormats,
  maxChosen,
  maxExportColumns,
  separators,
} from '../../../rules/export.ts'
import { filter, sorting } from '../../../search/filter.ts'

export const run = contract({
  name: 'bml/export/run',
  title: 'Export products as a CSV file or a workbook, as a job',
  access: 'export:run',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  input: z.strictObject({
    format: z.enum(exportFormats),
    /** Of titles, labels, dates and numbers. */
    language: z.enum(locales),
    /** Names of the field catalogue, in the order of the file. At most 5 are categories. */
    columns: z.array(z.string().max(200)).min(1).max(maxExportColumns),
    /** Columns about companies, behind the others. */
    packages: exportPackages.optional(),
    /** List that columns and sort keys starting with `lists.` are read from; the base list if absent. */
    list: id.optional(),
    /** These products and no others; without it, all that the filter and the name find. */
    ids: z.array(id).min(1).max(maxChosen).optional(),
    attributeFilter: filter.optional(),
    /** Name search: transliterated. */
    name: z.string().max(200).optional(),
    /** Products that are left out, of what the filter and the name find. */
    except: z.array(id).max(maxChosen).optional(),
    sorting: sorting.optional(),
    /** Of a CSV file; what is absent follows from the language. */
    csv: z
      .strictObject({
        separator: z.enum(separators).optional(),
        decimalSign: z.enum(decimalSigns).optional(),
        /** A mark at the beginning (BOM) that tells programs the encoding, which is UTF-8. */
        hasMark: z.boolean().default(true),
      })
      .optional(),
  }),
  output: z.object({ jobId: id }),
})
