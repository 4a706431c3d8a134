/** Many who search while others write: how long their questions take beside those of one alone. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SearchIndex } from '../../../functions/ports/search-index.ts'
import type { BenchCatalogue } from './catalogue.ts'
import { type Timing, timingOf } from './measure.ts'
import { works } from './questions.ts'
import type { Subject, User } from './subject.ts'

const searchers = 16
const writers = 2
/** Milliseconds between two questions of one person at work. */
const thinking = 1000
/** Times of one alone that those of many may be, at p95. */
const atMost = 4

interface Crowd {
  searchers: number
  writers: number
  /** Milliseconds that a searcher waits after an answer. */
  thinking: number
}
interface Outcome {
  timing: Timing
  searches: number
  writes: number
  errors: number
  seconds: number
}

/** Asks `questions` in all, of every kind in turn; writers save products meanwhile, one after the other. */
async function run(
  { searchers, writers, thinking }: Crowd,
  questions: number,
  subject: Subject,
  index: SearchIndex,
  catalogue: BenchCatalogue,
  products: number,
): Promise<Outcome> {
  const kinds = works.filter(({ question }) => question(catalogue.vocabulary).kind !== 'deep')
  const times: number[] = []
  let errors = 0
  let writes = 0
  let asked = 0
  const began = performance.now()
  const search = async () => {
    while (asked < questions) {
      const n = asked++
      const user: User = n % 2 ? 'admin' : 'restricted'
      const question = kinds[(n >> 1) % kinds.length]!.question(catalogue.vocabulary)
      const before = performance.now()
      await subject.as[user](question, new Map()).catch(() => errors++)
      times.push(performance.now() - before)
      if (thinking) await pause(Math.random() * 2 * thinking)
    }
  }
  const write = async (nth: number) => {
    for (let i = nth; asked < questions; i += writers) {
      // The revision grows with the clock, so that a run on the same index is newer than the one before.
      const document = catalogue.document(i % products, Math.floor(Date.now() / 1000))
      await index.apply([{ ...document, document }]).then(
        () => writes++,
        () => errors++,
      )
      if (thinking) await pause(thinking)
    }
  }
  await Promise.all([
    ...Array.from({ length: searchers }, search),
    ...Array.from({ length: writers }, (_, nth) => write(nth)),
  ])
  const seconds = (performance.now() - began) / 1000
  return { timing: timingOf(times), searches: times.length, writes, errors, seconds }
}

/** Prints both, without a pause and as people work. */
export async function measureCrowd(
  subject: Subject,
  index: SearchIndex,
  catalogue: BenchCatalogue,
  { calls, products }: { calls: number; products: number },
): Promise<void> {
  const ask = (crowd: Crowd, questions: number) => run(crowd, questions, subject, index, catalogue, products)
  const say = ({ timing: { p50, p95 } }: Outcome) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  const alone = { searchers: 1, writers: 0, thinking: 0 }
  await ask(alone, calls)
  const one = await ask(alone, calls)
  console.log(
    `\n| who | ms p50 / p95 | × alone | searches, writes a second | errors |\n| --- | --- | --- | --- | --- |`,
  )
  console.log(`| one alone | ${say(one)} | | ${(one.searches / one.seconds).toFixed(0)}, 0 | ${one.errors} |`)
  for (const [who, pausing] of [
    [`${searchers} who search and ${writers} who write, each a second after the answer`, thinking],
    [`the same without a pause`, 0],
  ] as const) {
    const found = await ask({ searchers, writers, thinking: pausing }, calls * 2)
    const { searches, writes, errors, seconds, timing } = found
    const times = timing.p95 / one.timing.p95
    console.log(
      `| ${who} | ${say(found)} | ${(timing.p50 / one.timing.p50).toFixed(1)} / ${times.toFixed(1)} ${times <= atMost && errors === 0 ? 'met' : 'MISSED'} | ${(searches / seconds).toFixed(0)}, ${(writes / seconds).toFixed(0)} | ${errors} |`,
    )
  }
}
