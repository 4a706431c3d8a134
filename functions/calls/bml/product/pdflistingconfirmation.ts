import { pdflistingconfirmation } from '../../../../shared/calls/bml/product/pdflistingconfirmation.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { contentOf } from '../../../domain/confirmation/content.ts'
import { confirmationHtml, fileNameOf, marginsOf } from '../../../domain/confirmation/html.ts'
import { documentKey } from '../../../domain/confirmation/sent.ts'
import { call } from '../../../runtime/call.ts'
import { printedConfirmation } from '../../../services/confirmation/document.ts'
import { findConfirmation } from '../../../services/confirmation/find.ts'
import { openReady } from '../../../services/confirmation/make.ts'
import { printJob } from '../../../services/print/start.ts'

const linkSeconds = 15 * 60

/**
 * A preview of a confirmation, or the document as it was sent. Errors: not_found, rule_violated (ERR1 to ERR6, with where each is
 * mended).
 */
export default call(
  pdflistingconfirmation,
  ['entities', 'reference', 'clock', 'ids', 'files', 'jobs:pdf', 'links'],
  async ({ confirmationId }, { entities, reference, clock, ids, files, jobs, links, actor }) => {
    const confirmation = unwrap(await findConfirmation({ entities, reference }, actor, confirmationId))
    const { sent, number } = confirmation.data
    if (sent && number !== undefined) {
      const fileName = fileNameOf(await printedConfirmation(sent.content, { number }))
      const key = documentKey(confirmationId, sent.fileHash)
      return { result: await links.linkTo(key, { seconds: linkSeconds, fileName }) }
    }
    const c = unwrap(await openReady({ entities, reference, clock }, actor, confirmation.data))
    const printed = await printedConfirmation(contentOf(confirmation.data, c), {})
    const request = {
      id: ids.next(),
      by: actor.account,
      sub: actor.sub,
      pages: [confirmationHtml(printed)],
      fileName: fileNameOf(printed),
      about: confirmationId,
      options: marginsOf(printed),
    }
    return { ticketNumber: await printJob(request, { entities, files, jobs, clock }) }
  },
)
