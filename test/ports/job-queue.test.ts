import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../functions/adapters/common/clock.ts'
import { createJobQueue } from '../../functions/adapters/embedded/job-queue.ts'
import { type QueueConsumer, runQueues } from '../../functions/adapters/embedded/queue-runner.ts'
import { type Ports, pickPorts } from '../../functions/runtime/ports.ts'
import { deadLetterHandler, queueHandler } from '../../functions/runtime/queue.ts'
import { worker } from '../../functions/runtime/worker.ts'
import { openEmbeddedStore } from './embedded.ts'
import { jobQueueContract } from './job-queue.suite.ts'

const options = { log: () => {}, retryPauses: [1, 1] as [number, number], visibility: 60_000 }

async function openQueue(folder?: string) {
  const t = await openEmbeddedStore({ folder })
  const queue = createJobQueue(t.db, t.millis)
  const work = (consumers: QueueConsumer[]) => runQueues(queue, consumers, options)
  return { ...t, queue, work }
}
jobQueueContract('node:sqlite', () => openQueue())

const message = (unit: string) => ({ kind: 'flag', jobId: 'job', unit })

it('is had for the kinds that a function names, and sends nothing to others', async () => {
  const t = await openQueue()
  const { jobs } = pickPorts(['jobs:flag', 'jobs:pdf'], { jobs: t.queue } as unknown as Ports)
  await jobs!.send([message('a')])
  const printed = { kind: 'export', jobId: 'job', unit: 'b' }
  await expect(jobs!.send([message('b'), printed])).rejects.toThrow('does not name: jobs:export')
  expect(await t.queue.receive('flag', 10, 1_000)).toHaveLength(1)
  expect(t.queue.isEmpty('export')).toBe(true)
  await t.close()
})

it('mails and prints for a worker while there is time, and nothing once it is up', async () => {
  const went: string[] = []
  const ports = {
    mailer: { send: async () => void went.push('mail') },
    pdf: { print: async () => void went.push('print') },
  } as unknown as Ports
  const ended = Promise.withResolvers<PromiseSettledResult<unknown>[]>()
  const slow = worker(
    'flag',
    ['mailer', 'pdf'],
    async (_, { mailer, pdf }, signal) => {
      const both = () =>
        Promise.allSettled([mailer.send({ to: [], subject: '', text: '' }), pdf.print('<p>')])
      await both()
      await once(signal, 'abort')
      ended.resolve(await both())
    },
    [],
    async () => {},
    { seconds: 0.01 },
  )
  const failures = await queueHandler(slow, ports, () => {})([{ id: '1', tries: 1, message: message('a') }])
  expect(failures).toMatchObject([{ id: '1', reason: expect.stringMatching(/^took longer/) }])
  expect((await ended.promise).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(went).toEqual(['mail', 'print'])
})

describe('job queue of node:sqlite', () => {
  it('hides a taken message from others until its time is over', async () => {
    const t = await openQueue()
    await t.queue.send([message('a')])
    const [first] = await t.queue.receive('flag', 10, 30_000)
    expect(first).toMatchObject({ tries: 1, message: message('a') })
    expect(await t.queue.receive('flag', 10, 30_000)).toEqual([])
    t.passTime(20)
    await t.queue.extend([first!.id], 30_000)
    t.passTime(20)
    expect(await t.queue.receive('flag', 10, 30_000)).toEqual([])
    t.passTime(11)
    expect(await t.queue.receive('flag', 10, 30_000)).toMatchObject([{ id: first!.id, tries: 2 }])
    await t.queue.done([first!.id])
    expect(t.queue.isEmpty('flag')).toBe(true)
    await t.close()
  })

  it('keeps a message back for as long as its sender says', async () => {
    const t = await openQueue()
    await t.queue.send([message('later')], 30)
    t.passTime(29)
    expect(await t.queue.receive('flag', 10, 1_000)).toEqual([])
    expect(t.queue.isEmpty('flag')).toBe(false)
    t.passTime(2)
    expect(await t.queue.receive('flag', 10, 1_000)).toMatchObject([{ tries: 1, message: message('later') }])
    await t.close()
  })

  it('lets jobs take turns, so that a short one does not wait for a long one', async () => {
    const t = await openQueue()
    const of = (jobId: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ kind: 'flag', jobId, unit: `${n}` }))
    await t.queue.send(of('long', 2_000))
    const taken: string[] = []
    const take = async (limit: number) => {
      const records = await t.queue.receive('flag', limit, 60_000)
      taken.push(...records.map(({ message }) => `${message.jobId} ${message.unit}`))
      await t.queue.done(records.map(({ id }) => id))
    }
    await take(10)
    await t.queue.send(of('short', 1))
    await t.queue.send(of('second', 3))
    await take(4)
    await take(4)
    expect(taken.slice(10)).toEqual([
      'long 10',
      'short 0',
      'second 0',
      'long 11',
      'second 1',
      'long 12',
      'second 2',
      'long 13',
    ])
    // Who comes again and again does not keep the long one from its turns.
    for (let n = 0; n < 6; n++) {
      await t.queue.send(of(`short ${n}`, 1))
      await take(2)
    }
    expect(taken.slice(16).filter((one) => one.startsWith('long')).length).toBeGreaterThan(4)
    await t.close()
  })

  it('lets people take turns, so that many jobs of one do not hold up another', async () => {
    const t = await openQueue()
    const taken: string[] = []
    const take = async (limit: number) => {
      const records = await t.queue.receive('pdf', limit, 60_000)
      taken.push(...records.map(({ message }) => `${message.by} ${message.jobId}`))
      await t.queue.done(records.map(({ id }) => id))
    }
    const of = (by: string, jobId: string, count = 1) =>
      Array.from({ length: count }, (_, n) => ({ kind: 'pdf', jobId, unit: `${n}`, by }))
    await t.queue.send(Array.from({ length: 120 }, (_, n) => of('anna', `${n}`)).flat())
    await take(4)
    await t.queue.send(of('bruno', 'long', 100))
    await t.queue.send(of('carla', 'x'))
    await t.queue.send(of('bruno', 'short'))
    await take(3)
    await take(3)
    await take(1)
    expect(taken.slice(4)).toEqual([
      'bruno long',
      'carla x',
      'anna 4',
      'bruno long',
      'anna 5',
      // And a person's jobs among themselves.
      'bruno short',
      'anna 6',
    ])
    // Nor does who comes again and again, or has waited for nothing, get more than a turn.
    await t.queue.send(of('carla', 'y', 50))
    taken.length = 0
    await take(60)
    for (const who of ['anna', 'bruno', 'carla'])
      expect(taken.filter((one) => one.startsWith(who))).toHaveLength(20)
    await t.close()
  })

  it('gives a message up whose worker never came back, three times', async () => {
    const t = await openQueue()
    await t.queue.send([message('deadly')])
    for (const tries of [1, 2, 3]) {
      expect(await t.queue.receive('flag', 10, 1_000)).toMatchObject([{ tries }])
      t.passTime(2)
    }
    expect(await t.queue.receive('flag', 10, 1_000)).toEqual([])
    const [letter] = await t.queue.receiveDead('flag', 10)
    expect(letter).toMatchObject({ message: message('deadly'), reason: 'the worker did not come back' })
    await t.queue.noted([letter!.id])
    expect(await t.queue.receiveDead('flag', 10)).toEqual([])
    expect(await t.queue.listDead(10)).toHaveLength(1)
    await t.close()
  })

  it('delivers after a restart at once what was waiting, and what was under way', async () => {
    const before = await openQueue()
    await before.queue.send(['a', 'b', 'c'].map(message))
    const [taken] = await before.queue.receive('flag', 1, 600_000)
    await before.db.close()

    const t = await openQueue(before.folder)
    const seen: string[] = []
    const work = t.work([
      {
        kind: 'flag',
        handle: async (records) => {
          seen.push(...records.map((record) => record.message.unit))
          return []
        },
        handleDead: async () => [],
      },
    ])
    await work.idle()
    await work.stop()
    expect(taken!.message.unit).toBe('a')
    expect(seen.sort()).toEqual(['a', 'b', 'c'])
    await t.close()
    await before.close()
  })

  it('lets a poisoned unit end in the errors of its job, through the worker that the job wrote', async () => {
    const t = await openQueue()
    const done: string[] = []
    const errors: string[] = []
    const lines: Record<string, unknown>[] = []
    const flag = worker(
      'flag',
      ['entities'],
      async ({ unit }, { entities }) => {
        if (unit === 'poison') throw new Error('no such product')
        expect(entities).toBe(t.store)
        done.push(unit)
      },
      ['clock'],
      async ({ unit }, reason, context) => {
        expect(Object.keys(context)).toEqual(['clock', 'log'])
        errors.push(`${unit}: ${reason}`)
      },
    )
    const ports = { entities: t.store, clock: systemClock } as unknown as Ports
    const log = (line: Record<string, unknown>) => lines.push(line)
    await t.queue.send(['a', 'poison', 'b'].map(message))
    const work = t.work([
      {
        kind: 'flag',
        handle: queueHandler(flag, ports, log),
        handleDead: deadLetterHandler(flag, ports, log),
      },
    ])
    await work.idle()
    await work.stop()
    expect(done).toEqual(['a', 'b'])
    expect(errors).toEqual(['poison: no such product'])
    expect(lines.map((line) => line['tries'])).toEqual([1, 2, 3])
    expect(lines[0]).toMatchObject({ level: 'error', worker: 'flag', jobId: 'job', unit: 'poison' })
    await t.close()
  })
})
