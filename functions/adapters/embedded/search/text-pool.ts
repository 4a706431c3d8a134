import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, isWithin, words } from '../../../../shared/search/fold.ts'
import { type Codes, codesOf, type Dictionary } from './dictionary.ts'
import { limits } from './limits.ts'
import { IntList, Postings } from './postings.ts'

const byte = (c: number) => (c < 128 ? c : 128 | (c & 127))
/** Three characters as a number; characters outside of ASCII share places, so that hits must be checked. */
function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  const n = text.length
  for (let i = 0; i < n; i++) {
    const b = i + 1 < n ? byte(text.charCodeAt(i + 1)) : 0
    const c = i + 2 < n ? byte(text.charCodeAt(i + 2)) : 0
    grams.add((byte(text.charCodeAt(i)) << 16) | (b << 8) | c)
  }
  return grams
}

/** Letters of a word as bits: one edit changes at most two of them. */
function letterBits(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}
function bitCount(x: number): number {
  let v = x - ((x >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Says which codes matter to the asker: the others need not be checked. */
export type Occurs = (code: number) => boolean

/**
 * All texts of a class, each once however many fields hold it, with their folded form and ways to find them by parts
 * and by words. Codes of texts that differ only before folding share `same`.
 */
export class TextPool implements Dictionary {
  raw: string[]
  folded: string[]
  /** Lowest code with the same folded text. */
  private readonly first: IntList
  private byFolded: Map<string, number> | undefined
  /** Further codes by the lowest one with the same folded text. */
  private variants: Map<number, number[]> | undefined
  readonly grams: Postings
  /** Codes of texts that are too long for postings. */
  readonly long: IntList
  readonly vocabulary: string[]
  readonly byWord: Postings
  private wordIds: Map<string, number> | undefined
  private readonly wordBits: IntList

  constructor(
    from: {
      raw: string[]
      folded: string[]
      first: Int32Array
      grams: Postings
      long: Int32Array
      vocabulary: string[]
      byWord: Postings
    } = {
      raw: [''],
      folded: [''],
      first: new Int32Array(1),
      grams: new Postings(),
      long: new Int32Array(0),
      vocabulary: [],
      byWord: new Postings(),
    },
  ) {
    this.raw = from.raw
    this.folded = from.folded
    this.first = new IntList(from.first)
    this.grams = from.grams
    this.long = new IntList(from.long)
    this.vocabulary = from.vocabulary
    this.byWord = from.byWord
    this.wordBits = new IntList(Int32Array.from(from.vocabulary, letterBits))
  }
  get size() {
    return this.raw.length - 1
  }
  /** `first` of every code, for the snapshot. */
  firsts(): Int32Array {
    return this.first.items.subarray(0, this.first.length)
  }
  private foldedIndex() {
    if (!this.byFolded || !this.variants) {
      this.byFolded = new Map()
      this.variants = new Map()
      for (let code = 1; code < this.raw.length; code++) this.enter(code, this.same(code))
    }
    return { byFolded: this.byFolded, variants: this.variants }
  }
  private enter(code: number, first: number) {
    if (code === first) this.byFolded!.set(this.folded[code]!, code)
    else {
      const others = this.variants!.get(first)
      if (others) others.push(code)
      else this.variants!.set(first, [code])
    }
  }
  private wordIndex() {
    if (!this.wordIds) this.wordIds = new Map(this.vocabulary.map((word, id) => [word, id]))
    return this.wordIds
  }
  encode(value: Scalar): number {
    const raw = String(value)
    const folded = fold(raw)
    const { byFolded, variants } = this.foldedIndex()
    const first = byFolded.get(folded)
    if (first !== undefined) {
      if (this.raw[first] === raw) return first
      for (const code of variants.get(first) ?? []) if (this.raw[code] === raw) return code
    }
    const code = this.raw.push(raw) - 1
    // Where folding changes nothing, both arrays hold the same string.
    this.folded.push(first !== undefined ? this.folded[first]! : folded === raw ? raw : folded)
    this.first.push(first ?? code)
    this.enter(code, first ?? code)
    // Parts and words are looked up by the first of equal texts.
    if (first === undefined) this.index(code, folded)
    return code
  }
  private index(code: number, folded: string) {
    if (folded.length > limits.longText) {
      this.long.push(code)
      return
    }
    for (const gram of gramsOf(folded)) this.grams.add(gram, code)
    const ids = this.wordIndex()
    for (const word of new Set(words(folded))) {
      let id = ids.get(word)
      if (id === undefined) {
        id = this.vocabulary.push(word) - 1
        ids.set(word, id)
        this.wordBits.push(letterBits(word))
      }
      this.byWord.add(id, code)
    }
  }
  value(code: number) {
    return this.raw[code]!
  }
  key(code: number) {
    return this.folded[code]!
  }
  keyOf(value: Scalar) {
    return typeof value === 'boolean' ? undefined : fold(String(value))
  }
  same(code: number) {
    return this.first.items[code]!
  }
  equals(value: Scalar): Codes {
    const first = this.foldedIndex().byFolded.get(fold(String(value)))
    return first === undefined ? codesOf([]) : this.withVariants([first])
  }
  private withVariants(firsts: number[]): Codes {
    const { variants } = this.foldedIndex()
    const all: number[] = []
    for (const first of firsts) {
      all.push(first)
      const others = variants.get(first)
      if (others) all.push(...others)
    }
    return codesOf(all)
  }
  /** Checks candidates, which may come several times, and adds the long texts. */
  private checked(candidates: Iterable<number>, isMatch: (code: number) => boolean, occurs: Occurs): Codes {
    const { variants } = this.foldedIndex()
    const found: number[] = []
    const take = (first: number) => {
      const others = variants.get(first)
      if (!occurs(first) && !others?.some(occurs)) return
      if (!isMatch(first)) return
      found.push(first)
      if (others) found.push(...others)
    }
    for (const code of candidates) take(code)
    for (let i = 0; i < this.long.length; i++) take(this.long.items[i]!)
    return codesOf(found)
  }
  contains(text: string, occurs: Occurs): Codes {
    const isMatch = (code: number) => this.folded[code]!.includes(text)
    return this.checked(this.withPart(text), isMatch, occurs)
  }
  begins(text: string, occurs: Occurs): Codes {
    const isMatch = (code: number) => this.folded[code]!.startsWith(text)
    return this.checked(this.withPart(text.slice(0, 12)), isMatch, occurs)
  }
  /** Codes that may contain the part, each once. */
  private withPart(part: string): Iterable<number> {
    const grams = [...gramsOf(part)]
    if (part.length < 3) {
      // Every gram that begins with it.
      const from = part.length === 1 ? byte(part.charCodeAt(0)) << 16 : grams[0]! & 0xffff00
      const all = new Set<number>()
      this.grams.eachBetween(from, from + (part.length === 1 ? 1 << 16 : 1 << 8), (code) => all.add(code))
      return all
    }
    // Grams that run over the end of the part say nothing about what contains it.
    const inner = grams
      .filter((gram) => (gram & 0xff) !== 0 && (gram & 0xff00) !== 0)
      .map((gram) => ({ gram, count: this.grams.count(gram) }))
      .sort((a, b) => a.count - b.count)
    const rarest = inner[0]!
    const { base, recent } = this.grams.get(rarest.gram)
    return recent.length ? [...base, ...recent] : base
  }
  /** Texts that have the word. */
  word(word: string, occurs: Occurs): Codes {
    const id = this.wordIndex().get(word)
    return this.checked(
      id === undefined ? [] : this.ofWords([id]),
      (code) => this.hasWord(code, word),
      occurs,
    )
  }
  private hasWord(code: number, word: string): boolean {
    const text = this.folded[code]!
    return text.length <= limits.longText || words(text).includes(word)
  }
  private ofWords(ids: number[]): Iterable<number> {
    if (ids.length === 1) {
      const { base, recent } = this.byWord.get(ids[0]!)
      return recent.length ? [...base, ...recent] : base
    }
    const all = new Set<number>()
    for (const id of ids) this.byWord.eachBetween(id, id + 1, (code) => all.add(code))
    return all
  }
  /** Texts that have a word at most `distance` edits away. */
  fuzzy(word: string, distance: number, occurs: Occurs): Codes {
    const bits = letterBits(word)
    const ids: number[] = []
    for (let id = 0; id < this.vocabulary.length; id++) {
      if (bitCount(bits ^ this.wordBits.items[id]!) > 2 * distance) continue
      if (isWithin(word, this.vocabulary[id]!, distance)) ids.push(id)
    }
    const isNear = (code: number) => {
      const text = this.folded[code]!
      return text.length <= limits.longText || words(text).some((w) => isWithin(word, w, distance))
    }
    return this.checked(this.ofWords(ids), isNear, occurs)
  }
  /** Texts within bounds, by code units of the folded form. */
  where(isMatch: (folded: string) => boolean, occurs: Occurs): Codes {
    const found: number[] = []
    for (let code = 1; code < this.folded.length; code++)
      if (occurs(code) && isMatch(this.folded[code]!)) found.push(code)
    return codesOf(found)
  }
}
