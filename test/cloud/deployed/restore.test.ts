/** A restore, rehearsed: damage of every kind, half a restore that is killed, the whole one, and hashes. */
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { headKey } from '../../../functions/adapters/aws/entity-items.ts'
import { createImportMemory } from '../../../functions/adapters/aws/import-memory.ts'
import { createJobStore } from '../../../functions/adapters/aws/job-store.ts'
import { createNoteMarks } from '../../../functions/adapters/aws/note-marks.ts'
import { entityKey, revisionKey } from '../../../functions/adapters/common/entity-rows.ts'
import { begun, finished, isOver, type Job, newJob, undoneKey } from '../../../functions/domain/job/job.ts'
import { operatorEnvironment, type Target } from '../../../scripts/cloud/deploy.ts'
import { root } from '../../../scripts/cloud/tools.ts'
import { setMaintenance } from '../../../scripts/ops/maintenance.ts'
import { bringBack } from '../../../scripts/ops/restore/bring-back.ts'
import { noDifference } from '../../../scripts/ops/restore/compare.ts'
import { copyName, restoreCopy } from '../../../scripts/ops/restore/copy.ts'
import { type Digest, digest } from '../../../scripts/ops/restore/digest.ts'
import { openPlaces } from '../../../scripts/ops/restore/places.ts'
import { readMappings, switchWorkers } from '../../../scripts/ops/restore/workers.ts'
import { restoreTo } from '../../../scripts/ops/restore.ts'
import type { Entity } from '../../../shared/model/entity.ts'
import { apiAs, baseList } from '../../e2e/api.ts'
import { appUrl } from '../../e2e/app.ts'
import { followed, openOperator, removePoison } from './operator.ts'
import { stageName, until } from './tools.ts'

const { target } = inject('stage')
const o = openOperator()
const system = 'someone'
const large = randomUUID()
const late = randomUUID()
/** What a register said last: of a thing that it changes, and of one that it does not know yet. */
const [told, untold] = ['told', 'untold'].map((key) => ({ source: 'restored', kind: 'product', key }))
const importMemory = async () => createImportMemory(await o.table(), await o.files())
/** Each holds a unique value, and will hold the one of the other. */
const pairs = Array.from({ length: 5 }, () => [randomUUID(), randomUUID()] as const)
/** Jobs that ran then: one has ended since, and held what it took back; one has not. */
const [ended, still, takenBack] = [randomUUID(), randomUUID(), randomUUID()]
const running = new Set<string>([ended, still])
const jobOutcome = { done: 1, failed: 0, counts: {}, reasons: [] }
const jobStore = async () => createJobStore({ dynamo: await o.table(), bucket: await o.files() })
const heldBy = (id: string) => `restrictiontext#/test#${id}`
/** A unique value that changes hands. */
const swapped = heldBy(large)
/** Who has read what of a product's notes: somebody who reads on since, and somebody who had read nothing. */
const [reader, newcomer, noted] = [randomUUID(), randomUUID(), randomUUID()]
const noteMarks = async () => createNoteMarks(await o.table())
let table: string
let moment: Date
let before: Digest
let namesBefore: Map<string, string>

/** Names of the products that a search finds, by id. */
async function namesFound(): Promise<Map<string, string>> {
  const api = await apiAs('admin')
  const names = new Map<string, string>()
  for (const id of await api.productIds()) {
    const view = await api.product(id)
    names.set(id, JSON.stringify(view.data.listData[baseList]?.['basis-f1']))
  }
  return names
}
const liveDigest = () =>
  digest(
    o,
    table,
    [...running].map((id) => ({ id })),
  )
const answersOf = async (path: string) => (await fetch(`${appUrl()}${path}`, { method: 'GET' })).status

/** In a process of its own, as `npm run ops` does it, that is killed once it has brought something back. */
function restoreAndDie(): Promise<string | null> {
  const code = `
    import { createOperator } from '${root}scripts/ops/operator.ts'
    import { restoreTo } from '${root}scripts/ops/restore.ts'
    const o = createOperator(${JSON.stringify({ stage: stageName, client: target.cloud.client, indexUrl: target.indexUrl })})
    await restoreTo(o, { to: new Date('${moment.toISOString()}'), isConfirmed: true, settle: 0 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: operatorEnvironment(target as Target),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (text) => {
    if (/Entities brought back: \d+/.test(String(text))) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)))
}

function textEntity(id: string, text: string): Entity {
  const at = new Date().toISOString()
  return {
    id,
    entityclass: 'restrictiontext',
    attributeset: 'default',
    rev: 1,
    created: at,
    createdBy: system,
    updated: at,
    updatedBy: system,
    disabled: false,
    data: { text: { de_DE: text }, standards: [], categories: [], active: true },
  }
}

function runningJob(id: string, undoes?: string): Job {
  const now = new Date().toISOString()
  const job = newJob({ id, by: system, now }, { kind: 'reindex', total: 0, config: {}, result: {}, undoes })
  return begun(job, now)!
}

beforeAll(async () => {
  await removePoison(o)
  table = await o.output('Data', 'TableName')
  const store = await o.store()
  // Larger than an item may be: its state lies in the bucket.
  const entity = textEntity(large, randomBytes(300_000).toString('base64'))
  await store.put(entity, { expectRev: 0, unique: [swapped] })
  await (await importMemory()).put({ thing: told!, value: { hashes: { '/a': 'then' } } })
  await (await noteMarks()).change(reader, noted, { n1: 'read' })
  for (const id of pairs.flat())
    await store.put(textEntity(id, 'short'), { expectRev: 0, unique: [heldBy(id)] })
  await store.put(runningJob(ended, takenBack), { expectRev: 0, unique: [undoneKey(takenBack)] })
  await store.put(runningJob(still), { expectRev: 0 })
  const units = [1, 2].map((n) => ({ rows: 1, content: n }))
  await (await jobStore()).putStep(ended, 0, 0, { first: 0, rowsBefore: 0, units })
  await (await jobStore()).putOutcome(ended, 0, 0, jobOutcome)
  await followed(o)
  // Other tests may have left some, too.
  const jobs = (await store.listByClass('batchjob', { limit: 500 })).list as Job[]
  for (const job of jobs) if (!isOver(job)) running.add(job.id)
  before = await liveDigest()
  namesBefore = await namesFound()
  // The emulator restores a table to what it is now; so the moment is now, and the damage comes after it.
  moment = new Date()
  await restoreCopy(o, moment)
}, 480_000)
afterAll(async () => {
  await switchWorkers(o, true)
  await setMaintenance(o, false)
  await o.dynamo.send(new DeleteTableCommand({ TableName: copyName(table, moment) }))
})

test('two that hold a unique value of each other are brought back side by side', async () => {
  const store = await o.store()
  const put = async (id: string, unique: string[]) => {
    const entity = (await store.get(id))!
    await store.put(entity, { expectRev: entity.rev, unique })
  }
  for (const [a, b] of pairs) {
    await put(a, [])
    await put(b, [heldBy(a)])
    await put(a, [heldBy(b)])
  }
  const difference = { ...noDifference(), heads: pairs.flat() }
  expect(await bringBack(o, copyName(table, moment), difference, await openPlaces(o), moment)).toEqual([])
  for (const id of pairs.flat()) expect(await store.findUnique(heldBy(id))).toBe(id)
  expect(await liveDigest()).toEqual(before)
})

test('after a restore everything is what it was at that moment, by hashes, and is found again', async () => {
  const store = await o.store()
  const products = (await store.listByClass('product', { limit: 500 })).list
  const companies = (await store.listByClass('company', { limit: 500 })).list
  const [first, ...others] = products
  const erased = [...others.slice(0, 60), ...companies.slice(0, 10)]
  const changed = others.slice(60, 140)
  expect([erased.length, changed.length]).toEqual([70, 80])

  const at = new Date().toISOString()
  for (const { id } of erased) await store.erase(id, system, at, { evenIfNamed: true })
  await store.erase(large, system, at, { evenIfNamed: true })
  for (const one of changed) {
    const data = { ...one.data, listData: {}, overwritten: at }
    const put = { ...one, data, updated: at, updatedBy: system }
    await store.put(put, { expectRev: one.rev, unique: [] })
  }
  // Somebody has taken a number that was another one's; and somebody was there whom nobody knew.
  const taken = companies.at(-1)!
  await store.put({ ...taken, updated: at }, { expectRev: taken.rev, unique: [swapped] })
  await store.put(
    { ...taken, id: late, rev: 1, created: at },
    { expectRev: 0, unique: [`company#/importKey#${late}`] },
  )
  const memory = await importMemory()
  for (const thing of [told!, untold!]) await memory.put({ thing, value: { hashes: { '/a': 'since' } } })
  for (const account of [reader, newcomer]) await (await noteMarks()).change(account, noted, { n2: 'read' })
  const job = (await store.get('batchjob', ended)) as Job
  await (await jobStore()).putOutcome(ended, 0, 1, jobOutcome)
  const sums = await (await jobStore()).counts(ended)
  await store.put(finished(job, sums, at)!, { expectRev: job.rev })
  // Past the store: a revision overwritten, a whole entity gone, a value that nobody holds.
  const items = await o.table()
  const revision = await items.get({ pk: entityKey(first!.id), sk: revisionKey(1) })
  await items.put({ ...revision!, meta: 'spoilt' })
  const gone = companies.at(-2)!
  for (const sk of ['HEAD', ...Array.from({ length: gone.rev }, (_, i) => revisionKey(i + 1))])
    await items.delete({ ...headKey(gone.id), sk })
  await items.put({ pk: `U#stray#${late}`, sk: 'U', meta: late })
  const damaged = await liveDigest()
  expect(damaged.hash).not.toBe(before.hash)
  const api = await apiAs('admin')
  await until('the damage is seen', async () => (await api.productIds()).length < namesBefore.size)

  // Told first, done only when confirmed.
  expect(await restoreTo(o, { to: moment, isConfirmed: false })).toBe(true)
  expect(o.lines.join('\n')).toMatch(
    / entities become what they were[\s\S]* of them ran then, as jobs, and become aborted[\s\S]*1 company[\s\S]*Nothing was changed/,
  )
  expect(await liveDigest()).toEqual(damaged)

  expect(await restoreAndDie()).toBe('SIGKILL')
  expect((await liveDigest()).hash).not.toBe(damaged.hash)
  expect((await readMappings(o)).filter((one) => !one.isStream).map((one) => one.state)).toContain('Disabled')

  const isDone = await restoreTo(o, { to: moment, isConfirmed: true, settle: 0 })
  expect(o.lines.slice(-12).join('\n')).toContain('✓ Everything is as it was')
  expect(isDone).toBe(true)
  expect(await liveDigest()).toEqual(before)
  expect(await items.get({ pk: entityKey(first!.id), sk: revisionKey(1) })).toEqual(revision)

  // Forward only: who has seen a later revision gets a conflict, and never somebody else's state.
  for (const one of [...erased.slice(0, 5), ...changed.slice(0, 5)]) {
    const now = (await store.get(one.id))!
    expect([now.rev > one.rev + 1, now.data]).toEqual([true, one.data])
    const { count, revisions } = await store.history(one.id, { start: 0, limit: 100 })
    expect(count).toBe(now.rev)
    expect(revisions.map((step) => step.entity.rev)).toEqual(
      Array.from({ length: now.rev }, (_, i) => now.rev - i),
    )
    expect(revisions[0]!.changeset!.label).toContain('Restored to')
  }
  expect(await store.get(late)).toBeUndefined()
  expect(await store.findUnique(swapped)).toBe(large)
  expect(await memory.get(told!)).toEqual({ hashes: { '/a': 'then' } })
  expect(await memory.get(untold!)).toBeUndefined()
  const marksOf = async (account: string) => (await (await noteMarks()).of(account, [noted])).get(noted)
  expect(await marksOf(reader)).toEqual({ n1: 'read' })
  expect(await marksOf(newcomer)).toBeUndefined()
  // Nobody goes on with a job that ran then; what is known of its units stays, and its sums are told.
  for (const id of [ended, still])
    expect((await store.get('batchjob', id))!.data).toMatchObject({
      status: 'aborted',
      endedOn: moment.toISOString(),
      errors: [{ unit: 'job', text: { key: 'jobRestored' } }],
    })
  expect(await store.findUnique(undoneKey(takenBack))).toBeUndefined()
  expect(await (await jobStore()).counts(ended)).toEqual(sums)
  await until('its sums are told', async () => (await store.get('batchjob', ended))!.data['done'] === 2)

  // Maintenance is left to a person; the workers go on.
  expect(await answersOf('/api/eav/reference/load')).not.toBe(200)
  await setMaintenance(o, false)
  await until('calls answer again', async () => (await answersOf('/api/auth/domain/login')) !== 503)
  expect(new Set((await readMappings(o)).map((one) => one.state))).toEqual(new Set(['Enabled']))
  expect(await namesFound()).toEqual(namesBefore)

  // The same once more finds nothing to do.
  o.lines.length = 0
  expect(await restoreTo(o, { to: moment, isConfirmed: false })).toBe(true)
  expect(o.lines).toContain('  nothing differs')
}, 480_000)
