import { createlistingconfirmation } from '../../../../shared/calls/bml/product/createlistingconfirmation.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { confirmationRule } from '../../../domain/confirmation/rules.ts'
import { call } from '../../../runtime/call.ts'
import { makeConfirmation } from '../../../services/confirmation/make.ts'

/**
 * Makes a confirmation, to be looked at and sent. Errors: not_found, forbidden, invalid_input, rule_violated (ERR1 to ERR6, with
 * where each is mended).
 */
export default call(
  createlistingconfirmation,
  ['entities', 'reference', 'clock', 'ids', 'site'],
  async ({ url, ...asked }, { entities, reference, clock, ids, site, actor }) => {
    const { origin } = new URL(url)
    if (!site.isOwn(origin)) unwrap(confirmationRule('confirmationSite', '/url'))
    const made = { ...asked, site: origin }
    return unwrap(await makeConfirmation({ entities, reference, clock }, actor, ids.next(), made))
  },
)
