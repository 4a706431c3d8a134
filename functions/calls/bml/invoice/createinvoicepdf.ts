import { createinvoicepdf } from '../../../../shared/calls/bml/invoice/createinvoicepdf.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { fileNameOf, invoiceHtml, marginsOf } from '../../../domain/invoice/html.ts'
import { documentKey } from '../../../domain/invoice/sealed.ts'
import { call } from '../../../runtime/call.ts'
import { previewOf, printedInvoice } from '../../../services/invoice/document.ts'
import { findInvoice } from '../../../services/invoice/view.ts'
import { printJob } from '../../../services/print/start.ts'

const linkSeconds = 15 * 60

/** The document of an invoice as it was sent, or a preview of what it would be. Errors: not_found. */
export default call(
  createinvoicepdf,
  ['entities', 'reference', 'clock', 'ids', 'files', 'jobs:pdf', 'links'],
  async ({ invoiceId }, { entities, reference, clock, ids, files, jobs, links, actor }) => {
    const { data } = unwrap(await findInvoice({ entities, reference }, actor, invoiceId))
    if (data.sealed && data.fileHash !== undefined) {
      const fileName = fileNameOf(await printedInvoice(reference, data, data.sealed))
      const key = documentKey(invoiceId, data.fileHash)
      return { result: await links.linkTo(key, { seconds: linkSeconds, fileName }) }
    }
    const printed = await previewOf({ entities, reference }, actor, data)
    const request = {
      id: ids.next(),
      by: actor.account,
      sub: actor.sub,
      pages: [invoiceHtml(printed)],
      fileName: fileNameOf(printed),
      about: invoiceId,
      options: marginsOf(printed),
    }
    return { ticketNumber: await printJob(request, { entities, files, jobs, clock }) }
  },
)
