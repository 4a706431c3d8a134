import * as z from 'zod'
import { locales, maxAskedBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, instant } from '../../../model/basics.ts'
import { maxReportProducts, reportForms, reportTypes } from '../../../rules/report.ts'
import { filter } from '../../../search/filter.ts'

export const pdfprintreport = contract({
  name: 'bml/product/pdfprintreport',
  title: 'A report of products as a PDF',
  access: 'export:run',
  maxBodyBytes: maxAskedBytes,
  idempotent: true,
  logged: ['productId'],
  input: z.strictObject({
    /**
     * `print`: what the list shows publicly, and nothing else. `reregistration`: for each company what it has in the list, to be
     * checked and signed. `components`: the components that the caller may see.
     */
    reportType: z.enum(reportTypes),
    /** One document, or a zip with one for each product; of a re-registration with one for each company. */
    form: z.enum(reportForms).default('pdf'),
    listId: id,
    language: z.enum(locales),
    /** Approvals under this one alone. */
    standard: id.optional(),
    /** One product; without it, all that the filter and the name find. */
    productId: id.optional(),
    attributeFilter: filter.optional(),
    /** Name search: transliterated. */
    name: z.string().max(200).optional(),
    /** These products and no others. */
    ids: z.array(id).min(1).max(maxReportProducts).optional(),
    /** Products that are left out, of what the filter and the name find. */
    except: z.array(id).max(maxReportProducts).optional(),
    /** Of the company that a re-registration goes to: whom it is addressed to, instead of the main contact. */
    contactPerson: z.string().trim().max(200).optional(),
    /** The day whose approvals are printed; today if absent. */
    dateTime: instant.optional(),
  }),
  output: z.object({
    /** Asked for with `bml/product/getpdfandstatus`; also the id of the job. */
    ticketNumber: id,
  }),
})
