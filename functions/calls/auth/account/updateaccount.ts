import { updateaccount } from '../../../../shared/calls/auth/account/updateaccount.ts'
import { notFound } from '../../../../shared/errors.ts'
import type { AccountData } from '../../../../shared/model/actor.ts'
import type { Institution } from '../../../../shared/model/administration.ts'
import type { Entity } from '../../../../shared/model/entity.ts'
import { viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'

/** Saves the own settings; everything else of an account is the administrators'. Errors: revision_conflict. */
export default call(
  updateaccount,
  ['entities', 'reference', 'clock'],
  async (input, { entities, reference, clock, actor }) => {
    const account = (await entities.get(actor.account)) as Entity<AccountData> | undefined
    if (!account) throw notFound(actor.account)
    const written = (await entities.put(
      {
        ...account,
        updated: clock.now(),
        updatedBy: actor.account,
        data: { ...account.data, userData: input.userData },
      },
      { expectRev: input.rev },
    )) as Entity<AccountData>
    const institutions = await reference.all<Institution>('institution')
    return { ...viewOf(written, institutions), userData: written.data.userData }
  },
)
