/**
 * Three-way merge of an entity: what is stored, what the register said last, what it says now. The register changes
 * and removes what it brought itself; what staff entered or changed stays, value by value and row by row.
 */
import type { ImportItem } from '../../../shared/calls/bml/import/run.ts'
import { isLinkable } from '../../../shared/rules/resolution.ts'
import { isObject, type Json, sameValue } from '../../../shared/rules/values.ts'
import { differences, type FieldHashes, type Fields, fieldsOf, hashesOf, hashOf } from './fields.ts'
import { placeOf, readPlace, rowOf, tokensOf } from './places.ts'
import { referencesIn } from './references.ts'

/** What a register said last of a thing, and what was stored for it. */
export interface Memory {
  /** Hashes of the values as the register said them, by place. */
  hashes: FieldHashes
  /**
   * Hashes of what the import stored, where it is another value than the register's (references are stored as ids) or
   * one that the register did not say. Absent in memories of before: then such values count as the register's.
   */
  written?: FieldHashes
}
export const noMemory: Memory = { hashes: {}, written: {} }

export interface MergeInput {
  kind: ImportItem['kind']
  before: Json
  fields: Fields
  last: Memory
  /** Turns references to other things of the register into ids. */
  resolve: (value: unknown) => unknown
  /** Places that nobody may change now: those of an archived list. */
  isFrozen: (tokens: readonly string[]) => boolean
  /** Places at which the schema refuses the data. */
  issuesAt: (data: Json) => readonly string[]
}
export interface Merged {
  data: Json
  /** Places that were written. */
  set: string[]
  /** Places whose new value was not taken, because staff had changed them. */
  kept: string[]
  /** Places whose new value was not taken, because nobody may change them now. */
  frozen: string[]
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0
/** List and key of a value that may be linked instead. */
function linkableAt(tokens: readonly string[]): { list: string; key: string } | undefined {
  const [root, list, key, ...rest] = tokens
  if (root !== 'listData' || !list || !key || rest.length || !isLinkable(key)) return undefined
  return { list, key }
}

class Merge {
  readonly data: Json
  readonly set: string[] = []
  readonly kept: string[] = []
  private readonly removed = new Map<string, unknown>()
  /** Rows that the register had before, and those that staff have under the same id. */
  private readonly knownRows: ReadonlySet<string>
  private readonly foreignRows = new Set<string>()
  private readonly input: MergeInput
  constructor(input: MergeInput) {
    this.input = input
    this.data = structuredClone(input.before)
    const { hashes, written } = input.last
    const rows = Object.keys({ ...hashes, ...written }).map((place) => this.rowAt(tokensOf(place)))
    this.knownRows = new Set(rows.filter((row) => row !== undefined))
  }
  private rowAt(tokens: readonly string[]): string | undefined {
    const row = rowOf(this.input.kind, tokens)
    return row && placeOf(row)
  }

  /** Is the stored value what the import left there, so that the register may replace it? */
  private isRegisters(place: string, value: unknown): boolean {
    const { hashes, written } = this.input.last
    const hash = written?.[place] ?? hashes[place]
    if (hash === undefined) return false
    if (hash === hashOf(value)) return true
    // Memories of before know only the reference, not the id that was stored for it.
    const now = this.input.fields.get(place)
    return written === undefined && now !== undefined && referencesIn(now).size > 0
  }
  private delete(tokens: readonly string[]): void {
    const parent = readPlace(this.data, tokens.slice(0, -1))
    if (isObject(parent)) delete parent[tokens.at(-1)!]
  }
  private write(tokens: readonly string[], value: unknown): void {
    let at = this.data
    for (const token of tokens.slice(0, -1)) {
      const next = Object.hasOwn(at, token) ? at[token] : undefined
      if (isObject(next)) at = next
      else {
        const made: Json = {}
        at[token] = made
        at = made
      }
    }
    at[tokens.at(-1)!] = value
  }

  /** What the register no longer says goes, where it is still the register's; objects that are empty then go with it. */
  remove(places: readonly string[]): void {
    for (const place of places) {
      const tokens = tokensOf(place)
      const value = readPlace(this.data, tokens)
      if (value === undefined || !this.isRegisters(place, value)) continue
      this.removed.set(place, value)
      this.delete(tokens)
      this.prune(tokens)
    }
  }
  private prune(tokens: readonly string[]): void {
    const row = rowOf(this.input.kind, tokens)
    const value = row && readPlace(this.data, row)
    // The order of rows is nobody's content: it is renumbered whenever somebody moves another row.
    const hasContent = isObject(value) && Object.keys(value).some((key) => key !== '_order')
    if (row && !hasContent) this.delete(row)
    const kept = tokens[0] === 'listData' ? 2 : 1
    for (let length = tokens.length - 1; length > kept; length--) {
      const at = tokens.slice(0, length)
      if (!isEmptyObject(readPlace(this.data, at))) return
      this.delete(at)
    }
  }

  take(places: readonly string[]): void {
    const whole = new Set<string>()
    for (const place of places) {
      const row = this.rowAt(tokensOf(place))
      if (row === undefined || whole.has(row) || this.foreignRows.has(row)) continue
      const isStored = readPlace(this.input.before, tokensOf(row)) !== undefined
      // A row that staff had removed comes back whole when the register changes it.
      if (!isStored) whole.add(row)
      else if (!this.knownRows.has(row)) this.foreignRows.add(row)
    }
    const isWhole = (place: string) => whole.has(this.rowAt(tokensOf(place)) ?? '')
    const wanted = whole.size > 0 ? [...this.input.fields.keys()].filter(isWhole) : []
    for (const place of new Set([...places, ...wanted])) this.takeOne(place)
  }
  private takeOne(place: string): void {
    const tokens = tokensOf(place)
    const value = this.input.resolve(this.input.fields.get(place))
    const stored = readPlace(this.data, tokens)
    if (sameValue(stored, value)) return
    // An empty object says that nothing is there; it never takes away what is.
    if (stored !== undefined && isEmptyObject(value)) return
    const isForeign = this.foreignRows.has(this.rowAt(tokens) ?? '')
    const isStaffs = stored !== undefined && !this.isRegisters(place, stored)
    if (isForeign || isStaffs || !this.freeLink(tokens)) {
      if (tokens.at(-1) !== '_order') this.kept.push(place)
      return
    }
    this.write(tokens, value)
    this.set.push(place)
  }
  /** A direct value and a link exclude each other: false where staff chose the other one. */
  private freeLink(tokens: readonly string[]): boolean {
    const [root, list = '', key, linked = ''] = tokens
    if (root === 'listData' && key === '_linked')
      return readPlace(this.data, ['listData', list, linked]) === undefined
    const at = linkableAt(tokens)
    if (!at) return true
    const link = ['listData', at.list, '_linked', at.key]
    const value = readPlace(this.data, link)
    if (value === undefined) return true
    const place = placeOf(link)
    if (!this.isRegisters(place, value) && !this.set.includes(place)) return false
    this.delete(link)
    return true
  }

  /** What the schema wants stays, where nothing else takes its place: so a row that staff added to stays whole. */
  restoreRequired(): void {
    while (this.removed.size > 0) {
      const missing = this.input.issuesAt(this.data).filter((place) => this.removed.has(place))
      if (missing.length === 0) return
      for (const place of missing) {
        this.write(tokensOf(place), this.removed.get(place))
        this.removed.delete(place)
      }
    }
  }
  isForeign = (place: string): boolean => this.foreignRows.has(this.rowAt(tokensOf(place)) ?? '')
}

/** Applies what the register changed since. `remember` makes the memory from the state as it is stored at the end. */
export function mergeFields(input: MergeInput): Merged & { remember: (stored: Json) => Memory } {
  const { fields, last } = input
  const hashes = hashesOf(fields)
  const change = differences(hashes, last.hashes)
  const merge = new Merge(input)
  const isFrozen = (place: string) => input.isFrozen(tokensOf(place))
  const isOpen = (place: string) => !isFrozen(place)
  merge.remove(change.removed.filter(isOpen))
  merge.take(change.set.filter(isOpen))
  merge.restoreRequired()
  const { data, set, kept } = merge

  function remember(stored: Json): Memory {
    const written: Record<string, string> = {}
    // What could not be taken is not remembered, so that it is news again the next time.
    const isTaken = ([place]: [string, string]) => !merge.isForeign(place) && isOpen(place)
    const known = Object.entries(last.hashes).filter(([place]) => isFrozen(place))
    const taken = [...Object.entries(hashes).filter(isTaken), ...known]
    for (const [place, hash] of Object.entries(last.written ?? {}))
      if (place in hashes || !(place in last.hashes) || isFrozen(place)) written[place] = hash
    const isOld = last.written === undefined
    const references = isOld ? [...fields].filter(([, value]) => referencesIn(value).size > 0) : []
    for (const place of [...set, ...references.map(([place]) => place)]) {
      delete written[place]
      const value = readPlace(stored, tokensOf(place))
      if (value !== undefined && hashOf(value) !== hashes[place]) written[place] = hashOf(value)
    }
    for (const [place, value] of consequences(data, stored))
      if (!(place in hashes)) written[place] = hashOf(value)
    return { hashes: Object.fromEntries(taken), written }
  }
  return { data, set, kept, frozen: change.set.filter(isFrozen), remember }
}

/** Links and components that lists got besides, because of what was merged into others, with their places. */
function* consequences(merged: Json, stored: Json): Generator<[string, unknown]> {
  const lists = isObject(stored['listData']) ? Object.keys(stored['listData']) : []
  for (const list of lists)
    for (const key of ['_linked', '_components']) {
      const at = ['listData', list, key]
      const [was, is] = [readPlace(merged, at), readPlace(stored, at)]
      if (is === undefined || sameValue(was, is)) continue
      const former = fieldsOf(was ?? {}, placeOf(at))
      for (const [place, value] of fieldsOf(is, placeOf(at)))
        if (!isEmptyObject(value) && !sameValue(former.get(place), value)) yield [place, value]
    }
}
