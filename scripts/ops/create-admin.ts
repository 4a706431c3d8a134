import { systemClock } from '../../functions/adapters/common/clock.ts'
import { uniqueValues } from '../../functions/domain/entity/unique-values.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Account, AccountData } from '../../shared/model/actor.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { write } from '../seed/writer.ts'
import { seedBase } from '../seed.ts'
import { type Args, type Command, UsageError } from './command.ts'
import { markNewTable } from './new-table.ts'
import type { Operator } from './operator.ts'
import { findPeople, invite, isAdministrators, type Person, providersOf, readAccounts } from './people.ts'

const rights = {
  isAdmin: true,
  isSuperAdmin: true,
  hasApprovalRight: true,
  canChangeResponsible: true,
  canChangeCompanies: true,
}

/** The person with that address; made and invited where people sign in by password. Undefined: told what to do. */
async function personOf(o: Operator, email: string): Promise<Person | undefined> {
  const people = await findPeople(o, email)
  if (people.length > 1) {
    o.say(`Several people have the address ${email}: say which one is meant.`)
    for (const { sub, name } of people) o.say(`  --sub ${sub}${name ? `  (${name})` : ''}`)
    return undefined
  }
  const [found] = people
  if (found) {
    if (found.isInvited) o.say(`${email} was invited, and has not signed in yet.`)
    return found
  }
  const providers = await providersOf(o)
  if (providers.length > 0) {
    o.say(`${providers.join(', ')} has not brought anybody with the address ${email} yet.`)
    o.say(`Let the person sign in once at ${await o.address()} (they will read that they have no account).`)
    o.say('Then run this again.')
    return undefined
  }
  const invited = await invite(o, email)
  o.say(`${email} is invited: the mail holds a password that is good for seven days.`)
  return invited
}

/** Writes an account's next revision with an administrator's rights, for this person too. */
async function promote(o: Operator, account: Account, sub: string, fullname: string): Promise<void> {
  const { staticData } = account.data
  const data: AccountData = {
    ...account.data,
    active: true,
    ssoUsers: [...new Set([...account.data.ssoUsers, sub])],
    staticData: { fullname: staticData?.fullname ?? fullname, ...rights },
  }
  const entity = { ...account, rev: account.rev + 1, disabled: false, data } as unknown as Entity
  const store = await o.store()
  await store.put(
    { ...entity, updated: systemClock.now(), updatedBy: fixedIds.account.system },
    { expectRev: account.rev, unique: uniqueValues('account', entity.data) },
  )
}

async function create(o: Operator, sub: string, email: string, fullname: string): Promise<boolean> {
  const written = await write(
    { entities: await o.store(), clock: systemClock },
    {
      id: uuidV5(`account/admin/${sub}`),
      entityclass: 'account',
      steps: [
        {
          at: systemClock.now(),
          by: fixedIds.account.system,
          data: {
            active: true,
            ssoUsers: [sub],
            registrationName: email,
            staticData: { fullname, ...rights },
            userData: { fullname, email },
          },
        },
      ],
    },
  )
  return written > 0
}

const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()

async function run(o: Operator, { sub: given, email, name, promote: isPromoted }: Args): Promise<boolean> {
  if (!email) throw new UsageError('Whose account? --email person@example.org')
  await markNewTable(o.dynamo, await o.table())
  await seedBase({ entities: await o.store(), clock: systemClock }, o.say, { withDemonstration: false })
  const person = given ? { sub: given, name: undefined } : await personOf(o, email)
  if (!person) return false
  const { sub } = person
  const fullname = name ?? person.name

  const accounts = await readAccounts(o)
  const own = accounts.filter(({ data }) => data.ssoUsers.includes(sub))
  const admins = own.find(isAdministrators)
  if (admins) {
    o.say(`${admins.data.staticData?.fullname} is an administrator of ${o.stage} already.`)
    return true
  }
  const there = own[0] ?? accounts.find(({ data }) => same(data.registrationName, email))
  if (there) {
    const reasons = [
      there.disabled && 'it is deleted',
      !there.data.active && 'it is not active',
      !there.data.staticData?.isAdmin && 'it has no rights of an administrator',
      !own.includes(there) && 'it belongs to another id of the user pool, as after a change of the provider',
    ].filter(Boolean)
    o.say(
      `There is an account of ${there.data.staticData?.fullname ?? email} (${there.id}): ${reasons.join(', ')}.`,
    )
    if (!isPromoted) {
      o.say('Nothing was changed. With --promote this is put right, as a new revision of the account.')
      return false
    }
    await promote(o, there, sub, fullname ?? email)
    o.say(`It is an administrator's of ${o.stage} now.`)
    return true
  }
  if (!fullname) throw new UsageError("What is the person called? --name 'Full Name'")
  if (!(await create(o, sub, email, fullname))) {
    o.say('The account that was made for this person once belongs to somebody else now. Nothing was changed.')
    return false
  }
  o.say(`${fullname} is an administrator of ${o.stage}.`)
  return true
}

/** The first administrator, from nothing; every further account is made in the app. Never overwrites an account. */
export const createAdmin: Command = {
  usage: "--email <address> --name 'Full Name' [--sub <id in the user pool>] [--promote]",
  run,
}
