import { getaccount } from '../../../../shared/calls/auth/account/getaccount.ts'
import { notFound } from '../../../../shared/errors.ts'
import { actorOf } from '../../../../shared/rules/actor.ts'
import { settingsOf, viewOf } from '../../../domain/account/accounts.ts'
import { call } from '../../../runtime/call.ts'

/** The account in use as it is stored now, newer than what the actor step may still believe. */
export default call(getaccount, ['entities:read', 'reference'], async (_, { entities, reference, actor }) => {
  const account = await entities.get('account', actor.account)
  if (!account) throw notFound(actor.account)
  const institutions = await reference.all('institution')
  return {
    ...viewOf(account, institutions),
    userData: settingsOf(account),
    actor: actorOf(account, actor.sub, institutions),
  }
})
