/** Which parties of conversations somebody is of. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Party } from '../../../shared/model/conversation.ts'
import { ownParties } from '../../../shared/rules/conversation.ts'
import type { ReferenceReader } from '../product/open.ts'

export async function ownPartiesOf(reference: ReferenceReader, actor: Actor): Promise<Party[]> {
  const institutions = await reference.all('institution')
  const listing = [...institutions.values()]
    .filter(({ disabled, data }) => !disabled && data.users.includes(actor.account))
    .map(({ id }) => id)
  return ownParties(actor, listing)
}
