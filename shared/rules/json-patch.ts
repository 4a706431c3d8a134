/**
 * JSON Patch (RFC 6902) on plain JSON: atomic, leaves the document as it was, and never touches a prototype. Parts
 * that a patch does not reach are shared with the original, so that a big document costs what the change costs.
 */
import { maxDataDepth } from '../constants.ts'
import type { JsonPatch } from '../model/entity.ts'
import { depthOf, forbiddenKeys } from './structure.ts'
import { isObject, type Json, sameValue } from './values.ts'

export type PatchOutcome<T> =
  | { ok: true; document: T }
  /** `path` is the pointer that failed, `index` the operation. */
  | { ok: false; index: number; path: string; reason: PatchFailure }
export const patchFailures = {
  pointer: 'is not a JSON pointer',
  forbidden: 'names a key that no data may have',
  absent: 'does not exist',
  index: 'is not an index of the array',
  test: 'does not have the tested value',
  inside: 'would move a value into itself',
  tooMuch: 'would copy too much',
  tooDeep: `would lie more than ${maxDataDepth} levels deep`,
} as const
export type PatchFailure = keyof typeof patchFailures

/** Values that all `copy` operations of a patch may make together: repeated copies grow without bound. */
const copyLimit = 100_000

const own = (at: Json, key: string) => Object.hasOwn(at, key)

class Failure {
  readonly path: string
  readonly reason: PatchFailure
  constructor(path: string, reason: PatchFailure) {
    this.path = path
    this.reason = reason
  }
}

/** The tokens of a JSON pointer, or undefined if it is none. */
export function pointerTokens(pointer: string): string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Does the value hold a key that could reach a prototype? */
export function isPoisoned(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPoisoned)
  if (!isObject(value)) return false
  return Object.keys(value).some((key) => forbiddenKeys.has(key) || isPoisoned(value[key]))
}

class Patcher {
  root: unknown
  private readonly fresh = new WeakSet<object>()
  private copied = 0
  /** A value that was moved may be of any depth: whether the result is too deep is looked at once, at the end. */
  hasMoved = false
  constructor(root: unknown) {
    this.root = root
  }

  private tokens(path: string): string[] {
    const tokens = pointerTokens(path)
    if (!tokens) throw new Failure(path, 'pointer')
    if (tokens.some((t) => forbiddenKeys.has(t))) throw new Failure(path, 'forbidden')
    if (tokens.length > maxDataDepth) throw new Failure(path, 'tooDeep')
    return tokens
  }
  private index(token: string, length: number, path: string): number {
    if (!/^(0|[1-9][0-9]{0,8})$/.test(token)) throw new Failure(path, 'index')
    const i = Number(token)
    if (i >= length) throw new Failure(path, 'absent')
    return i
  }
  private child(at: unknown, token: string, path: string): unknown {
    if (Array.isArray(at)) return at[this.index(token, at.length, path)]
    if (!isObject(at) || !own(at, token)) throw new Failure(path, 'absent')
    return at[token]
  }
  read(path: string): unknown {
    return this.tokens(path).reduce<unknown>((at, token) => this.child(at, token, path), this.root)
  }
  /** A copy that belongs to this patch, so that it may be changed in place from then on. */
  private mine<T extends object>(value: T): T {
    if (this.fresh.has(value)) return value
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as T
    this.fresh.add(copy)
    return copy
  }
  /** The container of a pointer's last token, made changeable on the way down. */
  private container(tokens: string[], path: string): Json | unknown[] {
    if (!isObject(this.root) && !Array.isArray(this.root)) throw new Failure(path, 'absent')
    this.root = this.mine(this.root)
    let at = this.root as Json | unknown[]
    for (const token of tokens.slice(0, -1)) {
      const next = this.child(at, token, path)
      if (!isObject(next) && !Array.isArray(next)) throw new Failure(path, 'absent')
      const changeable = this.mine(next)
      if (Array.isArray(at)) at[Number(token)] = changeable
      else at[token] = changeable
      at = changeable
    }
    return at
  }
  add(path: string, value: unknown): void {
    const tokens = this.tokens(path)
    this.checkNew(value, tokens, path)
    this.put(tokens, value, path)
  }
  /** Of a value that comes with the patch. */
  private checkNew(value: unknown, tokens: string[], path: string): void {
    if (tokens.length + depthOf(value) > maxDataDepth) throw new Failure(path, 'tooDeep')
    if (isPoisoned(value)) throw new Failure(path, 'forbidden')
  }
  private put(tokens: string[], value: unknown, path: string): void {
    const last = tokens.at(-1)
    if (last === undefined) {
      this.root = value
      return
    }
    const at = this.container(tokens, path)
    if (!Array.isArray(at)) at[last] = value
    else if (last === '-') at.push(value)
    else at.splice(this.index(last, at.length + 1, path), 0, value)
  }
  remove(path: string): unknown {
    const tokens = this.tokens(path)
    const last = tokens.at(-1)
    if (last === undefined) throw new Failure(path, 'absent')
    const at = this.container(tokens, path)
    const value = this.child(at, last, path)
    if (Array.isArray(at)) at.splice(Number(last), 1)
    else delete at[last]
    return value
  }
  replace(path: string, value: unknown): void {
    const tokens = this.tokens(path)
    this.checkNew(value, tokens, path)
    const last = tokens.at(-1)
    if (last === undefined) {
      this.root = value
      return
    }
    const at = this.container(tokens, path)
    this.child(at, last, path)
    if (Array.isArray(at)) at[Number(last)] = value
    else at[last] = value
  }
  copy(from: string, path: string): void {
    const tokens = this.tokens(path)
    this.put(tokens, this.clone(this.read(from), path, tokens.length), path)
  }
  move(from: string, path: string): void {
    if (path.startsWith(`${from}/`)) throw new Failure(path, 'inside')
    this.read(from)
    if (from === path) return
    this.hasMoved = true
    this.put(this.tokens(path), this.remove(from), path)
  }
  private clone(value: unknown, path: string, depth: number): unknown {
    if (++this.copied > copyLimit) throw new Failure(path, 'tooMuch')
    if (!Array.isArray(value) && !isObject(value)) return value
    if (depth >= maxDataDepth) throw new Failure(path, 'tooDeep')
    if (Array.isArray(value)) return value.map((item) => this.clone(item, path, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, this.clone(v, path, depth + 1)]))
  }
}

/** Applies all operations, or none. The document itself is never changed. */
export function applyJsonPatch<T>(document: T, patch: JsonPatch): PatchOutcome<T> {
  const patcher = new Patcher(document)
  for (const [index, op] of patch.entries()) {
    try {
      if (op.op === 'add') patcher.add(op.path, op.value)
      else if (op.op === 'replace') patcher.replace(op.path, op.value)
      else if (op.op === 'remove') patcher.remove(op.path)
      else if (op.op === 'copy') patcher.copy(op.from, op.path)
      else if (op.op === 'move') patcher.move(op.from, op.path)
      else if (!sameValue(patcher.read(op.path), op.value)) throw new Failure(op.path, 'test')
    } catch (e) {
      if (!(e instanceof Failure)) throw e
      return { ok: false, index, path: e.path, reason: e.reason }
    }
  }
  if (patcher.hasMoved && depthOf(patcher.root) > maxDataDepth) {
    const index = patch.findLastIndex((op) => op.op === 'move')
    return { ok: false, index, path: patch[index]!.path, reason: 'tooDeep' }
  }
  return { ok: true, document: patcher.root as T }
}

/**
 * JSON Merge Patch (RFC 7386): null removes, objects merge, anything else replaces. Says why if the patch lies too deep or
 * is poisoned; the result then lies no deeper than the document or the patch.
 */
export function applyMergePatch<T extends object>(
  document: T,
  patch: unknown,
): { ok: true; document: T } | { ok: false; reason: PatchFailure } {
  if (depthOf(patch) > maxDataDepth) return { ok: false, reason: 'tooDeep' }
  return isPoisoned(patch)
    ? { ok: false, reason: 'forbidden' }
    : { ok: true, document: merged(document, patch) as T }
}
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Json = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = merged(own(result, key) ? result[key] : undefined, value)
  }
  return result
}
