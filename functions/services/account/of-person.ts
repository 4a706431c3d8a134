import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { formerPersonName, personName } from '../../../shared/model/references.ts'
import { accountsOf } from '../../domain/account/accounts.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

/** The accounts that the person may use, as they are stored now, by name, then id. */
export async function accountsOfPerson(entities: NamingReader, sub: string): Promise<Entity<AccountData>[]> {
  const found: Entity<AccountData>[] = []
  for await (const { list } of namingPages(entities, personName(sub)))
    found.push(...list.filter((one) => isOfClass('account', one)))
  return accountsOf(found, sub)
}

/**
 * Ids of every account of the person, also of those that they may not use any more. Errors: `rule_violated` (`upgradePending`), while
 * accounts may be there of which the store does not know whose they are.
 */
export async function everAccountsOf(
  entities: NamingReader,
  { account, sub }: Pick<Actor, 'account' | 'sub'>,
): Promise<ReadonlySet<string>> {
  const accounts = new Set([account])
  for (const name of [personName(sub), formerPersonName(sub)])
    for await (const { list } of namingPages(entities, name, { mustBeComplete: true }))
      for (const { id, entityclass } of list) if (entityclass === 'account') accounts.add(id)
  return accounts
}
