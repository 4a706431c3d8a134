import { updateaccount } from '../../../../shared/calls/auth/account/updateaccount.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { AccountData } from '../../../../shared/model/actor.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { decideOwnSettings, viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'
import { saveEntity } from '../../../services/entity/save.ts'

/** Saves the own settings; everything else of an account is the administrators'. Errors: revision_conflict. */
export default call(
  updateaccount,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const account = (await entities.get(actor.account)) as Entity<AccountData> | undefined
    if (!account) throw notFound(actor.account)
    const after = unwrap(decideOwnSettings(account, input, actor, clock.now()))
    const written = await saveEntity(entities, account, after)
    const institutions = await reference.all<Institution>('institution')
    return { ...viewOf(written, institutions), userData: written.data.userData }
  },
)
