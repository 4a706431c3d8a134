/** What conversations are called: by what they are about, and whom they are with. */

import { useMemo } from 'react'
import { fixedIds } from '../../../shared/constants.ts'
import type { ContextKey, SideName } from '../../../shared/model/conversation.ts'
import { otherSide } from '../../../shared/model/conversation.ts'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import { mayOpen } from '../../../shared/rules/permissions.ts'
import { useReference } from '../../api/reference.ts'
import { useSession } from '../../api/session.tsx'
import { invoiceHref, productHref } from '../../frame/links.ts'
import { useLocale, useTexts } from '../../texts/texts.ts'
import { useTitle } from '../../ui/localized.tsx'
import { entityOptions } from '../../ui/select-options.ts'

/** Options of this type that staff can choose, such as folders. */
export function useOptionsOf(type: 'message-folder' | 'message-subject') {
  const title = useTitle()
  const { locale } = useLocale()
  const { selectoptions } = useReference()
  return useMemo(
    () =>
      entityOptions(
        [...selectoptions.values()].filter(({ data }) => data.type === type && data.enabled),
        title,
        locale,
      ),
    [selectoptions, type, title, locale],
  )
}

export function useTalkWords() {
  const t = useTexts('messages')
  const title = useTitle()
  const { selectoptions } = useReference()
  const isEditor = mayOpen(useSession().actor, 'editor')
  const partyOf = ({ data, names }: ConversationView, side: SideName): string => {
    const { kind, id } = data[side]
    return names[id] ?? t(`party.${kind}`)
  }
  const optionTitle = (id: string | undefined) =>
    id === undefined ? undefined : title(selectoptions.get(id)?.data.title)
  const aboutOf = ({ about: { key, title: name } }: Pick<ConversationView, 'about'>): string =>
    name ? t(`about.${key}`, { name }) : t(`context.${key}`)
  return {
    t,
    partyOf,
    aboutOf,
    /** Its own subject before what it is about. */
    titleOf: (view: ConversationView): string => {
      const subject = optionTitle(view.data.subject)
      return subject === undefined ? aboutOf(view) : `${subject} · ${aboutOf(view)}`
    },
    /** The other side, or both where the viewer is on none or on each. */
    withOf: (view: ConversationView): string => {
      const [own, more] = view.mine
      return own !== undefined && more === undefined
        ? partyOf(view, otherSide(own))
        : `${partyOf(view, 'sender')} – ${partyOf(view, 'recipient')}`
    },
    optionTitle,
    /** Undefined where the reader has no page of it. */
    hrefOf: (about: ConversationView['about'], productId?: string): string | undefined =>
      isEditor ? aboutHref(about, productId) : undefined,
    sideState: (view: ConversationView) => view.data[view.writesAs ?? view.mine[0] ?? 'sender'],
  }
}

/** Where what it is about can be looked at, by who may know of it. */
function aboutHref(about: ConversationView['about'], productId?: string | undefined): string | undefined {
  if (about.title === undefined) return undefined
  const hrefs: Record<ContextKey, () => string | undefined> = {
    productId: () => productHref(about.id, fixedIds.list.base),
    confirmationId: () => productId && productHref(productId, fixedIds.list.base),
    invoiceId: () => invoiceHref(about.id),
    requestId: () => undefined,
  }
  return hrefs[about.key]()
}
