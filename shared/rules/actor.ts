/** Who an account is when it acts. Pure, so that server, seed and tests agree. */
import type { AccountData, Actor, accountRoles } from '../model/actor.ts'
import type { Institution } from '../model/administration.ts'
import type { Entity } from '../model/entity.ts'

/** Editors have static data, admins are flagged in it, everyone else is registered (file 2 §4). */
export function roleOf(account: Pick<AccountData, 'staticData'>): (typeof accountRoles)[number] {
  if (!account.staticData) return 'registered'
  return account.staticData.isAdmin || account.staticData.isSuperAdmin ? 'admin' : 'editor'
}

export const nameOf = (account: Pick<AccountData, 'staticData' | 'userData' | 'registrationName'>): string =>
  account.staticData?.fullname ?? account.userData.fullname ?? account.registrationName ?? ''

/** Institutions that list the account; admins belong to all. */
export function institutionsOf(
  account: Entity<AccountData>,
  institutions: ReadonlyMap<string, Entity<Institution>>,
): Entity<Institution>[] {
  const isAdmin = roleOf(account.data) === 'admin'
  return [...institutions.values()].filter(
    (i) => !i.disabled && (isAdmin || i.data.users.includes(account.id)),
  )
}

/** True if the person may use the account now. */
export const mayUse = (
  account: Entity<AccountData> | undefined,
  sub: string,
): account is Entity<AccountData> =>
  account !== undefined &&
  account.entityclass === 'account' &&
  !account.disabled &&
  account.data.active &&
  account.data.ssoUsers.includes(sub)

export function actorOf(
  account: Entity<AccountData>,
  sub: string,
  institutions: ReadonlyMap<string, Entity<Institution>>,
): Actor {
  const { staticData } = account.data
  return {
    account: account.id,
    sub,
    fullname: nameOf(account.data),
    role: roleOf(account.data),
    isSuperAdmin: staticData?.isSuperAdmin ?? false,
    flags: {
      approval: staticData?.hasApprovalRight ?? false,
      responsible: staticData?.canChangeResponsible ?? false,
      companies: staticData?.canChangeCompanies ?? false,
    },
    institutions: institutionsOf(account, institutions).map((i) => ({
      id: i.id,
      corePartner: i.data.corePartner,
    })),
    companyLink: account.data.companyLink,
    language: account.data.userData.selectedUiLanguage,
  }
}
