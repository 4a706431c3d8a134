/** What tests of conversations share: who talks with whom, and what each is told. */
import type { DemoUser } from '../../scripts/seed/people.ts'
import { list } from '../../shared/calls/bml/conversation/list.ts'
import { save } from '../../shared/calls/bml/conversation/save.ts'
import { loadmessage } from '../../shared/calls/bml/message/loadmessage.ts'
import { readmessages } from '../../shared/calls/bml/message/readmessages.ts'
import { sendmessage } from '../../shared/calls/bml/message/sendmessage.ts'
import { unread } from '../../shared/calls/bml/message/unread.ts'
import { type Harness, ids } from './harness.ts'

export const { aare, rhine, france } = ids.institution
export const { compost, neem } = ids.product
export const { nordhain } = ids.company

type Input<C extends { input: { _zod: { input: unknown } } }> = C['input']['_zod']['input']

/** Calls of one harness, in few words. */
export const talkOf = (h: () => Harness) => ({
  /** About a product, unless said otherwise; gives the conversation and the message. */
  send: (user: DemoUser, message: string, more: Partial<Input<typeof sendmessage>> = {}, account?: string) =>
    h()
      .as(user, account)
      .call(sendmessage, {
        ...(more.conversationId === undefined && { context: { productId: compost } }),
        message,
        ...more,
      }),
  load: (user: DemoUser, conversationId: string, more: Partial<Input<typeof loadmessage>> = {}) =>
    h()
      .as(user)
      .call(loadmessage, { conversationId, ...more }),
  about: (user: DemoUser, more: Partial<Input<typeof loadmessage>> = {}) =>
    h()
      .as(user)
      .call(loadmessage, { context: { productId: compost }, ...more }),
  read: (user: DemoUser, conversationId: string, n: number) =>
    h().as(user).call(readmessages, { conversationId, n }),
  async found(user: DemoUser, filter: Input<typeof list>['filter'] = {}, account?: string) {
    await h().indexed()
    return h().as(user, account).call(list, { filter })
  },
  async unread(user: DemoUser, account?: string) {
    await h().indexed()
    return (await h().as(user, account).call(unread, {})).count
  },
  async keep(user: DemoUser, id: string, patch: Input<typeof save>['patch']) {
    return h()
      .as(user)
      .call(save, { id, rev: await h().revOf(id), patch })
  },
})
