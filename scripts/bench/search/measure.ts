/** Asks all subjects the same questions in turn, compares their answers, and says how long each took. */
import type { Vocabulary } from './catalogue.ts'
import { deepSize, depth, type Work, works } from './questions.ts'
import type { Cursors, Subject, User } from './subject.ts'

export interface Timing {
  p50: number
  p95: number
}
export interface Measured {
  work: Work
  user: User
  /** By the subject's name. */
  timings: Record<string, Timing>
}
const percentile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
export const timingOf = (times: number[]): Timing => {
  const sorted = [...times].sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
}
export interface Asking {
  calls: number
  warmUps: number
  only?: string | undefined
  users?: User[]
}
const pages = depth / deepSize

/** Errors: subjects that find different numbers. */
export async function measure(subjects: Subject[], v: Vocabulary, asking: Asking): Promise<Measured[]> {
  const { calls, warmUps, only, users = ['admin', 'restricted'] } = asking
  const found: Measured[] = []
  for (const user of users)
    for (const work of works) {
      if (only && !work.label.includes(only)) continue
      const times: Record<string, number[]> = Object.fromEntries(subjects.map((s) => [s.name, []]))
      const cursors = new Map<Subject, Cursors>(subjects.map((s) => [s, new Map()]))
      const ask = async (n: number) => {
        const question = work.question(v)
        // Pages before the one that is measured, and after some of those the way begins anew.
        if (question.kind === 'deep' && n % 20 === 0)
          for (const subject of subjects) {
            cursors.get(subject)!.clear()
            for (const isActive of [true, false])
              for (let page = 0; page < pages; page++)
                await subject.as[user]({ kind: 'deep', isActive }, cursors.get(subject)!)
          }
        const answers: unknown[] = []
        for (const subject of subjects) {
          const before = performance.now()
          const answer = await subject.as[user](question, cursors.get(subject)!)
          if (n >= warmUps) times[subject.name]!.push(performance.now() - before)
          answers.push(answer)
        }
        if (new Set(answers.map((a) => JSON.stringify(a))).size > 1)
          throw new Error(
            `${work.label} as ${user}: ${subjects.map((s, i) => `${s.name} ${JSON.stringify(answers[i])}`).join(', ')} to ${JSON.stringify(question)}`,
          )
      }
      for (let n = 0; n < warmUps + calls; n++) await ask(n)
      const timings = Object.entries(times).map(([name, list]): [string, Timing] => [name, timingOf(list)])
      found.push({ work, user, timings: Object.fromEntries(timings) })
      console.log(
        `${work.label}, ${user}: ${timings.map(([name, { p50, p95 }]) => `${name} ${p50.toFixed(1)} / ${p95.toFixed(1)}`).join(', ')}`,
      )
    }
  return found
}
