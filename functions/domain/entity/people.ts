import type { Actor } from '../../../shared/model/actor.ts'
import { viewerClass } from '../../../shared/rules/permissions.ts'

/** Who wrote something is told to staff, as the search has it; others know their own account only. */
export const toldPerson = (account: string, actor: Actor): string =>
  account === actor.account || !['R', 'P'].includes(viewerClass(actor)) ? account : ''

export const withToldPeople = <T extends { createdBy: string; updatedBy: string }>(
  entity: T,
  actor: Actor,
): T => ({
  ...entity,
  createdBy: toldPerson(entity.createdBy, actor),
  updatedBy: toldPerson(entity.updatedBy, actor),
})
