import { listBudgetBytes } from '../../../shared/constants.ts'
import { jsonBytes } from '../json-bytes.ts'

/** Counts the JSON of what a list brings. The first row always fits, so that whoever asks for the rest gets on. */
export class AnswerBudget {
  readonly #limit: number
  #bytes = 0
  #count = 0

  /** `limit` in bytes. */
  constructor(limit = listBudgetBytes) {
    this.#limit = limit
  }

  /** Whether the row still fits; then it is counted. */
  take(row: unknown): boolean {
    const bytes = jsonBytes(row)
    if (this.#count > 0 && this.#bytes + bytes > this.#limit) return false
    this.#bytes += bytes
    this.#count++
    return true
  }
}
