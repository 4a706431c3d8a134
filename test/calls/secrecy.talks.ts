/** Conversations of secrecy.world.ts: of others, of the viewers' own, and one that has not begun. */
import type { ConversationData, MessageData, Party, Side } from '../../shared/model/conversation.ts'
import { ids } from './harness.ts'
import type { Pick } from './secrecy.kinds.ts'
import { days, theirs } from './secrecy.parts.ts'

const { core2, admin } = ids.account
const { aare, rhine, austria, france } = ids.institution
const org = (id: string): Party => ({ kind: 'org', id })
const side = (party: Party, more: Partial<Side> = {}): Side => ({ ...party, sent: 0, read: 0, ...more })

interface Talk {
  id: string
  steps: { at: string; by: string; data: ConversationData & Record<string, unknown> }[]
  messages: (MessageData & Record<string, unknown>)[]
}
const messageOf = (conversation: string, sender: Party, recipient: Party, content: string): MessageData => ({
  conversation,
  n: 1,
  ofSide: 1,
  side: 'sender',
  sender,
  recipient,
  sent: days[0],
  content,
  attachments: [],
  notifies: true,
  token: conversation,
})

/** `talk`: of aare, which core and core2 are of, with another one that all other staff are told of by being of it. */
export function talkSteps(_once: Pick, today: Pick): Talk[] {
  const context = { productId: theirs.main }
  const with_ = (id: string, of: Party, to: Party, more: Partial<Side>, content: string, read = 0): Talk => ({
    id,
    steps: [
      {
        at: days[0],
        by: core2,
        data: {
          context,
          productId: theirs.main,
          sender: side(of, { sent: 1, ...more }),
          recipient: side(to, { read }),
          lastMessageAt: days[0],
          lastMessageBy: 'sender',
        },
      },
    ],
    messages: [messageOf(id, of, to, content)],
  })
  const kept = today('how a side keeps a conversation', ({ id, variant }) => ({
    folder: id,
    ...(variant === 1 && { assignee: core2 }),
  }))
  const others = today('conversation of others', ({ word, variant }) =>
    with_(theirs.talkOfOthers, org(austria), { kind: 'user', id: admin }, {}, word, variant),
  )
  const begun = today('conversation before its first message', ({ id, variant }): Talk => {
    const data: ConversationData = {
      context,
      subject: id,
      productId: theirs.main,
      sender: side(org(aare)),
      recipient: side(org(variant === 0 ? rhine : france)),
      lastMessageAt: days[0],
    }
    return { id: theirs.talkBegun, steps: [{ at: days[0], by: core2, data }], messages: [] }
  })
  return [
    with_(theirs.talk, org(aare), org(france), kept ?? {}, 'All that talk know of it'),
    ...(others ? [others] : []),
    ...(begun ? [begun] : []),
  ]
}
