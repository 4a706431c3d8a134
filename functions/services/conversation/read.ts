/** Reading: what of a conversation is unread for whom. */
import type { Actor } from '../../../shared/model/actor.ts'
import type { Conversation } from '../../../shared/model/conversation.ts'
import { messageCount, ownSides, unreadFor } from '../../../shared/rules/conversation.ts'
import { isRefusal, type Refusal } from '../../../shared/rules/refusal.ts'
import { decideRead, isMessage } from '../../domain/conversation/rules.ts'
import type { EntityStore } from '../../ports/entity-store.ts'
import { untilSaved } from '../entity/turns.ts'
import type { TalkPorts } from './about.ts'
import { messageId, openConversation } from './open.ts'
import { ownPartiesOf } from './own.ts'

export interface ReadPorts extends TalkPorts {
  entities: EntityStore
  clock: { now(): string }
}

/**
 * Marks what the actor has seen as read for their sides: messages up to this number. One who only looks on, as an administrator does,
 * reads nothing for anybody. Refuses: not_found.
 */
export async function readMessagesUpTo(
  { entities, reference, clock }: ReadPorts,
  { conversationId, n }: { conversationId: string; n: number },
  actor: Actor,
): Promise<{ rev: number; unread: number } | Refusal> {
  return untilSaved(async () => {
    const before = await openConversation(entities, conversationId, actor)
    if (isRefusal(before)) return before
    const sides = ownSides(before.data, await ownPartiesOf(reference, actor))
    const answer = ({ rev, data }: Pick<Conversation, 'rev' | 'data'>) => ({
      rev,
      unread: unreadFor(data, sides),
    })
    const last = Math.min(n, messageCount(before.data))
    const message = last > 0 ? await entities.get(await messageId(conversationId, last)) : undefined
    if (!isMessage(message)) return answer(before)
    const now = clock.now()
    const data = decideRead(before.data, sides, message.data, now)
    if (!data) return answer(before)
    const after = { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
    return answer(await entities.put(after, { expectRev: before.rev }))
  })
}
