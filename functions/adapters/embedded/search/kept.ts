import { Bits } from './growing.ts'

/** Which rows of a table meet a condition: of those before `upTo`, `count`. */
export interface Answer {
  bits: Bits
  upTo: number
  count: number
}
const maxAsked = 4000

/** Answers to conditions that come again, for all tables of a class. Those that were not asked for lately go first. */
export class Kept {
  private readonly answers = new Map<string, Answer>()
  private readonly asked = new Set<string>()
  get(key: string): Answer | undefined {
    const answer = this.answers.get(key)
    if (!answer) return undefined
    this.answers.delete(key)
    this.answers.set(key, answer)
    return answer
  }
  /** Is this not the first time? */
  isAgain(key: string): boolean {
    if (this.asked.delete(key)) return true
    if (this.asked.size > maxAsked) this.asked.clear()
    this.asked.add(key)
    return false
  }
  /** A new answer that knows no row yet. `maxWords`: what all may take together, in words of 32 rows. */
  add(key: string, rows: number, maxWords: number): Answer {
    const answer = { bits: new Bits(rows), upTo: 0, count: 0 }
    this.answers.set(key, answer)
    let words = 0
    for (const { bits } of this.answers.values()) words += bits.words.length
    for (const [oldest, { bits }] of this.answers) {
      if (words <= maxWords) break
      words -= bits.words.length
      this.answers.delete(oldest)
    }
    return answer
  }
}
