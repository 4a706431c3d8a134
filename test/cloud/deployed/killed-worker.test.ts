import { expect, inject, test } from 'vitest'
import { uniqueKey } from '../../../functions/domain/entity/unique-values.ts'
import { openStore } from '../../../scripts/cloud/seed.ts'
import { countryId } from '../../../scripts/seed/people.ts'
import { checkstatus } from '../../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../../shared/calls/bml/import/run.ts'
import { disable } from '../../../shared/calls/eav/entity/disable.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { apiAs } from '../../e2e/api.ts'
import { processesOf, until } from './tools.ts'

const { target, deployed } = inject('stage')
const store = openStore(target, deployed)
const unitSize = 50
const units = 3
const keys = Array.from({ length: units * unitSize }, (_, n) => String(n))
const company = (source: string, key: string): ImportItem => ({
  kind: 'company',
  key,
  data: {
    baseData: { name: `Firma ${source} ${key}` },
    addresses: { [`${source}:main`]: { type: 'main', city: 'Aarau', country: countryId('CH') } },
    contactPersons: { [`${source}:main`]: { isMain: true } },
  },
})
const idIn = (source: string, key: string) =>
  store.findUnique(uniqueKey('company', '/importKey', `${source}:${key}`))
/** Ids of those of these keys that have been written. */
const writtenOf = async (source: string, some: string[]) =>
  (await Promise.all(some.map((key) => idIn(source, key)))).filter((id) => id !== undefined)

type Job = OutputOf<typeof checkstatus>
const companies = (source: string) => keys.map((key) => company(source, key))
async function importing(
  source: string,
  items: ImportItem[],
  whileItRuns: (jobId: string) => Promise<void> = async () => {},
): Promise<Job> {
  const api = await apiAs('admin')
  const { jobId } = await api.call(run, { source, items })
  await whileItRuns(jobId)
  let job: Job | undefined
  await until('the import is over', async () => {
    job = await api.call(checkstatus, { id: jobId })
    return job.status === 'complete' || job.status === 'aborted'
  })
  return job!
}
/** What must be the same: all but ids and times. */
async function outcome(source: string, { status, total, done, failed, errors, result }: Job) {
  const ids = await writtenOf(source, keys)
  const revs = (await store.getMany(ids)).map(({ rev }) => rev)
  return { status, total, done, failed, errors, result, companies: new Set(ids).size, revs }
}

/** Ends the worker's process for certain in the middle of a unit: it stands still while we look how far it is. */
async function killInTheMiddle(source: string, jobId: string): Promise<void> {
  await until(
    'the worker was killed in the middle of a unit',
    async () => {
      const pids = processesOf('workers-import')
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      let isInTheMiddle = false
      try {
        const job = await store.get(jobId)
        if (job!.data['status'] === 'complete') throw new Error('the import was over too soon')
        const { length } = await writtenOf(source, keys)
        isInTheMiddle = pids.length > 0 && length > 0 && length < keys.length
      } finally {
        for (const pid of pids) process.kill(pid, isInTheMiddle ? 'SIGKILL' : 'SIGCONT')
      }
      return isInTheMiddle
    },
    50,
  )
}

test('a worker that is killed in the middle of a batch: the job ends complete, and nothing is done twice', async () => {
  const calm = await outcome('calm', await importing('calm', companies('calm')))
  expect(calm).toMatchObject({ status: 'complete', done: keys.length, failed: 0, companies: keys.length })
  expect(calm.revs).toEqual(keys.map(() => 1))

  const killed = await importing('killed', companies('killed'), (jobId) => killInTheMiddle('killed', jobId))
  expect(await outcome('killed', killed)).toEqual(calm)
})

test('a job whose messages follow from each other for more than 16 rounds goes on to its end', async () => {
  // Each category below the one before: as many phases. Each phase is a plan, and a unit that orders the next plan.
  const depth = 12
  const main = 'fertilisers'
  const below = (level: number): ImportItem => ({
    kind: 'category',
    key: String(level),
    data: {
      title: { de_DE: `Ebene ${level}` },
      mainCategoryKey: main,
      parent: level > 0 ? { $key: `category:${level - 1}` } : fixedIds.mainCategory[main],
    },
  })
  const job = await importing(
    'chain',
    Array.from({ length: depth }, (_, level) => below(level)),
  )
  expect(job).toMatchObject({ status: 'complete', done: depth, failed: 0, result: { created: depth } })
  const top = await store.findUnique(uniqueKey('category', '/importKey', 'chain:0'))
  const api = await apiAs('admin')
  // Refused as long as the function's reference data is older than the tree.
  await until('the tree is deleted', () =>
    api.call(disable, { id: top! }).then(
      () => true,
      () => false,
    ),
  )
})
