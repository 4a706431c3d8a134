/** Which conversations a list is asked for, in the words of the index. */
import type { ConversationFilter } from '../../../shared/calls/bml/conversation/list.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { type ContextKey, contextKeys, type Party } from '../../../shared/model/conversation.ts'
import { knowsBy } from '../../../shared/rules/conversation.ts'
import { and, not, or } from '../../../shared/search/combine.ts'
import { marks } from '../../../shared/search/conversation-document.ts'
import type { IndexQuery } from '../../../shared/search/index-query.ts'
import { terms } from '../../../shared/search/visibility.ts'

/** Length of an id; a subject of that length is one (file 2 §5). */
const idLength = 36
const isContextKey = (text: string): text is ContextKey => (contextKeys as readonly string[]).includes(text)

/** Those that the actor may know of and nobody deleted. */
export const knownConversations = (actor: Actor): IndexQuery =>
  and(terms('seenBy', knowsBy(actor)), not({ op: 'terms', field: 'deleted', values: [true] }))

const marked = (all: readonly string[]): IndexQuery => terms('seenBy', [...all])

/** Those that the actor has not read. Who talks as a person with an institution of theirs reads as the person. */
export function unreadBy(own: readonly Party[]): IndexQuery {
  const person = own.filter(({ kind }) => kind === 'user').map(({ id }) => id)
  const others = own.filter(({ kind }) => kind !== 'user').map(({ id }) => id)
  return or(marked(person.map(marks.unread)), and(marked(others.map(marks.unread)), not(marked(person))))
}

/** `products`: those whose name was asked for, as the actor finds them. */
export function conversationQuery(
  asked: ConversationFilter,
  actor: Actor,
  own: readonly Party[],
  products: readonly string[] | undefined,
): IndexQuery {
  const ids = own.map(({ id }) => id)
  const { view, assignee, institution, folder, archived, unread, subject, sender, recipient, context } = asked
  const assignedTo = (account: string) => marked(ids.map((party) => marks.assigned(party, account)))
  const parts: IndexQuery[] = [knownConversations(actor)]
  if (view === 'mine') parts.push(or(assignedTo(actor.account), marked([actor.account])))
  if (view === 'unassigned') parts.push(marked(ids.map(marks.unassigned)))
  if (assignee !== undefined) parts.push(assignedTo(assignee))
  if (institution !== undefined) parts.push(marked([marks.from(institution), marks.to(institution)]))
  if (folder !== undefined) parts.push(marked(ids.map((party) => marks.folder(party, folder))))
  const inArchive = marked(ids.map(marks.archived))
  // What came since it was archived is shown until it is read.
  if (archived === false) parts.push(or(not(inArchive), unreadBy(own)))
  if (archived === true) parts.push(inArchive)
  if (unread === true) parts.push(unreadBy(own))
  if (unread === false) parts.push(not(unreadBy(own)))
  if (subject !== undefined)
    parts.push(
      marked(
        subject.length === idLength
          ? [marks.subject(subject)]
          : isContextKey(subject)
            ? [marks.context(subject)]
            : [],
      ),
    )
  if (sender !== undefined) parts.push(marked([marks.from(sender)]))
  if (recipient !== undefined) parts.push(marked([marks.to(recipient)]))
  if (context !== undefined) parts.push(marked([marks.about(context)]))
  if (products !== undefined) parts.push(marked(products.map(marks.aboutProduct)))
  return and(...parts)
}
