import type { AccountData } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { personName } from '../../../shared/model/references.ts'
import { accountsOf } from '../../domain/account/accounts.ts'
import type { EntityReader } from '../../ports/entity-store.ts'

/** The accounts that the person may use, as they are stored now, by name, then id. */
export async function accountsOfPerson(
  entities: Pick<EntityReader, 'listNaming'>,
  sub: string,
): Promise<Entity<AccountData>[]> {
  const found: Entity<AccountData>[] = []
  let cursor: string | undefined
  do {
    const page = await entities.listNaming(personName(sub), { cursor, limit: 100 })
    found.push(...page.list.filter((one) => isOfClass('account', one)))
    cursor = page.cursor
  } while (cursor !== undefined)
  return accountsOf(found, sub)
}
