/** Choosing and showing accounts. */

import { fixedIds, institutionPeopleLimit, type Locale } from '../../../shared/constants.ts'
import { type AccountData, type Actor, ownSettings } from '../../../shared/model/actor.ts'
import type { Institution } from '../../../shared/model/administration.ts'
import type { AccountView } from '../../../shared/model/answers.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { isOfClass } from '../../../shared/model/entity-data.ts'
import { institutionsOf, mayUse, nameOf, roleOf } from '../../../shared/rules/actor.ts'
import { textIn, titleIn } from '../../../shared/rules/localized.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { notAllowed, type Refusal, refuseRule, staleRev } from '../../../shared/rules/refusal.ts'
import systemName from '../../../shared/texts/system-name.json' with { type: 'json' }

type Account = Entity<AccountData>
type Institutions = ReadonlyMap<string, Entity<Institution>>

/** Accounts that an institution's selector offers have this registration option. */
const editorOption = 'editor'

/** The accounts that the person may use, by name, then id. */
export const accountsOf = (accounts: Account[], sub: string): Account[] =>
  accounts
    .filter((account) => mayUse(account, sub))
    .sort((a, b) => nameOf(a.data).localeCompare(nameOf(b.data), 'en') || (a.id < b.id ? -1 : 1))

/**
 * Names of the accounts among the entities that the viewer may be told: staff names staff, everyone is told their own.
 * What nobody did is named in the reader's language.
 */
export function peopleNames(entities: readonly Entity[], actor: Actor): Record<string, string> {
  const names: Record<string, string> = {}
  for (const entity of entities)
    if (
      isOfClass('account', entity) &&
      (entity.id === actor.account || can(actor, 'account:see-name', undefined))
    )
      names[entity.id] =
        entity.id === fixedIds.account.system ? titleIn(systemName, actor.language) : nameOf(entity.data)
  return names
}

/** Editors and admins among the accounts that can be used today, by name, then id; at most 900. */
export const peopleAmong = (entities: readonly Entity[]): { id: string; fullname: string }[] =>
  entities
    .filter((one) => isOfClass('account', one))
    .filter((a) => !a.disabled && a.data.active && a.data.staticData)
    .map((a) => ({ id: a.id, fullname: nameOf(a.data) }))
    .sort((a, b) => a.fullname.localeCompare(b.fullname, 'en') || (a.id < b.id ? -1 : 1))
    .slice(0, institutionPeopleLimit)

/**
 * The account to sign in with: the asked one, else the first active editor account, else the first at all (registered
 * and paid company users have no editor account). Refuses with "No account set." where there is none.
 */
export function chooseAccount(usable: Account[], asked: string | undefined): Account | Refusal {
  const chosen = asked
    ? usable.find((account) => account.id === asked)
    : (usable.find(
        (a) => a.data.registrationOptionName === editorOption && roleOf(a.data) !== 'registered',
      ) ?? usable[0])
  return chosen ?? refuseRule('noAccount', 'No account set.')
}

const settingKeys = Object.keys(ownSettings.shape)
const isKnown = ([key]: [string, unknown]) => settingKeys.includes(key)
/** The settings that this version knows: what another one stored beside them goes to nobody, and stays (`decideOwnSettings`). */
export const settingsOf = ({ data }: Account): AccountData['userData'] =>
  Object.fromEntries(Object.entries(data.userData).filter(isKnown))

/**
 * The account with its person's own settings; everything else of it is the administrators'. Refuses: revision_conflict,
 * if the settings were made from another state of the account than this one.
 */
export function decideOwnSettings(
  before: Account,
  change: { rev: number; userData: AccountData['userData'] },
  actor: Actor,
  now: string,
): Account | Refusal {
  if (before.id !== actor.account) return notAllowed()
  if (change.rev !== before.rev) return staleRev(change.rev, before.rev)
  const others = Object.fromEntries(Object.entries(before.data.userData).filter((one) => !isKnown(one)))
  const data = { ...before.data, userData: { ...others, ...change.userData } }
  return { ...before, rev: before.rev + 1, updated: now, updatedBy: actor.account, data }
}

/** The account to go on with. Refuses with "Could not switch account." */
export const switchTo = (account: Account | undefined, sub: string): Account | Refusal =>
  mayUse(account, sub) ? account : notAllowed('Could not switch account.', 'couldNotSwitchAccount')

/**
 * Institutions that a token lists. Of more it has no list, as administrators belong to all there are: the gateway takes 10,240 bytes
 * of headers, and an id makes 52 of them.
 */
const institutionsInToken = 50

/** What a token says of an account. Rights are read anew from the store at each request; these are for reading. */
export function claimsOf(account: Account, sub: string, institutions: Institutions) {
  const { staticData } = account.data
  const ids = institutionsOf(account, institutions).map((i) => i.id)
  return {
    sub,
    account: account.id,
    role: roleOf(account.data),
    flags: {
      superAdmin: staticData?.isSuperAdmin ?? false,
      approval: staticData?.hasApprovalRight ?? false,
      responsible: staticData?.canChangeResponsible ?? false,
      companies: staticData?.canChangeCompanies ?? false,
    },
    ...(ids.length <= institutionsInToken && { institutions: ids }),
  }
}

/** `language`: of who reads it. */
export const viewOf = (
  account: Account,
  institutions: Institutions,
  language: Locale | undefined = account.data.userData.selectedUiLanguage,
): AccountView => ({
  id: account.id,
  rev: account.rev,
  fullname: nameOf(account.data),
  role: roleOf(account.data),
  isSuperAdmin: account.data.staticData?.isSuperAdmin ?? false,
  institutions: institutionsOf(account, institutions).map((i) => ({
    id: i.id,
    title: textIn(i.data.title, language) ?? '',
    corePartner: i.data.corePartner,
  })),
  registrationOptionName: account.data.registrationOptionName,
  active: account.data.active,
})
