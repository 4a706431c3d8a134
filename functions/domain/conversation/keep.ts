/** How a side keeps its conversation: in which folder, whose business it is, whether it is archived. */
import type { Conversation, ConversationData, Side, SideName } from '../../../shared/model/conversation.ts'
import type { JsonPatch } from '../../../shared/model/entity.ts'
import { isRefusal, noChange, type Refusal, staleRev } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { checkedData, patched } from '../entity/checked.ts'
import { messageRule } from './rules.ts'

const keptKeys = ['assignee', 'folder', 'archived'] as const

/** The side as it was, with what somebody keeps of another state of it. */
function withKept(stored: Side, wanted: Side, now: string): Side {
  const { assignee: _a, folder: _f, archived: _r, ...rest } = stored
  const { assignee, folder } = wanted
  const archived = stored.archived ?? (wanted.archived === undefined ? undefined : now)
  return {
    ...rest,
    ...(assignee !== undefined && { assignee }),
    ...(folder !== undefined && { folder }),
    ...(archived !== undefined && { archived }),
  }
}
const withoutKept = (side: Side) =>
  Object.fromEntries(Object.entries(side).filter(([key]) => !(keptKeys as readonly string[]).includes(key)))

/**
 * The conversation after a patch of what its reader sees of it. Only what the own sides keep can be changed, and nobody takes anything
 * out of the archive. Refuses: revision_conflict, invalid_input, rule_violated, also for no change at all.
 */
export function decideKeep(
  before: Conversation,
  told: Conversation,
  { rev, patch }: { rev: number; patch: JsonPatch },
  sides: readonly SideName[],
  now: string,
): ConversationData | Refusal {
  if (rev !== before.rev) return staleRev(rev, before.rev)
  const changed = patched(told.data, patch)
  if (isRefusal(changed)) return changed
  const wanted = checkedData<ConversationData>('conversation', changed)
  if (isRefusal(wanted)) return wanted
  let after = before.data
  let rest = wanted
  for (const name of sides) {
    if (wanted[name].archived === undefined && before.data[name].archived !== undefined)
      return messageRule('conversationArchived', `/${name}/archived`)
    after = { ...after, [name]: withKept(before.data[name], wanted[name], now) }
    if (sameValue(withoutKept(wanted[name]), withoutKept(told.data[name])))
      rest = { ...rest, [name]: told.data[name] }
  }
  if (!sameValue(rest, told.data)) return messageRule('conversationFixed')
  return sameValue(after, before.data) ? noChange() : after
}
/** Assignees that were not there before, by the side. */
export const newAssignees = (
  before: ConversationData,
  after: ConversationData,
): { name: SideName; account: string }[] =>
  (['sender', 'recipient'] as const).flatMap((name) => {
    const account = after[name].assignee
    return account !== undefined && account !== before[name].assignee ? [{ name, account }] : []
  })
