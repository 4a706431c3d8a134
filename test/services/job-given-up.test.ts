/** Work that was given up, work that waits for the index, and what stays of an aborted job. */
import { expect, it } from 'vitest'
import { decideAbort } from '../../functions/domain/job/job.ts'
import { waitingTask } from '../../functions/domain/job/message.ts'
import type { JobMessage } from '../../functions/ports/job-queue.ts'
import { giveUpTask, runTask } from '../../functions/services/job/engine.ts'
import type { JobKind, JobRunPorts } from '../../functions/services/job/kind.ts'
import { progress } from '../../functions/services/job/progress.ts'
import { maxWaits } from '../../functions/services/job/retry.ts'
import { startJob } from '../../functions/services/job/start.ts'
import { fixedIds } from '../../shared/constants.ts'
import { CallError } from '../../shared/errors.ts'
import { newId } from '../ports/store-under-test.ts'
import { numbers, openWorld } from './job-engine.world.ts'

/** A job of three units of a kind of the test's own, whose messages the test delivers. */
async function open(more: Partial<JobKind<JobRunPorts>> = {}) {
  const w = await openWorld(numbers(1), { death: 0, repeat: 0, giveUp: 0 }, [])
  const sent: { message: JobMessage; delay: number }[] = []
  let away: 'search_unavailable' | 'too_many_requests' | undefined
  const ports: JobRunPorts = {
    ...w.ports,
    jobs: {
      send: async (messages, delay = 0) => {
        sent.push(...messages.map((message) => ({ message, delay })))
      },
    },
  }
  const kind: JobKind<JobRunPorts> = {
    kind: 'reindex',
    permission: 'system',
    plan: async ({ phase }) =>
      phase > 0 ? undefined : { units: [0, 1, 2].map((n) => ({ rows: 2, content: n })) },
    async unit() {
      if (away) throw new CallError(away, 'It is away.')
      return { counts: { changed: 2 } }
    },
    ...more,
  }
  const deliver = (message: JobMessage) => runTask(kind, message, ports, new AbortController().signal)
  const id = newId()
  await startJob({ id, kind: 'reindex', by: 'somebody', config: {} }, ports)
  return {
    ...w,
    id,
    sent,
    ports,
    deliver,
    unit: (n: number): JobMessage => ({ kind: 'reindex', jobId: id, unit: `unit:0:${n}`, by: 'somebody' }),
    setAway: (now: typeof away) => {
      away = now
    },
    /** Delivers whatever was sent, until nothing is. */
    async run(take = deliver) {
      for (let next = sent.shift(); next; next = sent.shift()) await take(next.message)
    },
    data: async () => (await w.jobOf(id)).data,
  }
}
/** As if its tries were used up. */
const givingUp =
  (w: Awaited<ReturnType<typeof open>>, name: string) =>
  (message: JobMessage): Promise<void> =>
    message.unit === name ? giveUpTask(message, 'the table is away', w.ports) : w.deliver(message)

it('a given-up unit that is replayed is done, and the job says so', async () => {
  const w = await open({ isReplayable: true })
  await w.run(givingUp(w, 'unit:0:1'))
  expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 2, result: { changed: 4 } })
  // Twice, and at the same time: nothing is counted twice.
  await Promise.all([w.deliver(w.unit(1)), w.deliver(w.unit(1))])
  await w.run()
  expect(await w.data()).toMatchObject({
    status: 'complete',
    total: 6,
    done: 6,
    failed: 0,
    result: { changed: 6 },
  })
  expect(await w.jobStore.reasons(w.id, { limit: 10 })).toEqual({ list: [] })
  const { rev } = await w.jobOf(w.id)
  await w.deliver(w.unit(1))
  await w.deliver(w.unit(2))
  expect((await w.jobOf(w.id)).rev).toBe(rev)
  await w.close()
})

it('a replay that was cut off before the job was corrected corrects it when it comes again', async () => {
  const w = await open({ isReplayable: true })
  await w.run(givingUp(w, 'unit:0:1'))
  await w.jobStore.replaceGivenUp(w.id, 0, 1, { done: 2, failed: 0, counts: { changed: 2 }, reasons: [] })
  await w.deliver(w.unit(1))
  expect(await w.data()).toMatchObject({ failed: 0, result: { changed: 6 } })
  await w.close()
})

it('a job that is complete is not replayed where its kind does not say that it may be', async () => {
  const w = await open()
  await w.run(givingUp(w, 'unit:0:1'))
  await w.deliver(w.unit(1))
  expect(await w.data()).toMatchObject({ failed: 2, result: { changed: 4 } })
  await w.close()
})

it('a given-up unit of a job that still runs is done when it is replayed, whatever the kind', async () => {
  const w = await open()
  await w.deliver(w.sent.shift()!.message)
  await giveUpTask(w.unit(1), 'the table is away', w.ports)
  await w.deliver(w.unit(1))
  await w.run()
  expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 0, result: { changed: 6 } })
  await w.close()
})

it.each([
  { code: 'search_unavailable' as const, delay: 30 },
  { code: 'too_many_requests' as const, delay: 10 },
])(
  'waits for what passes by itself without using up its tries, and not for ever: $code',
  async ({ code, delay }) => {
    const w = await open()
    await w.deliver(w.sent.shift()!.message)
    w.setAway(code)
    for (let outage = 0; outage < 10; outage++) {
      const [waiting] = w.sent.splice(0, 1)
      // A failure would count as a try; a new message has all of its own.
      await w.deliver(waiting!.message)
      expect(w.sent.at(-1)).toMatchObject({ message: { kind: 'reindex', jobId: w.id }, delay })
      expect(w.sent).toHaveLength(3)
    }
    const last = w.sent.pop()!.message
    const late = { ...last, unit: waitingTask(last.unit, maxWaits) }
    await expect(w.deliver(late)).rejects.toMatchObject({ code })
    await giveUpTask(late, 'It is away.', w.ports)
    w.setAway(undefined)
    await w.run()
    expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 2 })
    const { list } = await w.jobStore.reasons(w.id, { limit: 10 })
    expect(list).toMatchObject([{ text: { key: 'jobUnitGivenUp', params: { job: w.id } } }])
    await w.close()
  },
)

it('an aborted job keeps what was done of it, also when its outcomes have expired', async () => {
  const w = await open()
  await w.deliver(w.sent.shift()!.message)
  await w.deliver(w.unit(0))
  await progress(w.id, w.ports, (job) => {
    const after = decideAbort(job, 'somebody', w.ports.clock.now())
    return after && 'refused' in after ? undefined : after
  })
  const end = { kind: 'reindex', jobId: w.id, unit: 'end' }
  await w.deliver(end)
  expect(await w.data()).toMatchObject({ status: 'aborted', total: 6, done: 2, result: { changed: 2 } })
  const { rev } = await w.jobOf(w.id)
  await w.deliver(end)
  expect((await w.jobOf(w.id)).rev).toBe(rev)
  await w.close()
})

it('an aborted job that can be taken back waits for what has begun, for an hour at most', async () => {
  let finished = 0
  const w = await open({
    undo: async () => ({}),
    finish: async () => {
      finished++
    },
  })
  await w.deliver(w.sent.shift()!.message)
  await w.deliver(w.unit(0))
  // Its process died, and its message is lost.
  await w.jobStore.begin(w.id, 0, 1)
  await progress(w.id, w.ports, (job) => {
    const after = decideAbort(job, 'somebody', w.ports.clock.now())
    return after && 'refused' in after ? undefined : after
  })
  w.sent.length = 0
  await w.deliver({ kind: 'reindex', jobId: w.id, unit: 'end' })
  const waiting = w.sent.shift()!
  expect(waiting).toMatchObject({ message: { unit: 'end:0:1' }, delay: 5 })
  expect([finished, w.sent]).toEqual([0, []])
  // What had not begun never will, whoever brings its message.
  await w.deliver(w.unit(2))
  expect(await w.jobStore.begin(w.id, 0, 2)).toBe(false)

  const { millis } = w.ports.clock
  w.ports.clock = { ...w.ports.clock, millis: () => millis() + 3_700_000 }
  await w.deliver(waiting.message)
  expect([finished, w.sent]).toEqual([1, []])
  expect(await w.data()).toMatchObject({ status: 'aborted', done: 4, failed: 2, result: { changed: 2 } })
  const { list } = await w.jobStore.reasons(w.id, { limit: 10 })
  expect(list).toMatchObject([{ unit: '2', text: { key: 'jobUnitGivenUp' } }])
  await w.close()
})

it('what had begun and failed without a note is taken back by what was planned; what had not begun is not', async () => {
  const undone: unknown[] = []
  const w = await open({
    // Nobody knows who started it: each unit is refused.
    permission: 'product:flag',
    async undo({ note, content, phase, unit, config }) {
      undone.push({ note, content, phase, unit, config })
      return {}
    },
  })
  await w.deliver(w.sent.shift()!.message)
  // Its process died in the middle, before the right was lost.
  await w.jobStore.begin(w.id, 0, 1)
  await w.run()
  expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 6 })
  const undo = { id: newId(), kind: 'reindex', by: fixedIds.account.system, undoes: w.id }
  await startJob({ ...undo, config: { of: 'the job' } }, w.ports)
  await w.run()
  expect((await w.jobOf(undo.id)).data).toMatchObject({ status: 'complete', done: 2 })
  expect(undone).toEqual([{ note: undefined, content: 1, phase: 0, unit: 1, config: { of: 'the job' } }])
  await w.close()
})

it('an aborted job is taken back only once what is under way has ended, and what waits to begin never does', async () => {
  const done = new Set<unknown>()
  const [gates, held] = [new Map<unknown, () => void>(), [] as Promise<void>[]]
  const w = await open({
    async unit({ content }) {
      await new Promise<void>((resolve) => gates.set(content, resolve))
      done.add(content)
      return { note: content }
    },
    async undo({ note }) {
      done.delete(note)
      return {}
    },
  })
  await w.deliver(w.sent.shift()!.message)
  held.push(w.deliver(w.unit(0)))
  await expect.poll(() => gates.size).toBe(1)
  // Its worker has read the job as running, and is late to begin.
  const { begin } = w.ports.jobStore
  let letBegin = () => {}
  const mayBegin = new Promise<void>((resolve) => {
    letBegin = resolve
  })
  w.ports.jobStore.begin = async (...unit) => {
    await mayBegin
    return begin(...unit)
  }
  held.push(w.deliver(w.unit(1)))
  await progress(w.id, w.ports, (job) => {
    const after = decideAbort(job, 'somebody', w.ports.clock.now())
    return after && 'refused' in after ? undefined : after
  })
  w.sent.length = 0
  const id = newId()
  await startJob({ id, kind: 'reindex', by: 'somebody', config: {}, undoes: w.id }, w.ports)
  await w.deliver(w.sent.shift()!.message)
  // The first unit is waited for.
  expect(w.sent).toMatchObject([{ message: { jobId: id, unit: 'plan:0:0' }, delay: 5 }])
  gates.get(0)!()
  await held[0]
  w.ports.jobStore.begin = begin
  await w.run()
  expect((await w.jobOf(id)).data.status).toBe('complete')
  letBegin()
  await held[1]
  expect(gates.size).toBe(1)
  expect([...done]).toEqual([])
  await w.close()
})

it('a unit that is done after all while its job is written as complete corrects the sums', async () => {
  const w = await open()
  await w.deliver(w.sent.shift()!.message)
  await giveUpTask(w.unit(1), 'the table is away', w.ports)
  const { jobStore } = w.ports
  const { counts } = jobStore
  let reads = 0
  // The job is written with the sums of the second reading; the unit is done between this and the write.
  jobStore.counts = async (jobId) => {
    const sums = await counts(jobId)
    if (++reads === 2) await w.deliver(w.unit(1))
    return sums
  }
  await w.run(givingUp(w, 'unit:0:1'))
  expect(reads).toBeGreaterThan(1)
  expect(await w.data()).toMatchObject({ status: 'complete', failed: 0, result: { changed: 6 } })
  await w.close()
})

it('what may be taken back is not replayed in a job that is complete', async () => {
  const w = await open({ isReplayable: true, undo: async () => ({}) })
  await w.run(givingUp(w, 'unit:0:1'))
  await w.deliver(w.unit(1))
  expect(await w.data()).toMatchObject({ status: 'complete', failed: 2, result: { changed: 4 } })
  await w.close()
})

it('a given-up unit that was never begun is marked when it is done after all', async () => {
  const undone: unknown[] = []
  const w = await open({
    async unit({ content }) {
      if (content === 1) throw new Error('killed in the middle')
      return { note: content }
    },
    async undo({ note, content }) {
      undone.push(note ?? content)
      return {}
    },
  })
  await w.deliver(w.sent.shift()!.message)
  await giveUpTask(w.unit(1), 'throttled', w.ports)
  await expect(w.deliver(w.unit(1))).rejects.toThrow('killed')
  await w.run(givingUp(w, 'unit:0:1'))
  const id = newId()
  await startJob({ id, kind: 'reindex', by: 'somebody', config: {}, undoes: w.id }, w.ports)
  await w.run()
  expect(undone.sort()).toEqual([0, 1, 2])
  await w.close()
})

it('of two who do a unit, the one who ends it counts, also where it was given up meanwhile', async () => {
  let isGivenUp = false
  const w = await open({
    async unit({ unit }) {
      if (unit === 1 && !isGivenUp) {
        isGivenUp = true
        await giveUpTask(w.unit(1), 'the worker did not come back', w.ports)
      }
      return { counts: { changed: 2 } }
    },
  })
  await w.run()
  expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 0, result: { changed: 6 } })
  expect(await w.jobStore.reasons(w.id, { limit: 10 })).toEqual({ list: [] })
  await w.close()
})

it.each(['done', 'failed'])(
  'who is still at a unit that was given up and taken back takes back what it writes: %s',
  async (end) => {
    const [flagged, log] = [new Set<unknown>(), [] as string[]]
    let [goOn, isHeld] = [() => {}, () => {}]
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const w = await open({
      async unit({ content }) {
        if (content === 1) {
          flagged.add('1 a')
          isHeld()
          await gate
        }
        flagged.add(`${content} b`)
        if (content === 1 && end === 'failed') throw new Error('the table is away')
        return { note: content, counts: { changed: 2 } }
      },
      async undo({ note, content }) {
        log.push(`${content} by ${note === undefined ? 'plan' : 'note'}`)
        for (const part of ['a', 'b']) flagged.delete(`${content} ${part}`)
        return {}
      },
    })
    await w.deliver(w.sent.shift()!.message)
    const late = w.deliver(w.unit(1))
    await held
    await w.run(givingUp(w, 'unit:0:1'))
    expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 2 })
    const id = newId()
    await startJob({ id, kind: 'reindex', by: fixedIds.account.system, config: {}, undoes: w.id }, w.ports)
    await w.run()
    expect((await w.jobOf(id)).data).toMatchObject({ status: 'complete', done: 6 })
    expect([...flagged]).toEqual([])

    goOn()
    await (end === 'done' ? late : expect(late).rejects.toThrow('the table is away'))
    expect([...flagged]).toEqual([])
    expect(log.sort()).toEqual([
      '0 by note',
      end === 'done' ? '1 by note' : '1 by plan',
      '1 by plan',
      '2 by note',
    ])
    // What was done of the job stays as it was told when it was taken back; nobody begins the unit again.
    expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 2, result: { changed: 4 } })
    await w.deliver(w.unit(1))
    expect([...flagged]).toEqual([])
    await w.close()
  },
)

it('of two who do a unit, the one who is still at it when it is taken back takes back what it writes', async () => {
  const flagged = new Set<unknown>()
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let deliveries = 0
  const w = await open({
    async unit({ content }) {
      if (content === 1 && ++deliveries === 1) await gate
      flagged.add(content)
      return { note: content }
    },
    async undo({ note }) {
      flagged.delete(note)
      return {}
    },
  })
  await w.deliver(w.sent.shift()!.message)
  const late = w.deliver(w.unit(1))
  await expect.poll(() => deliveries).toBe(1)
  await w.run()
  expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 0 })
  await startJob({ id: newId(), kind: 'reindex', by: 'somebody', config: {}, undoes: w.id }, w.ports)
  await w.run()
  goOn()
  await late
  expect([...flagged]).toEqual([])
  await w.close()
})

it.each(['done', 'failed'])(
  'what they cannot take back at once is taken back by the next message of the unit: %s',
  async (end) => {
    const flagged = new Set<unknown>()
    let [goOn, isAway] = [() => {}, false]
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let begun = 0
    const w = await open({
      async unit({ content }) {
        if (content === 1 && ++begun === 1) await gate
        flagged.add(content)
        if (content === 1 && end === 'failed') throw new Error('killed in the middle')
        return { note: content }
      },
      async undo({ content }) {
        if (isAway) throw new Error('the table is away')
        flagged.delete(content)
        return {}
      },
    })
    await w.deliver(w.sent.shift()!.message)
    const late = w.deliver(w.unit(1))
    await expect.poll(() => begun).toBe(1)
    await w.run(givingUp(w, 'unit:0:1'))
    await startJob({ id: newId(), kind: 'reindex', by: 'somebody', config: {}, undoes: w.id }, w.ports)
    await w.run()
    expect([...flagged]).toEqual([])

    isAway = true
    goOn()
    await (end === 'done' ? late : expect(late).rejects.toThrow('killed in the middle'))
    expect([...flagged]).toEqual([1])
    // Its tries are the queue's: it fails until the table is there, or is given up, and replayed.
    const [again] = w.sent.splice(0)
    expect(again?.message).toEqual(w.unit(1))
    await expect(w.deliver(again!.message)).rejects.toThrow('the table is away')
    await giveUpTask(again!.message, 'the table is away', w.ports)
    expect(w.sent).toEqual([])
    isAway = false
    await w.deliver(again!.message)
    expect([...flagged]).toEqual([])
    expect([begun, w.sent]).toEqual([1, []])
    expect(await w.data()).toMatchObject({ status: 'complete', done: 6, failed: 2 })
    await w.close()
  },
)

it('a plan whose phases have no end is an error in words, long before its sums are too large for an item', async () => {
  let planned = 0
  const w = await open({
    plan: async ({ phase }) => {
      planned = phase
      return { units: [] }
    },
  })
  await expect(w.run()).rejects.toThrow('more than 500 phases')
  expect(planned).toBeLessThanOrEqual(500)
})
