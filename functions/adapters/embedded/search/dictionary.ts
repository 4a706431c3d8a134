import type { Scalar } from '../../../../shared/search/filter.ts'
import type { IndexKind } from '../../../../shared/search/index-query.ts'
import { grownFloats, grownInts } from './growing.ts'

/** Chosen codes of a dictionary, each once. */
export interface Codes {
  codes: Int32Array
  n: number
}
/** Values by code; code 0 is no value, codes are never given back. */
export interface Dictionary {
  readonly size: number
  encode(value: Scalar): number
  value(code: number): Scalar
  /** How the value compares with others, in sorts and ranges. */
  key(code: number): string | number
  /** One code for all values that compare as equal. */
  same(code: number): number
  /** Codes whose value equals. */
  equals(value: Scalar): Codes
  /** How a value of a query compares; undefined if it is not of the dictionary's kind. */
  keyOf(value: Scalar): string | number | undefined
}
export const codesOf = (list: number[]): Codes => ({ codes: new Int32Array(list), n: list.length })
/** Codes as they are found. */
export class CodeList implements Codes {
  codes: Int32Array = new Int32Array(256)
  n = 0
  push(code: number) {
    this.codes = grownInts(this.codes, this.n + 1)
    this.codes[this.n++] = code
  }
}

/** Values whose codes are remembered by the way they were written. */
export const maxLately = 10_000

export class WordDictionary implements Dictionary {
  readonly values: string[]
  private codes: Map<string, number> | undefined
  constructor(values: string[] = ['']) {
    this.values = values
  }
  get size() {
    return this.values.length - 1
  }
  private index(): Map<string, number> {
    if (!this.codes) {
      this.codes = new Map()
      for (let i = 1; i < this.values.length; i++) this.codes.set(this.values[i]!, i)
    }
    return this.codes
  }
  encode(value: Scalar): number {
    const text = String(value)
    const index = this.index()
    let code = index.get(text)
    if (code === undefined) {
      code = this.values.push(text) - 1
      index.set(text, code)
    }
    return code
  }
  value(code: number) {
    return this.values[code]!
  }
  key(code: number) {
    return this.values[code]!
  }
  same(code: number) {
    return code
  }
  codeOf(value: string): number {
    return this.index().get(value) ?? 0
  }
  equals(value: Scalar): Codes {
    const code = typeof value === 'string' ? this.codeOf(value) : 0
    return codesOf(code ? [code] : [])
  }
  keyOf(value: Scalar) {
    return typeof value === 'string' ? value : undefined
  }
}

/** Numbers, truth values, and dates as milliseconds. */
export class NumberDictionary implements Dictionary {
  readonly kind: IndexKind
  numbers: Float64Array
  size: number
  private codes: Map<number, number> | undefined
  /** Dates as they were written lately: most are days that come again and again. */
  private readonly lately = new Map<string, number>()
  constructor(kind: IndexKind, numbers: Float64Array = new Float64Array(1)) {
    this.kind = kind
    this.numbers = numbers
    this.size = numbers.length - 1
  }
  private index(): Map<number, number> {
    if (!this.codes) {
      this.codes = new Map()
      for (let i = 1; i <= this.size; i++) this.codes.set(this.numbers[i]!, i)
    }
    return this.codes
  }
  keyOf(value: Scalar): number | undefined {
    if (this.kind === 'date') return typeof value === 'string' ? Date.parse(value) : undefined
    if (this.kind === 'boolean') return typeof value === 'boolean' ? Number(value) : undefined
    return typeof value === 'number' ? value : undefined
  }
  encode(value: Scalar): number {
    if (typeof value !== 'string') return this.encodeNumber(value)
    const known = this.lately.get(value)
    if (known !== undefined) return known
    const code = this.encodeNumber(value)
    if (this.lately.size > maxLately) this.lately.clear()
    this.lately.set(value, code)
    return code
  }
  private encodeNumber(value: Scalar): number {
    const number = this.keyOf(value)
    if (number === undefined || Number.isNaN(number))
      throw new Error(`expected a ${this.kind}, got ${JSON.stringify(value)}`)
    const index = this.index()
    let code = index.get(number)
    if (code === undefined) {
      code = ++this.size
      this.numbers = grownFloats(this.numbers, code + 1)
      this.numbers[code] = number
      index.set(number, code)
    }
    return code
  }
  value(code: number): Scalar {
    const number = this.numbers[code]!
    if (this.kind === 'boolean') return number === 1
    return this.kind === 'date' ? new Date(number).toISOString() : number
  }
  key(code: number) {
    return this.numbers[code]!
  }
  same(code: number) {
    return code
  }
  equals(value: Scalar): Codes {
    const number = this.keyOf(value)
    const code = number === undefined ? undefined : this.index().get(number)
    return codesOf(code ? [code] : [])
  }
}
