/** Decides what the generic calls may write to classes that have no calls of their own. */
import { forbidden, invalidInput, revisionConflict } from '../../../shared/errors.ts'
import type { AccountData, Actor } from '../../../shared/model/actor.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { type EntityClassName, entityClasses, isEntityClass } from '../../../shared/model/entity-classes.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { noChange, unwrap } from '../../../shared/rules/refusal.ts'
import { sameValue } from '../../../shared/rules/values.ts'
import { decideOwnSettings } from '../account/accounts.ts'
import { checkedData } from './checked.ts'
import { checkClassRules, checkMayGo, type Others, readTyped } from './class-rules.ts'

/** A class by its name. Errors: `invalid_input` naming the place. */
export function classOf(name: string, path = '/entityclass'): EntityClassName {
  if (isEntityClass(name)) return name
  throw invalidInput([{ path, expected: 'expected the name of an entity class' }])
}

/** May the actor write entities of the class by the generic calls at all? Errors: `forbidden`. */
export function checkMayWrite(entityclass: EntityClassName, actor: Actor): void {
  const { write } = entityClasses[entityclass]
  const isAllowed =
    write === 'nobody'
      ? false
      : entityclass === 'account' || entityclass === 'institution'
        ? can(actor, 'account:manage', undefined)
        : write === 'editor'
          ? can(actor, 'category-text:edit', undefined)
          : can(actor, 'administration:edit', undefined)
  if (!isAllowed) throw forbidden()
}

const isAdministrator = (data: AccountData | undefined) =>
  data?.staticData?.isAdmin === true || data?.staticData?.isSuperAdmin === true
/** Only a super admin makes or unmakes an admin, or changes who may sign in as one. Errors: `forbidden`. */
function checkAdminRights(
  before: AccountData | undefined,
  after: AccountData | undefined,
  actor: Actor,
): void {
  if (!isAdministrator(before) && !isAdministrator(after)) return
  if (!can(actor, 'account:make-admin', undefined))
    throw forbidden('Only a super admin may make or unmake an admin.', { key: 'makeAdmin' })
}

/** A new entity of the class. Errors: `forbidden`, `invalid_input`, `rule_violated`, `duplicate`. */
export function decideCreate(
  input: { entityclass: EntityClassName; attributeset: string; data: unknown },
  context: { actor: Actor; now: string; id: string; others: Others },
): Entity {
  const { actor, now, id, others } = context
  const { entityclass, attributeset } = input
  checkMayWrite(entityclass, actor)
  const data = checkedData(entityclass, readTyped(entityclass, input.data), '/data')
  if (entityclass === 'account') checkAdminRights(undefined, data as AccountData, actor)
  checkClassRules(entityclass, id, data, others)
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

/**
 * The entity with its data changed. Errors: `forbidden`, `revision_conflict`, `invalid_input`, `rule_violated` (also
 * for no change at all), `duplicate`.
 */
export function decideUpdate(
  before: Entity,
  rev: number,
  change: (data: Record<string, unknown>) => unknown,
  context: { actor: Actor; now: string; others: Others },
): Entity {
  const { actor, now, others } = context
  const entityclass = classOf(before.entityclass)
  if (rev !== before.rev) throw revisionConflict(rev, before.rev)
  if (isOwnAccount(before, actor)) return decideOwnAccount(before, change, context)
  checkMayWrite(entityclass, actor)
  const data = checkedData(entityclass, readTyped(entityclass, change(before.data)))
  if (sameValue(data, before.data)) return unwrap(noChange())
  if (entityclass === 'account') checkAdminRights(before.data as AccountData, data as AccountData, actor)
  checkClassRules(entityclass, before.id, data, others)
  return { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
}

/** An account whose person is no administrator of accounts: of it only the own settings can be seen and changed here. */
const isOwnAccount = (before: Entity, actor: Actor): boolean =>
  before.entityclass === 'account' && before.id === actor.account && !can(actor, 'account:manage', undefined)

/** The own settings by a patch, as `auth/account/updateaccount` takes them. Errors: `forbidden` for anything else. */
function decideOwnAccount(
  before: Entity,
  change: (data: Record<string, unknown>) => unknown,
  { actor, now }: { actor: Actor; now: string },
): Entity {
  const account = before as unknown as Entity<AccountData>
  // The patch works on the settings alone, so it cannot read the rest either: by `test`, `copy` or `move`.
  const { userData, ...others } = change({ userData: account.data.userData }) as Partial<AccountData>
  if (Object.keys(others).length > 0) throw forbidden()
  const data = checkedData<AccountData>('account', { ...account.data, userData })
  if (sameValue(data.userData, account.data.userData)) return unwrap(noChange())
  const settings = { rev: before.rev, userData: data.userData }
  return unwrap(decideOwnSettings(account, settings, actor, now)) as unknown as Entity
}

/** The entity as deleted, so that it can be restored. Errors: `forbidden`, `rule_violated`. */
export function decideDisable(before: Entity, actor: Actor, now: string): Entity {
  const entityclass = classOf(before.entityclass)
  if (entityclass === 'product' || entityclass === 'company') throw forbidden()
  checkMayWrite(entityclass, actor)
  checkMayGo(before.id)
  if (entityclass === 'account') checkAdminRights(before.data as AccountData, undefined, actor)
  if (before.disabled) return unwrap(noChange())
  return disabledBy(before, actor, now)
}
export const disabledBy = (before: Entity, actor: Actor, now: string): Entity => ({
  ...before,
  rev: before.rev + 1,
  updated: now,
  updatedBy: actor.account,
  disabled: true,
})
