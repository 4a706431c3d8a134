/** What the index holds of conversations and messages besides their own values: who may know of them, and how each party keeps them. */
import type { ContextKey, ConversationData, MessageData, Side } from '../model/conversation.ts'
import { sideNames } from '../model/conversation.ts'
import { aboutOf, isBegun, unreadOf } from '../rules/conversation.ts'

/**
 * Marks that stand in `seenBy` beside the ids of parties: asked by `bml/conversation/list` alone, for parties of who asks. The
 * catalogue of fields does not have them, so nobody else asks for them or is shown one.
 */
export const marks = {
  from: (party: string) => `from:${party}`,
  to: (party: string) => `to:${party}`,
  about: (id: string) => `about:${id}`,
  aboutProduct: (id: string) => `product:${id}`,
  /** The context, where the conversation has no subject of its own. */
  context: (key: ContextKey) => `context:${key}`,
  subject: (id: string) => `subject:${id}`,
  unread: (party: string) => `unread:${party}`,
  archived: (party: string) => `archived:${party}`,
  unassigned: (party: string) => `unassigned:${party}`,
  assigned: (party: string, account: string) => `assigned:${party}:${account}`,
  folder: (party: string, folder: string) => `folder:${party}:${folder}`,
} as const

/** Parties that may know of it: before its first message that is who begins it. */
export const conversationReaders = (data: ConversationData): string[] =>
  isBegun(data) ? [data.sender.id, data.recipient.id] : [data.sender.id]

export function conversationMarks(data: ConversationData): string[] {
  const about = aboutOf(data.context)
  const ofSide = (side: Side, unread: number) => [
    ...(unread > 0 ? [marks.unread(side.id)] : []),
    ...(side.archived === undefined ? [] : [marks.archived(side.id)]),
    ...(side.folder === undefined ? [] : [marks.folder(side.id, side.folder)]),
    ...(side.assignee === undefined
      ? side.kind === 'user'
        ? []
        : [marks.unassigned(side.id)]
      : [marks.assigned(side.id, side.assignee)]),
  ]
  return [
    marks.from(data.sender.id),
    marks.to(data.recipient.id),
    marks.about(about.id),
    ...(data.productId === undefined ? [] : [marks.aboutProduct(data.productId)]),
    data.subject === undefined ? marks.context(about.key) : marks.subject(data.subject),
    ...sideNames.flatMap((name) => ofSide(data[name], unreadOf(data, name))),
  ]
}

export const messageReaders = ({ sender, recipient }: MessageData): string[] => [
  ...new Set([sender.id, recipient.id]),
]
