import type { Scalar } from '../../../../shared/search/filter.ts'
import { fold, isWithin, words } from '../../../../shared/search/fold.ts'
import { CodeList, type Codes, type Dictionary, maxLately } from './dictionary.ts'
import { bitCount, grownInts } from './growing.ts'
import { limits } from './limits.ts'
import { IntList, Postings } from './postings.ts'

const byte = (c: number) => (c < 128 ? c : 128 | (c & 127))
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
const gramAt = (text: string, i: number): number =>
  (byte(text.charCodeAt(i)) << 16) |
  (i + 1 < text.length ? byte(text.charCodeAt(i + 1)) << 8 : 0) |
  (i + 2 < text.length ? byte(text.charCodeAt(i + 2)) : 0)
/** Three characters as a number; characters outside of ASCII share places, so that hits must be checked. */
function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  for (let i = 0; i < text.length; i++) grams.add(gramAt(text, i))
  return grams
}

/** Letters of a word as bits: one edit changes at most two of them. */
function letterBits(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

/** How to find texts: all at once, or by looking at one after the other. */
export interface TextSearch {
  /** Texts to be checked at most. */
  estimate: number
  isMatch(code: number): boolean
  /** Codes that match, of those that `counts` says occur. */
  codes(counts: Int32Array): Codes
}

/**
 * All texts of a class, each once however many fields hold it, with their folded form and ways to find them by parts
 * and by words. Codes of texts that differ only before folding share `same`.
 */
export class TextPool implements Dictionary {
  raw: string[]
  folded: string[]
  /** Lowest code with the same folded text. */
  private readonly first: IntList
  /** Next code with the same folded text; 0 is none. */
  private readonly next: IntList
  private byFolded: Map<string, number> | undefined
  private readonly lately = new Map<string, number>()
  /** By code: the search that looked at it last. */
  private seen: Int32Array = new Int32Array(0)
  private searches = 0
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
    this.next = new IntList(new Int32Array(from.first.length))
    for (let code = 1; code < from.first.length; code++) this.link(code, from.first[code]!)
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
  private link(code: number, first: number) {
    if (code === first) return
    this.next.items[code] = this.next.items[first]!
    this.next.items[first] = code
  }
  private foldedIndex(): Map<string, number> {
    if (!this.byFolded) {
      this.byFolded = new Map()
      for (let code = 1; code < this.raw.length; code++)
        if (this.same(code) === code) this.byFolded.set(this.folded[code]!, code)
    }
    return this.byFolded
  }
  private wordIndex() {
    if (!this.wordIds) this.wordIds = new Map(this.vocabulary.map((word, id) => [word, id]))
    return this.wordIds
  }
  encode(value: Scalar): number {
    const raw = String(value)
    const known = this.lately.get(raw)
    if (known !== undefined) return known
    const code = this.encodeText(raw)
    if (this.lately.size > maxLately) this.lately.clear()
    this.lately.set(raw, code)
    return code
  }
  private encodeText(raw: string): number {
    const folded = fold(raw)
    const byFolded = this.foldedIndex()
    const first = byFolded.get(folded)
    if (first !== undefined)
      for (let code = first; code !== 0; code = this.next.items[code]!)
        if (this.raw[code] === raw) return code
    const code = this.raw.push(raw) - 1
    // Where folding changes nothing, both arrays hold the same string.
    this.folded.push(first !== undefined ? this.folded[first]! : folded === raw ? raw : folded)
    this.first.push(first ?? code)
    this.next.push(0)
    if (first === undefined) byFolded.set(folded, code)
    else this.link(code, first)
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
    const found = new CodeList()
    const first = this.foldedIndex().get(fold(String(value)))
    for (let code = first ?? 0; code !== 0; code = this.next.items[code]!) found.push(code)
    return found
  }
  /** A way to find the texts that contain, or begin with, a folded text that is not empty. */
  part(text: string, atBeginning: boolean): TextSearch {
    const isMatch = atBeginning
      ? (code: number) => this.folded[code]!.startsWith(text)
      : (code: number) => this.folded[code]!.includes(text)
    if (text.length < 3) {
      // Every gram that begins with it.
      const from = (byte(text.charCodeAt(0)) << 16) | (text.length > 1 ? byte(text.charCodeAt(1)) << 8 : 0)
      const to = from + (text.length > 1 ? 1 << 8 : 1 << 16)
      const estimate = this.grams.countBetween(from, to)
      const isCertain = !atBeginning && isAscii(text)
      return this.searchOf(estimate, isMatch, isCertain, (visit) => this.grams.eachBetween(from, to, visit))
    }
    let rarest = 0
    let estimate = Number.POSITIVE_INFINITY
    for (let i = 0; i + 2 < text.length && i < 40; i++) {
      const gram = gramAt(text, i)
      const count = this.grams.count(gram)
      if (count < estimate) {
        estimate = count
        rarest = gram
      }
    }
    const isCertain = !atBeginning && text.length === 3 && isAscii(text)
    return this.searchOf(estimate, isMatch, isCertain, (visit) => this.grams.each(rarest, visit))
  }
  /** A way to find the texts that have the word. */
  word(word: string): TextSearch {
    const id = this.wordIndex().get(word)
    const has = (code: number) => words(this.folded[code]!).includes(word)
    const estimate = id === undefined ? 0 : this.byWord.count(id)
    return this.searchOf(estimate, has, true, (visit) => {
      if (id !== undefined) this.byWord.each(id, visit)
    })
  }
  /** A way to find the texts that have a word at most `distance` edits away. */
  fuzzy(word: string, distance: number): TextSearch {
    const bits = letterBits(word)
    const ids: number[] = []
    for (let id = 0; id < this.vocabulary.length; id++) {
      if (bitCount(bits ^ this.wordBits.items[id]!) > 2 * distance) continue
      if (isWithin(word, this.vocabulary[id]!, distance)) ids.push(id)
    }
    const has = (code: number) => words(this.folded[code]!).some((w) => isWithin(word, w, distance))
    const estimate = ids.reduce((sum, id) => sum + this.byWord.count(id), 0)
    return this.searchOf(estimate, has, true, (visit) => {
      for (const id of ids) this.byWord.each(id, visit)
    })
  }
  /** `isCertain`: candidates need no check, apart from the long texts. */
  private searchOf(
    estimate: number,
    isMatch: (code: number) => boolean,
    isCertain: boolean,
    candidates: (visit: (code: number) => void) => void,
  ): TextSearch {
    return {
      estimate: estimate + this.long.length,
      isMatch,
      codes: (counts) => {
        const found = new CodeList()
        this.seen = grownInts(this.seen, this.raw.length)
        const { seen } = this
        const search = ++this.searches
        const take = (first: number, isKnown: boolean) => {
          if (seen[first] === search) return
          seen[first] = search
          let occurs = false
          for (let code = first; code !== 0 && !occurs; code = this.next.items[code]!)
            occurs = code < counts.length && counts[code]! > 0
          if (!occurs || !(isKnown || isMatch(first))) return
          for (let code = first; code !== 0; code = this.next.items[code]!) found.push(code)
        }
        candidates((code) => take(code, isCertain))
        for (let i = 0; i < this.long.length; i++) take(this.long.items[i]!, false)
        return found
      },
    }
  }
}
