import type { AccountData } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { personName } from '../../../shared/model/references.ts'
import { accountsOf } from '../../domain/account/accounts.ts'
import { type NamingReader, namingPages } from '../entity/naming.ts'

/** The accounts that the person may use, as they are stored now, by name, then id. */
export async function accountsOfPerson(entities: NamingReader, sub: string): Promise<Entity<AccountData>[]> {
  const found: Entity<AccountData>[] = []
  for await (const { list } of namingPages(entities, personName(sub)))
    found.push(...list.filter((one) => isOfClass('account', one)))
  return accountsOf(found, sub)
}
