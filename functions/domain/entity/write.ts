/** Decides what the generic calls may write to classes that have no calls of their own. */

import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import {
  type EntityClassName,
  entityClasses,
  entityClassNamed,
} from '../../../shared/model/entity-classes.ts'
import { isDataOf, isOfClass } from '../../../shared/model/entity-data.ts'
import { allColumns } from '../../../shared/rules/export.ts'
import { can } from '../../../shared/rules/permissions.ts'
import {
  isRefusal,
  noChange,
  notAllowed,
  type Refusal,
  refuseInput,
  refuseRule,
  staleRev,
} from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { decideOwnSettings } from '../account/accounts.ts'
import { changeRefusal, isConfirmation } from '../confirmation/rules.ts'
import { draftChangeRefusal } from '../invoice/rules.ts'
import type { ViewReference } from '../product/context.ts'
import { checkedData } from './checked.ts'
import { classRefusal, fixedRefusal, type Others, readTyped } from './class-rules.ts'
import { columnsRefusal } from './kept-columns.ts'
import { withOwned } from './owned.ts'
import { savedSearchRefusal } from './saved-search.ts'

/** A class by its name, or the place where none is named. */
export const classOf = (name: string, path = '/entityclass'): EntityClassName | Refusal =>
  entityClassNamed(name) ?? refuseInput([{ path, expected: 'expected the name of an entity class' }])

/** Why the actor may not write this entity, or make one of the class, by the generic calls; undefined if they may. */
function writeRefusal(entityclass: EntityClassName, actor: Actor, before?: Entity): Refusal | undefined {
  const { write } = entityClasses[entityclass]
  const isAllowed =
    write === 'nobody'
      ? false
      : entityclass === 'account' || entityclass === 'institution'
        ? can(actor, 'account:manage', undefined)
        : rights[write](actor, before)
  return isAllowed ? undefined : notAllowed()
}

const rights = {
  admin: (actor: Actor) => can(actor, 'administration:edit', undefined),
  'own-calls': (actor: Actor) => can(actor, 'administration:edit', undefined),
  draft: (actor: Actor, before?: Entity) => before !== undefined && can(actor, 'invoice:edit', undefined),
  editor: (actor: Actor) => can(actor, 'category-text:edit', undefined),
  owner: (actor: Actor, before?: Entity) =>
    before ? can(actor, 'saved:edit', before) : can(actor, 'saved:create', undefined),
  institution: (actor: Actor, before?: Entity) =>
    isConfirmation(before) && can(actor, 'confirmation:edit', { institution: before.data.institutionId }),
}

const isAdministrator = (data: AccountData | undefined) =>
  data?.staticData?.isAdmin === true || data?.staticData?.isSuperAdmin === true
/** Only a super admin makes or unmakes an admin, or changes who may sign in as one. */
function adminRefusal(
  before: AccountData | undefined,
  after: AccountData | undefined,
  actor: Actor,
): Refusal | undefined {
  if (!isAdministrator(before) && !isAdministrator(after)) return undefined
  if (can(actor, 'account:make-admin', undefined)) return undefined
  return notAllowed('Only a super admin may make or unmake an admin.', 'makeAdmin')
}

/** What an account lets its people do. */
const grantsOf = ({ active, ssoUsers, companyLink, staticData }: AccountData) => ({
  active,
  ssoUsers,
  companyLink,
  staticData: staticData && { ...staticData, fullname: '' },
})
/** Only a super admin grants something to an account of their own: an admin could take rights by a second account. */
function ownGrantRefusal(
  before: AccountData | undefined,
  after: AccountData,
  actor: Actor,
): Refusal | undefined {
  if (!after.ssoUsers.includes(actor.sub)) return undefined
  if (before && sameValue(grantsOf(before), grantsOf(after))) return undefined
  if (can(actor, 'account:make-admin', undefined)) return undefined
  return notAllowed(
    'Only a super admin may change rights or sign-in users of an account of their own.',
    'ownGrant',
  )
}
const accountRefusal = (before: AccountData | undefined, after: AccountData, actor: Actor) =>
  adminRefusal(before, after, actor) ?? ownGrantRefusal(before, after, actor)

/** What a change is judged with. `others`: the entities of the class, where it is reference data. */
export interface WriteContext {
  actor: Actor
  now: string
  others: Others
  views: ViewReference
}

/** A new entity of the class. Refuses: forbidden, invalid_input, rule_violated, duplicate. */
export function decideCreate(
  input: { entityclass: EntityClassName; attributeset: string; data: unknown },
  context: WriteContext & { id: string },
): Entity | Refusal {
  const { actor, now, id } = context
  const { entityclass, attributeset } = input
  const forbidden = writeRefusal(entityclass, actor)
  if (forbidden) return forbidden
  const checked = checkedData(entityclass, readTyped(entityclass, input.data), { prefix: '/data' })
  if (isRefusal(checked)) return checked
  const data = withOwned(entityclass, checked)
  const refused = dataRefusal(entityclass, id, { after: data }, context)
  if (refused) return refused
  return {
    id,
    entityclass,
    attributeset,
    rev: 1,
    created: now,
    createdBy: actor.account,
    updated: now,
    updatedBy: actor.account,
    disabled: false,
    data,
  }
}

/** What is wrong with the new data of an entity, by who writes it and by the rules of its class. */
function dataRefusal(
  entityclass: EntityClassName,
  id: string,
  change: {
    /** What could be used until now. */
    before?: Record<string, unknown>
    /** What is kept so far, also of what was deleted. */
    stored?: Record<string, unknown>
    after: Record<string, unknown>
  },
  { actor, others, views }: WriteContext,
): Refusal | undefined {
  const { before, stored = before, after } = change
  const [was, is] = [before && { entityclass, data: before }, { entityclass, data: after }]
  const refused = isDataOf('account', is)
    ? accountRefusal(was && isDataOf('account', was) ? was.data : undefined, is.data, actor)
    : undefined
  if (refused) return refused
  if (isDataOf('savedsearch', is)) {
    const data = was && isDataOf('savedsearch', was) ? was.data : undefined
    return savedSearchRefusal(data, is.data, actor, views)
  }
  if (isDataOf('columnset', is)) {
    const columns = was && isDataOf('columnset', was) ? was.data.columns : []
    return columnsRefusal(columns, is.data.columns, actor, views)
  }
  if (isDataOf('exportset', is)) {
    const columns = was && isDataOf('exportset', was) ? allColumns(was.data) : []
    return columnsRefusal(columns, allColumns(is.data), actor, views)
  }
  if (isDataOf('listing_confirmation', is))
    return changeRefusal(was && isDataOf('listing_confirmation', was) ? was.data : undefined, is.data)
  if (isDataOf('invoice', is))
    return draftChangeRefusal(was && isDataOf('invoice', was) ? was.data : undefined, is.data)
  return classRefusal(entityclass, id, after, others, stored)
}

/** Data after what a request changes in it; it may refuse to. */
export type Change = (data: Record<string, unknown>) => object | Refusal

/**
 * The entity with its data changed. Refuses: forbidden, revision_conflict, invalid_input, rule_violated (also for no
 * change at all), duplicate.
 */
export function decideUpdate(
  before: Entity,
  rev: number,
  change: Change,
  context: WriteContext,
): Entity | Refusal {
  const { actor, now } = context
  const entityclass = classOf(before.entityclass)
  if (isRefusal(entityclass)) return entityclass
  if (rev !== before.rev) return staleRev(rev, before.rev)
  if (isOwnAccount(before, actor)) return decideOwnAccount(before, change, context)
  const forbidden = writeRefusal(entityclass, actor, before)
  if (forbidden) return forbidden
  if (before.disabled) return refuseRule('entryDeleted', 'The entry has been deleted. Restore it first.')
  const changed = change(before.data)
  if (isRefusal(changed)) return changed
  const checked = checkedData(entityclass, readTyped(entityclass, changed), { before: before.data })
  if (isRefusal(checked)) return checked
  const data = withOwned(entityclass, checked, before)
  if (sameValue(data, before.data)) return noChange()
  const refused = dataRefusal(entityclass, before.id, { before: before.data, after: data }, context)
  if (refused) return refused
  return { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
}

/** An account whose person is no administrator of accounts: of it only the own settings can be seen and changed here. */
const isOwnAccount = (before: Entity, actor: Actor): boolean =>
  before.entityclass === 'account' && before.id === actor.account && !can(actor, 'account:manage', undefined)

/** The own settings by a patch, as `auth/account/updateaccount` takes them. Refuses anything else. */
function decideOwnAccount(
  before: Entity,
  change: Change,
  { actor, now }: { actor: Actor; now: string },
): Entity | Refusal {
  if (!isOfClass('account', before)) return notAllowed()
  const account = before
  // The patch works on the settings alone, so it cannot read the rest either: by `test`, `copy` or `move`.
  const changed = change({ userData: account.data.userData })
  if (isRefusal(changed)) return changed
  const { userData, ...others } = changed as Partial<AccountData>
  if (Object.keys(others).length > 0) return notAllowed()
  const data = checkedData<AccountData>('account', { ...account.data, userData }, { before: account.data })
  if (isRefusal(data)) return data
  if (sameValue(data.userData, account.data.userData)) return noChange()
  const settings = { rev: before.rev, userData: data.userData }
  return decideOwnSettings(account, settings, actor, now)
}

/** Classes that are deleted and restored by calls of their own. */
const hasOwnRemoval: ReadonlySet<EntityClassName> = new Set(['product', 'company', 'invoice'])

/** The entity as deleted, so that it can be restored. Refuses: forbidden, rule_violated. */
export function decideDisable(before: Entity, actor: Actor, now: string): Entity | Refusal {
  const entityclass = classOf(before.entityclass)
  if (isRefusal(entityclass)) return entityclass
  if (hasOwnRemoval.has(entityclass)) return notAllowed()
  const refused =
    writeRefusal(entityclass, actor, before) ??
    fixedRefusal(before.id) ??
    (isOfClass('account', before) ? adminRefusal(before.data, undefined, actor) : undefined) ??
    (isConfirmation(before) ? changeRefusal(undefined, before.data) : undefined)
  if (refused) return refused
  if (before.disabled) return noChange()
  return disabledBy(before, actor, now)
}
/** The entity as it was before it was deleted. Refuses: forbidden, rule_violated. */
export function decideRestore(before: Entity, context: WriteContext): Entity | Refusal {
  const { actor, now } = context
  const entityclass = classOf(before.entityclass)
  if (isRefusal(entityclass)) return entityclass
  if (hasOwnRemoval.has(entityclass)) return notAllowed()
  const refused = writeRefusal(entityclass, actor, before)
  if (refused) return refused
  if (!before.disabled) return noChange()
  // Nobody could use it until now, so all that it grants is granted anew.
  return (
    dataRefusal(entityclass, before.id, { stored: before.data, after: before.data }, context) ??
    restoredBy(before, actor, now)
  )
}
export const restoredBy = (before: Entity, actor: Actor, now: string): Entity => ({
  ...disabledBy(before, actor, now),
  disabled: false,
})

/** Never brought back by a revert: the tie to the register, and invitations, which are good for one use. */
const staysOnRevert = ['importKey', 'invites']

/** What an older revision held, as the newest state, by the rules and rights of an update. Refuses: what an update does. */
export function decideRevert(
  before: Entity,
  change: { rev: number; then: Entity },
  context: WriteContext,
): Entity | Refusal {
  const { rev, then } = change
  // One's own account is seen and changed in part, so only that part comes back.
  if (isOwnAccount(before, context.actor))
    return decideUpdate(before, rev, () => ({ userData: then.data['userData'] }), context)
  const data = { ...then.data }
  for (const key of staysOnRevert)
    if (before.data[key] === undefined) delete data[key]
    else data[key] = before.data[key]
  return decideUpdate(before, rev, () => data, context)
}

export const disabledBy = (before: Entity, actor: Actor, now: string): Entity => ({
  ...before,
  rev: before.rev + 1,
  updated: now,
  updatedBy: actor.account,
  disabled: true,
})
