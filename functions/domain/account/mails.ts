/** Mails to people: who can be told at all, who wants to be, and each address once. */
import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { actorOf, mayUse } from '../../../shared/rules/actor.ts'

type Account = Entity<AccountData>

/** Who acts with the account; undefined where nobody can. */
export function asActor(
  account: Entity | undefined,
  institutions: ReadonlyMap<string, Entity<Institution>>,
): Actor | undefined {
  if (!account || !isOfClass('account', account)) return undefined
  const [sub] = account.data.ssoUsers
  return sub !== undefined && mayUse(account, sub) ? actorOf(account, sub, institutions) : undefined
}

/** Ids of the accounts that have an address, the first of each. */
export function oneByAddress(accounts: readonly Account[]): string[] {
  const addresses = new Map<string, string>()
  for (const { id, data } of accounts) {
    const address = data.userData.email?.toLowerCase()
    if (address !== undefined && !addresses.has(address)) addresses.set(address, id)
  }
  return [...addresses.values()]
}

/**
 * Ids of those among the people who get a mail: whose business it is first, where they want mails of this kind, else all who do. Who
 * wrote it gets none, and no address gets two.
 */
export function mailedAccounts(
  people: readonly Entity[],
  wanted: 'sendNotificationMailsNotes' | 'sendNotificationMailsMessages',
  { first, author }: { first: string | undefined; author: string },
): string[] {
  const wanting = people
    .filter((one) => isOfClass('account', one))
    .filter(
      ({ id, data: { userData } }) =>
        id !== author && userData[wanted] === true && userData.email !== undefined,
    )
  const named = wanting.filter(({ id }) => id === first)
  return oneByAddress(named.length > 0 ? named : wanting)
}

/** One line, whatever stands in names. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029 ]+/gu, ' ').trim()
