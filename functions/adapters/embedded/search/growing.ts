/** Typed arrays that grow. Growth is by a fifth, because a copy is cheaper than memory that stays empty. */
export type Ints = Uint8Array | Uint16Array | Int32Array

const roomFor = (needed: number) =>
  Math.max(64, needed + Math.ceil(Math.max(needed * 0.2, Math.min(needed, 4096))))

export function grownInts(array: Int32Array, needed: number): Int32Array {
  if (needed <= array.length) return array
  const next = new Int32Array(roomFor(needed))
  next.set(array)
  return next
}
export function grownFloats(array: Float64Array, needed: number): Float64Array {
  if (needed <= array.length) return array
  const next = new Float64Array(roomFor(needed))
  next.set(array)
  return next
}
/** Room for `needed` numbers up to `largest`, in the narrowest form that holds them; `isSigned` asks for the widest. */
export function fittingInts(array: Ints, needed: number, largest: number, isSigned: boolean): Ints {
  const width = isSigned || largest > 0xffff ? 4 : largest > 0xff ? 2 : 1
  if (width <= array.BYTES_PER_ELEMENT && needed <= array.length) return array
  const size = needed <= array.length ? array.length : roomFor(needed)
  const bytes = Math.max(width, array.BYTES_PER_ELEMENT)
  const next = bytes === 4 ? new Int32Array(size) : bytes === 2 ? new Uint16Array(size) : new Uint8Array(size)
  next.set(array)
  return next
}

/** Bits of a number of 32 that are set. */
export function bitCount(x: number): number {
  let v = x - ((x >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
/** One bit per row. */
export class Bits {
  words: Int32Array
  constructor(rows: number, words: Int32Array = new Int32Array((rows + 31) >>> 5)) {
    this.words = words
  }
  static of(rows: Int32Array, n: number, size: number): Bits {
    const bits = new Bits(size)
    const { words } = bits
    for (let i = 0; i < n; i++) words[rows[i]! >>> 5]! |= 1 << (rows[i]! & 31)
    return bits
  }
  reserve(rows: number) {
    this.words = grownInts(this.words, (rows + 31) >>> 5)
  }
  has(row: number): boolean {
    return ((this.words[row >>> 5]! >>> (row & 31)) & 1) === 1
  }
  set(row: number) {
    this.words[row >>> 5]! |= 1 << (row & 31)
  }
  clear(row: number) {
    this.words[row >>> 5]! &= ~(1 << (row & 31))
  }
  /** Writes the rows from `from` to before `to` that are set, ascending; gives their number. */
  extract(out: Int32Array, from: number, to: number): number {
    const { words } = this
    const end = Math.min((to + 31) >>> 5, words.length)
    let n = 0
    for (let w = from >>> 5; w < end; w++) {
      let word = words[w]!
      const base = w << 5
      if (base < from) word &= -1 << (from & 31)
      if (to - base < 32) word &= ~(-1 << (to & 31))
      while (word !== 0) {
        const low = word & -word
        out[n++] = base + 31 - Math.clz32(low)
        word ^= low
      }
    }
    return n
  }
}

/** Arrays for the time of one question or of a part of it, given back together. */
export class Scratch {
  private readonly free = new Map<number, Int32Array[]>()
  private readonly taken: Int32Array[] = []
  private kept = 0
  take(n: number): Int32Array {
    const size = 1 << (32 - Math.clz32(Math.max(n, 256) - 1))
    // A larger one that lies about is better than a new one: new ones are garbage sooner or later.
    for (let s = size; s <= size * 8; s *= 2) {
      const found = this.free.get(s)?.pop()
      if (!found) continue
      this.kept -= s
      this.taken.push(found)
      return found
    }
    const array = new Int32Array(size)
    this.taken.push(array)
    return array
  }
  /** What `release` is told, to give back what is taken from now on. */
  get mark(): number {
    return this.taken.length
  }
  release(mark = 0) {
    for (const array of this.taken.splice(mark)) {
      // What is kept is bounded: 4 million numbers.
      if (this.kept + array.length > 1 << 22) continue
      const list = this.free.get(array.length)
      if (list) list.push(array)
      else this.free.set(array.length, [array])
      this.kept += array.length
    }
  }
}
