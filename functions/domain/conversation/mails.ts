/** Who is told of a message by mail: whoever of the other party wants it, first the person whose business it is. */
import type { AccountData } from '../../../shared/model/actor.ts'
import type { ConversationData, MessageData } from '../../../shared/model/conversation.ts'
import { otherSide } from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'

/** Whether it is unread still, and nobody has sent it twice: what was read meanwhile is known already. */
export const isUnreadNow = (
  { side, ofSide }: Pick<MessageData, 'side' | 'ofSide'>,
  data: ConversationData,
): boolean => data[otherSide(side)].read < ofSide

type Account = Entity<AccountData>
const wantsMail = (
  { id, disabled, data: { active, ssoUsers, userData } }: Account,
  author: string,
): boolean =>
  id !== author &&
  !disabled &&
  active &&
  ssoUsers.length > 0 &&
  userData.sendNotificationMailsMessages === true &&
  userData.email !== undefined

/** Ids of those among the people who get one; no address gets two. */
export function mailedAccounts(
  people: readonly Entity[],
  { assignee, author }: { assignee: string | undefined; author: string },
): string[] {
  const wanting = people.filter((one) => isOfClass('account', one)).filter((one) => wantsMail(one, author))
  const first = wanting.filter(({ id }) => id === assignee)
  const addresses = new Map<string, string>()
  for (const { id, data } of first.length > 0 ? first : wanting) {
    const address = data.userData.email!.toLowerCase()
    if (!addresses.has(address)) addresses.set(address, id)
  }
  return [...addresses.values()]
}
