import { searchLinkDays } from '../../../shared/constants.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { dayMs } from '../../../shared/rules/dates.ts'

/** Whether it is a search that was kept for a link alone, and the link has had its time. `now`: an instant. */
export const hasExpired = (entity: Entity, now: string): boolean =>
  isOfClass('savedsearch', entity) &&
  entity.data.isTemporary &&
  Date.parse(now) - Date.parse(entity.created) > searchLinkDays * dayMs
