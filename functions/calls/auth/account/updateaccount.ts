import { updateaccount } from '../../../../shared/calls/auth/account/updateaccount.ts'
import { notFound } from '../../../../shared/errors.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideOwnSettings, settingsOf, viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { settingsRefusal } from '../../../services/account/settings-limit.ts'
import { saveEntity } from '../../../services/entity/save.ts'

/** Saves the own settings; everything else of an account is the administrators'. Errors: revision_conflict, rule_violated (too often a day). */
export default call(
  updateaccount,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const account = await entities.get('account', actor.account)
    if (!account) throw notFound(actor.account)
    const now = clock.now()
    const after = unwrap(decideOwnSettings(account, input, actor, now))
    unwrap(await settingsRefusal(account, actor, entities, now))
    const written = await saveEntity(entities, account, after)
    const institutions = await reference.all('institution')
    return { ...viewOf(written, institutions), userData: settingsOf(written) }
  },
)
