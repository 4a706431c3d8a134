/** Mails about messages: who gets one, and sending it. */
import { defaultLocale } from '../../../shared/constants.ts'
import type { Conversation, Message, Party } from '../../../shared/model/conversation.ts'
import { otherSide } from '../../../shared/model/conversation.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { cutText } from '../../../shared/rules/cut-text.ts'
import { mailTexts } from '../../../shared/texts/mail-texts.ts'
import { asActor, mailedAccounts, oneLine } from '../../domain/account/mails.ts'
import { isUnreadNow } from '../../domain/conversation/mails.ts'
import { isConversation, isMessage } from '../../domain/conversation/rules.ts'
import type { EntityReader } from '../../ports/entity-store.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Site } from '../../ports/site.ts'
import { readMany } from '../entity/many.ts'
import { namingPages } from '../entity/naming.ts'
import type { ReferenceReader } from '../product/open.ts'
import { viewConversations } from './view.ts'

interface Readers {
  entities: EntityReader
  reference: ReferenceReader
}
/** Characters of the message that a mail shows. */
const shownLength = 1_000

/** The message as it stands now; undefined where it was read meanwhile, or is gone. */
async function messageNow(
  entities: EntityReader,
  id: string,
): Promise<{ message: Message; conversation: Conversation } | undefined> {
  const message = await entities.get('message', id)
  if (!message || message.disabled) return undefined
  const conversation = await entities.get(message.data.conversation)
  if (!isConversation(conversation) || conversation.disabled) return undefined
  return isUnreadNow(message.data, conversation.data) ? { message, conversation } : undefined
}

/** People of a party. */
async function peopleOf({ entities, reference }: Readers, { kind, id }: Party): Promise<Entity[]> {
  if (kind === 'user') return readMany(entities, [id])
  if (kind === 'org') {
    const institution = (await reference.all('institution')).get(id)
    return institution && !institution.disabled ? readMany(entities, institution.data.users) : []
  }
  const found: Entity[] = []
  for await (const { list } of namingPages(entities, id))
    found.push(...list.filter((one) => isOfClass('account', one) && one.data.companyLink === id))
  return found
}

/** Ids of the accounts that are to get a mail of the message. */
export async function recipientsOfMessage(ports: Readers, id: string): Promise<string[]> {
  const now = await messageNow(ports.entities, id)
  if (!now) return []
  const { message, conversation } = now
  const to = conversation.data[otherSide(message.data.side)]
  const institutions = await ports.reference.all('institution')
  const people = (await peopleOf(ports, to)).filter((one) => asActor(one, institutions) !== undefined)
  return mailedAccounts(people, 'sendNotificationMailsMessages', {
    first: to.assignee,
    author: message.createdBy,
  })
}

/**
 * Tells the account of the message, in its language and with what it may see now; sends nothing where it was read meanwhile, or is no
 * business of the account any more. A mail may go out twice where a process dies behind it.
 */
export async function mailMessage(
  ports: Readers & { mailer: Mailer; site: Pick<Site, 'home'> },
  id: string,
  accountId: string,
): Promise<void> {
  const { entities, reference, mailer, site } = ports
  const [now, account, institutions] = await Promise.all([
    messageNow(entities, id),
    entities.get('account', accountId),
    reference.all('institution'),
  ])
  const actor = asActor(account, institutions)
  if (!now || !actor || !account) return
  const { email, selectedUiLanguage: locale = defaultLocale } = account.data.userData
  const [seen] = await viewConversations({ entities, reference }, [now.conversation], {
    ...actor,
    language: locale,
  })
  if (email === undefined || !seen) return
  const say = await mailTexts(locale)
  const { side, content, attachments } = now.message.data
  const about = seen.about.title ? seen.about.title : say(`message.about.${seen.about.key}`, {})
  const told = {
    about: oneLine(about),
    party: oneLine(seen.names[seen.data[side].id] ?? say('message.someone', {})),
    text: content.length > shownLength ? `${cutText(content, shownLength)}…` : content,
    files: attachments.map(({ fileName }) => oneLine(fileName)).join('\n'),
    address: site.home === undefined ? '' : `${site.home}/user/messagecenter/detail/${now.conversation.id}`,
  }
  await mailer.send({
    to: [email],
    subject: oneLine(say('message.subject', told)),
    text: say('message.text', told),
  })
}

/** Of the changed entities those messages that are to be told of. */
export const messagesToMail = (changed: readonly (Entity | undefined)[]): Message[] =>
  changed.filter(isMessage).filter(({ rev, disabled, data }) => rev === 1 && !disabled && data.notifies)
