/** What the server alone writes in the data of a class. */
import type { AccountData } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import { isDataOf } from '../../../shared/model/entity-data.ts'
import { feeScheduleKey } from '../../../shared/model/fee-schedule.ts'
import { withCustomEntries } from '../invoice/rules.ts'

/** The data with the people whom the account was taken from, which no request writes. */
function withFormerPeople(data: AccountData, before: AccountData | undefined): AccountData {
  const { formerSsoUsers: _, ...rest } = data
  const were = [...(before?.formerSsoUsers ?? []), ...(before?.ssoUsers ?? [])]
  const former = [...new Set(were)].filter((sub) => !data.ssoUsers.includes(sub))
  return { ...rest, ...(former.length > 0 && { formerSsoUsers: former }) }
}
/** The data as they are written: what the server alone owns is as it was, or follows from the change. */
export function withOwned(entityclass: EntityClassName, data: Record<string, unknown>, before?: Entity) {
  const [is, was] = [{ entityclass, data }, before && { entityclass, data: before.data }]
  if (isDataOf('feeschedule', is)) return { ...is.data, key: feeScheduleKey(is.data) }
  if (isDataOf('invoice', is)) return { ...withCustomEntries(is.data) }
  if (!isDataOf('account', is)) return data
  return { ...withFormerPeople(is.data, was && isDataOf('account', was) ? was.data : undefined) }
}
