/** What operators do with a stage, done with the deployed one: scripts/ops in this process. */
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import type { Client } from '@opensearch-project/opensearch'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAdmin } from '../../../scripts/ops/create-admin.ts'
import { examineStage } from '../../../scripts/ops/doctor.ts'
import { maintenance } from '../../../scripts/ops/maintenance.ts'
import { isAdministrators, readAccounts } from '../../../scripts/ops/people.ts'
import { findUnnamed, removeUnnamed, sweep } from '../../../scripts/ops/sweep.ts'
import { upgrade } from '../../../scripts/ops/upgrade.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { apiAs } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { followed, openOperator, removePoison } from './operator.ts'
import { sqs, stageName, until, urlOf } from './tools.ts'

const { deployed, target } = inject('stage')
const o = openOperator()
const status = async () => (await (await fetch(`${appUrl()}/api/system/status`)).json()).data
/** What the doctor finds wrong, and what it could not check. */
async function diagnosis(): Promise<{ wrong: string[]; unknown: string[] }> {
  const found = await examineStage(o)
  const of = (is: string) => found.filter((one) => one.is === is).map((one) => one.what)
  return { wrong: of('wrong'), unknown: of('unknown') }
}

/** As an older Inputlist has left it. */
const makeOlder = (search: Client) =>
  search.indices.putMapping({
    index: `inputlist-${stageName}-company`,
    body: { _meta: { made: 'long ago' } },
  })

beforeAll(async () => {
  await removePoison(o)
  for (const kind of ['import', 'stream'])
    await sqs.send(new PurgeQueueCommand({ QueueUrl: await urlOf(`${kind}-parked`) }))
  await followed(o)
}, 480_000)
afterAll(() => maintenance.run(o, { positionals: ['off'] }))

test('the status tells the state of the search domain', async () => {
  expect(await status()).toMatchObject({ status: 'ok', index: 'ok', stage: stageName })
})

test('the doctor finds nothing wrong with a stage that is well, and says what it could not check', async () => {
  const { wrong, unknown } = await diagnosis()
  expect(wrong).toEqual([])
  expect(unknown).toEqual(
    expect.arrayContaining(['Deletion protection', 'The certificate', 'Who is told of alarms']),
  )
  // Each of these is something that the emulator does not do, not something that was forgotten.
  expect(unknown.length).toBeLessThan(6)
})

test('the doctor names what is wrong, and what to do', async () => {
  const search = await o.searchClient()
  const store = await o.store()
  const [account] = (await store.listByClass('country', { limit: 1 })).list
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: await urlOf('import-parked'), MessageBody: 'lost' }))
    await makeOlder(search)
    await search.delete({ index: `inputlist-${stageName}-generic`, id: account!.id, refresh: true } as never)
  } finally {
    await search.close()
  }
  await maintenance.run(o, { positionals: ['on'] })
  const { wrong } = await diagnosis()
  expect(wrong).toEqual([
    expect.stringMatching(/^Maintenance is on since 20\S+: nobody can work$/),
    expect.stringMatching(
      /^The index is not of this version \(company: documents of an unknown version, not \d+, other fields\)/,
    ),
    expect.stringMatching(/^country: \d+ in the table, \d+ in the index$/),
    '1 dead letters of kind import',
  ])
  expect(o.lines).toContain('✗ 1 dead letters of kind import → docs/operations.md#dead-letters')
})

test('during maintenance calls answer 503 with their code, the status says so, and it ends', async () => {
  const call = (path: string) => fetch(`${appUrl()}/api/${path}`, { method: 'POST', body: '{}' })
  await until('calls are refused', async () => (await call('auth/domain/login')).status === 503)
  expect(await (await call('auth/domain/login')).json()).toMatchObject({ ok: false, code: 'maintenance' })
  await until('the status tells it', async () => (await status()).status === 'maintenance')
  await maintenance.run(o, { positionals: ['off'] })
  await until('it is over', async () => (await call('auth/domain/login')).status !== 503)
  await until('the status is well again', async () => (await status()).status === 'ok')
})

test('an upgrade puts right what the index lacks; searches find everything all the while', async () => {
  const api = await apiAs('admin')
  const all = (await api.productIds()).length
  const search = await o.searchClient()
  await makeOlder(search).finally(() => search.close())
  let isDone = false
  const seen: number[] = []
  const look = async () => {
    while (!isDone) seen.push((await api.productIds()).length)
  }
  const rebuild = async () => {
    try {
      return await upgrade.run(o, { positionals: [] })
    } finally {
      isDone = true
    }
  }
  // A save in the middle goes to both indices.
  const store = await o.store()
  const save = async () => {
    const product = (await store.listByClass('product', { limit: 1 })).list[0] as Entity
    await store.put({ ...product, rev: product.rev + 1 }, { expectRev: product.rev })
  }
  expect((await Promise.all([rebuild(), look(), save()]))[0]).toBe(true)
  expect(o.lines.at(-1)).toMatch(/^The new index is in use/)
  expect(seen.length).toBeGreaterThan(2)
  expect(new Set(seen)).toEqual(new Set([all]))
  await sqs.send(new PurgeQueueCommand({ QueueUrl: await urlOf('import-parked') }))
  expect((await diagnosis()).wrong).toEqual([])
})

test('the first administrator is made from an address alone; again changes nothing', async () => {
  const email = 'first@firm.example'
  const args = { positionals: [], email, name: 'First Person' }
  expect(await createAdmin.run(o, args)).toBe(true)
  expect(o.lines).toContain(`First Person is an administrator of ${stageName}.`)
  const mails = await (await fetch(`${target.cloud.endpoint}/_ministack/ses/messages`)).text()
  expect(mails).toContain(email)
  const mine = async () => (await readAccounts(o)).filter(({ data }) => data.registrationName === email)
  const [made] = await mine()
  expect(isAdministrators(made!)).toBe(true)

  expect(await createAdmin.run(o, { ...args, name: 'Another Name' })).toBe(true)
  expect(o.lines.at(-1)).toBe(`First Person is an administrator of ${stageName} already.`)
  expect(await mine()).toEqual([made])
})

test('an account that is there is not overwritten: it is promoted if that is said', async () => {
  const cognito = new CognitoIdentityProviderClient(target.cloud.client)
  const email = 'editor@firm.example'
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: deployed.poolId,
      Username: email,
      UserAttributes: [{ Name: 'email', Value: email }],
      MessageAction: 'SUPPRESS',
      TemporaryPassword: 'a temporary password 1',
    }),
  )
  const sub = User!.Attributes!.find(({ Name }) => Name === 'sub')!.Value!
  const at = new Date().toISOString()
  const id = '0d1a1a2e-0000-4000-8000-00000000ed17'
  const store = await o.store()
  const data = {
    active: true,
    ssoUsers: [sub],
    registrationName: email,
    registrationOptionName: 'editor',
    staticData: { fullname: 'Some Editor', isAdmin: false },
    userData: { email, selectedUiLanguage: 'sv_SE' },
  }
  const base = { id, entityclass: 'account', attributeset: 'default', rev: 1, disabled: false, data }
  await store.put(
    { ...base, created: at, createdBy: 'x', updated: at, updatedBy: 'x' },
    { expectRev: 0, unique: [`account#/registrationName#${email}`] },
  )
  const args = { positionals: [], email, name: 'Other Name' }
  expect(await createAdmin.run(o, args)).toBe(false)
  expect(o.lines.at(-2)).toContain('it has no rights of an administrator')
  expect((await store.get(id))!.rev).toBe(1)
  expect(await createAdmin.run(o, { ...args, promote: true })).toBe(true)
  const promoted = (await store.get(id))!
  expect(promoted).toMatchObject({
    rev: 2,
    data: {
      staticData: { fullname: 'Some Editor', isAdmin: true },
      userData: { selectedUiLanguage: 'sv_SE' },
    },
  })
})

test('the sweep takes large states that nothing names, and no others', async () => {
  const store = await o.store()
  const at = new Date().toISOString()
  const id = '0d1a1a2e-0000-4000-8000-00000000b16b'
  const text = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2, 8)).join('')
  const base = { id, entityclass: 'restrictiontext', attributeset: 'default', rev: 1, disabled: false }
  const data = { text: { de_DE: text }, standards: [], categories: [], active: true }
  const entity = { ...base, created: at, createdBy: 'x', updated: at, updatedBy: 'x', data }
  await store.put(entity, { expectRev: 0 })
  const lost = `overflow/entity-${id}/of-a-save-that-died`
  await o.s3.send(new PutObjectCommand({ Bucket: deployed.files, Key: lost, Body: 'lost' }))

  // What is younger than a day may belong to a save that is still under way.
  expect(await sweep.run(o, { positionals: [], yes: true })).toBe(true)
  expect(o.lines.at(-1)).toMatch(/^0 large states/)
  const later = new Date(Date.now() + 60_000)
  const unnamed = await findUnnamed(o, later)
  expect(unnamed.map(({ key }) => key)).toContain(lost)
  await removeUnnamed(
    o,
    unnamed.map(({ key }) => key),
  )
  expect(await findUnnamed(o, later)).toEqual([])
  expect((await store.get(id))!.data).toEqual(data)
  await store.erase(id, 'x', at)
})
