/** Nobody learns from any call what is hidden from them: data sets that differ in nothing else are told apart by nobody. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKey } from '../../functions/domain/export/job.ts'
import { resultKey } from '../../functions/domain/print/job.ts'
import { searchReference } from '../../functions/services/search/reference.ts'
import { loadCall } from '../../functions/wiring/calls.ts'
import { type CallName, catalogue } from '../../shared/catalogue.ts'
import { exportsOf, nextPage, readsOf } from './secrecy.calls.ts'
import {
  type Asker,
  ask,
  type Chosen,
  choices,
  everywhere,
  hiddenAsIn,
  type KindName,
  kindNames,
  kinds,
  type Told,
  tellsSecond,
  viewers,
} from './secrecy.kinds.ts'
import { removePrepared, startWorld, type World } from './secrecy.world.ts'
import { type Asked, dryRuns, notAsked, revNow, tellsNothing, writes } from './secrecy.writes.ts'

/** `npm run test:secrecy` asks for more. */
const sequences = Number(process.env['SECRECY_SEQUENCES'] ?? 2000)
/** The seed says which data sets there are and what is asked of each. */
const { seed = 0 } = fc.readConfigureGlobal()
const rounds = Math.max(3, Math.round(sequences / 1000))
const minute = 60_000
afterAll(removePrepared)

interface Step {
  name: CallName
  input: Record<string, unknown>
  /** Goes on behind the answer so many times, where there is more. */
  pages: number
}
/** What shows most is asked for more often than the rest, and what takes a product away less often. */
function weightOf(name: string): number {
  if (/\/(save|updatefrompatch|load|history|asof)$/.test(name)) return 8
  // Few prints come to a page.
  if (/\/pdf/.test(name)) return 8
  if (/\/(archive|deleteproduct|disable|delete|restore)$/.test(name)) return 1
  if (name === 'bml/export/run') return 16
  return /^(bml\/product|search|eav\/entity)\//.test(name) ? 4 : 2
}
const sequencesOf = (asked: Asked): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      ...Object.entries(asked).map(([name, input]) => ({
        weight: weightOf(name),
        arbitrary: fc.record({
          name: fc.constant(name as CallName),
          input: input as fc.Arbitrary<Record<string, unknown>>,
          pages: fc.nat({ max: 2 }),
        }),
      })),
    ),
    { minLength: 1, maxLength: 8 },
  )

/** The revision that stands for that of today, as it is stored: those of two data sets are the same. */
async function withRev(world: World, input: Record<string, unknown>) {
  if (input['rev'] !== revNow) return input
  const entity = await world.ports.entities.get(String(input['id']))
  return { ...input, rev: entity?.rev ?? 1 }
}
async function tell(world: World, asker: Asker, steps: Step[]) {
  const all: { name: CallName; input: unknown; told: Told }[] = []
  for (const { name, input, pages } of steps) {
    let asked: Record<string, unknown> | undefined = await withRev(world, input)
    for (let i = 0; i <= pages && asked; i++) {
      const told = await ask(world, asker, catalogue[name], asked)
      all.push({ name, input: asked, told })
      // Two jobs side by side may do their rows in either order, which is no difference of the data.
      const started = told.body['data'] as { jobId?: string; ticketNumber?: string } | undefined
      if (started?.jobId ?? started?.ticketNumber) await world.worked()
      asked = nextPage(asked, told.body['data'])
    }
  }
  return all
}
/** Fails at the first step whose answers differ; gives the answers. */
async function findNoDifference([one, other]: readonly [World, World], asker: Asker, steps: Step[]) {
  const [a, b] = [await tell(one, asker, steps), await tell(other, asker, steps)]
  // As they are told: in the same order, too.
  const asTold = (step: unknown) => JSON.stringify(step, undefined, 1)
  for (const [i, step] of a.entries()) expect(asTold(b[i])).toBe(asTold(step))
  return a
}
/** Answers to the same request that differ, as they are told. */
async function differences([one, other]: readonly [World, World], asker: Asker, steps: Step[]) {
  const [a, b] = [await tell(one, asker, steps), await tell(other, asker, steps)]
  const isSame = (x: unknown, y: unknown) => JSON.stringify(x) === JSON.stringify(y)
  // From where one of them has another next page on, others were asked.
  const end = a.findIndex(({ input }, i) => !isSame(input, b[i]?.input))
  return a.slice(0, end < 0 ? a.length : end).flatMap(({ name, told }, i) => {
    const [said, saidThere] = [JSON.stringify(told), JSON.stringify(b[i]?.told)]
    return said === saidThere ? [] : [{ name, said, saidThere }]
  })
}
const closeAll = (worlds: World[]) => Promise.all(worlds.map((world) => world.close()))
const readsIn = async ({ ports }: World) => readsOf(await searchReference(ports.reference))
const writesIn = async ({ ports }: World) => ({
  ...writes,
  ...exportsOf(await searchReference(ports.reference)),
})
/** The file that an export has made, and how many products are in it, if the job is one. */
async function exported({ ports: { files, jobStore } }: World, job: string) {
  if (!(await files.has(fileKey(job)))) return undefined
  const { done } = await jobStore.counts(job)
  return { rows: done, file: Buffer.from((await files.get(fileKey(job))).body).toString('latin1') }
}
/** What a ticket stands for: a document, or the file of a report. */
async function printed({ ports: { files } }: World, ticket: string) {
  for (const key of [resultKey(ticket, 0), fileKey(ticket)])
    if (await files.has(key)) return Buffer.from((await files.get(key)).body).toString('latin1')
  return undefined
}

const readingPorts = ['reference', 'clock', 'links', 'settings', 'changes', 'indexHealth']
const isReading = (use: string) => use.endsWith(':read') || readingPorts.includes(use)

describe('every call of the catalogue', () => {
  test('takes part, or is named with the reason why it does not', async () => {
    const world = await startWorld(everywhere(0))
    const reads = await readsIn(world)
    const known = [reads, dryRuns, await writesIn(world), notAsked].flatMap(Object.keys)
    expect([...new Set(known)].sort()).toEqual(Object.keys(catalogue).sort())
    await world.close()
    for (const name of Object.keys({ ...writes, ...notAsked }) as CallName[]) {
      const { uses = [] } = (await loadCall(name)) ?? {}
      const onlyReads = uses.length > 0 && uses.every(isReading)
      expect([name, onlyReads], 'what only reads belongs to what each sequence may ask').toEqual([
        name,
        false,
      ])
    }
  })
})

describe('what is hidden from a viewer makes no difference to them', () => {
  const perRound = Math.ceil(sequences / rounds / viewers.length)
  describe.each(Array.from({ length: rounds }, (_, i) => i))('in data sets of round %i', (round) => {
    const [one, other] = fc.sample(choices, { numRuns: 2, seed: seed + round }) as [Chosen, Chosen]
    let world: World
    beforeAll(async () => {
      world = await startWorld(one)
    }, minute)
    afterAll(() => world.close())
    test.each(viewers)(
      '%s',
      async (viewer) => {
        const twin = await startWorld(hiddenAsIn(viewer, one, other))
        const asked = { ...(await readsIn(world)), ...dryRuns }
        try {
          await fc.assert(
            fc.asyncProperty(sequencesOf(asked), async (steps) => {
              for (const { startIdsOver } of [world, twin]) startIdsOver()
              await findNoDifference([world, twin], viewer, steps)
            }),
            { numRuns: perRound, seed: seed + round * viewers.length + viewers.indexOf(viewer) },
          )
        } finally {
          await twin.close()
        }
      },
      5 * minute,
    )
  })
})

describe('nor does it make one to who writes, in what is answered, refused and seen afterwards', () => {
  const [one, other] = fc.sample(choices, { numRuns: 2, seed }) as [Chosen, Chosen]
  test.each(viewers)(
    '%s',
    async (viewer) => {
      const worlds = [await startWorld(one), await startWorld(hiddenAsIn(viewer, one, other))] as const
      const reads = { ...(await readsIn(worlds[0])), ...dryRuns }
      const asked = fc.tuple(sequencesOf(await writesIn(worlds[0])), sequencesOf(reads))
      let comparedRows = 0
      let comparedPages = 0
      try {
        await fc.assert(
          fc.asyncProperty(asked, async ([writing, reading]) => {
            const answers = await findNoDifference(worlds, viewer, writing)
            for (const world of worlds) {
              await world.worked()
              await world.indexed()
            }
            const jobs = answers.flatMap(({ told }) => (told.body['data'] as { jobId?: string })?.jobId ?? [])
            const asks = (id: string): Step[] => [
              { name: 'batch/job/checkstatus', input: { id }, pages: 1 },
              { name: 'bml/export/status', input: { id }, pages: 0 },
            ]
            await findNoDifference(worlds, viewer, jobs.flatMap(asks))
            for (const job of jobs) {
              const made = await exported(worlds[0], job)
              expect(await exported(worlds[1], job)).toEqual(made)
              comparedRows += made?.rows ?? 0
            }
            const tickets = answers.flatMap(
              ({ told }) => (told.body['data'] as { ticketNumber?: string })?.ticketNumber ?? [],
            )
            const ticketAsks = (id: string): Step[] => [
              { name: 'batch/job/checkstatus', input: { id }, pages: 1 },
              { name: 'bml/product/getpdfandstatus', input: { ticketNumber: id }, pages: 0 },
            ]
            await findNoDifference(worlds, viewer, tickets.flatMap(ticketAsks))
            for (const ticket of tickets) {
              const made = await printed(worlds[0], ticket)
              expect(await printed(worlds[1], ticket)).toEqual(made)
              if (made !== undefined) comparedPages++
            }
            await findNoDifference(worlds, viewer, reading)
          }),
          // What was written stays: a shorter sequence would find something else.
          { numRuns: Math.ceil(sequences / 60), seed: seed + viewers.indexOf(viewer), endOnFailure: true },
        )
        // Whoever may export has compared files with products in them: an empty file hides nothing.
        expect(comparedRows > 0).toBe(viewer !== 'registered')
        expect(comparedPages > 0).toBe(viewer !== 'registered')
      } finally {
        await closeAll([...worlds])
      }
    },
    5 * minute,
  )
})

describe('a difference that may be seen is found', () => {
  test(
    'of every kind, and by every call that could tell one',
    async () => {
      const worlds = [await startWorld(everywhere(0)), await startWorld(everywhere(1))] as const
      const presence = 'bml/presence/update'
      const asked = { ...(await readsIn(worlds[0])), [presence]: writes[presence] }
      const kindsLeft = new Set<KindName>(kindNames)
      const callsLeft = new Set(Object.keys(asked).filter((name) => !Object.hasOwn(tellsNothing, name)))
      // What one says of oneself stays: if core2, of whom the data say something, took that back, or another one said the same,
      // nobody could tell the data apart any more. What national says national is not told.
      const askedBy = (asker: Asker, steps: Step[]) =>
        asker === 'national' ? steps : steps.filter(({ name }) => name !== presence)
      // It ends with the last kind: the rarest ones take long with some seeds.
      for (const steps of fc.sample(sequencesOf(asked), { numRuns: 6000, seed })) {
        const left = [...kindsLeft].map((kind) => kinds[kind].seenBy)
        const finders = new Set<Asker>([
          ...left,
          ...(callsLeft.size > 0 ? (['admin', 'core2', 'national'] as const) : []),
        ])
        if (finders.size === 0) break
        for (const asker of finders) {
          for (const { name, said, saidThere } of await differences(worlds, asker, askedBy(asker, steps))) {
            callsLeft.delete(name)
            for (const kind of kindsLeft)
              if (kinds[kind].seenBy === asker && tellsSecond(saidThere, kind) && !tellsSecond(said, kind))
                kindsLeft.delete(kind)
          }
        }
      }
      await closeAll([...worlds])
      expect({ kindsLeft: [...kindsLeft], callsLeft: [...callsLeft] }).toEqual({
        kindsLeft: [],
        callsLeft: [],
      })
    },
    5 * minute,
  )
})
