/** Notes that are mailed to those who are responsible for them. */
import { fixedIds } from '../../../shared/constants.ts'
import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import type { ProductData } from '../../../shared/model/product.ts'
import { actorOf, mayUse } from '../../../shared/rules/actor.ts'

type Account = Entity<AccountData>
type Institutions = ReadonlyMap<string, Entity<Institution>>

/** A note, by where it stands. */
export interface NotePlace {
  product: string
  list: string
  note: string
}

export interface NoteWritten extends NotePlace {
  label: string
}

/** The notes with a label that were written by the save that made this state. Errors: throws on a state that no version of ours has stored. */
export function notesWritten(entity: Entity): NoteWritten[] {
  if (!isOfClass('product', entity) || entity.disabled) return []
  return Object.entries(entity.data.listData).flatMap(([list, { _notes }]) =>
    Object.entries(_notes ?? {}).flatMap(([note, { label, at, read }]) =>
      label !== undefined && !read && at === entity.updated
        ? [{ product: entity.id, list, note, label }]
        : [],
    ),
  )
}

/** The institution and, where one is named, the account that a list of the product is the business of. */
export const responsibleFor = ({ listData }: ProductData, list: string) =>
  listData[list]?._responsible ?? listData[fixedIds.list.base]?._responsible

/** Who acts with the account; undefined where nobody can. */
export function asActor(account: Entity | undefined, institutions: Institutions): Actor | undefined {
  if (!account || !isOfClass('account', account)) return undefined
  const [sub] = account.data.ssoUsers
  return sub !== undefined && mayUse(account, sub) ? actorOf(account, sub, institutions) : undefined
}

const wantsMail = ({ id, data: { userData } }: Account, author: string): boolean =>
  id !== author && userData.sendNotificationMailsNotes === true && userData.email !== undefined

/**
 * Ids of the accounts that get a mail, of those that may see the note: the one that the list names, where it wants mails, else all of the institution that do. Who wrote
 * the note gets none, and no address gets two.
 */
export function mailedAccounts(
  people: readonly Entity[],
  { named, author }: { named: string | undefined; author: string },
): string[] {
  const wanting = people.filter((one) => isOfClass('account', one)).filter((one) => wantsMail(one, author))
  const first = wanting.filter(({ id }) => id === named)
  const addresses = new Map<string, string>()
  for (const { id, data } of first.length > 0 ? first : wanting) {
    const address = data.userData.email!.toLowerCase()
    if (!addresses.has(address)) addresses.set(address, id)
  }
  return [...addresses.values()]
}
