/**
 * What a search brings along of a hit, in columns of its own: `head` with the document's own fields, and below `apart` each
 * list's row, and the rows of each level below it. So a page reads what its columns are about, not whole documents.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { tradeNamePath } from '../../../../shared/model/field-path.ts'
import type {
  IndexDocument,
  IndexFetch,
  IndexQuery,
  IndexRow,
  IndexScope,
  IndexValue,
} from '../../../../shared/search/index-query.ts'
import { encodeKey } from './keys.ts'

/** Rows of products, by far the most: below `lists`, by the list's id. */
const lists = 'lists'
const levels = ['values', 'rows', 'approvals', 'companies', 'components'] as const
type Level = (typeof levels)[number]
/** The list's own row, with what is not apart from it. */
const own = 'list'
/** The key of values that lists of products always show: it stays in the list's row. */
const inRow = (row: IndexRow) => row.fields['path'] === tradeNamePath
/** Lists that are not told by one id. */
const others = '_other'
const partOf = (level: Level | typeof own, list: unknown) =>
  `${level}-${typeof list === 'string' ? encodeKey(list) : others}`

/** Fields of the document itself that are long, as the ids of all that it is made of: each by itself. */
const longField = 300
const fieldPart = 'field'

type Head = Pick<IndexDocument, 'id' | 'rev' | 'fields' | 'nested'>
/** Rows of one level, or the row itself, by the number of the list's row. */
type Part = [number, IndexRow[]][]

/** Bytes from which on it pays. */
const worthCompressing = 2_000
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
function pack(content: Head | Part | IndexValue): string {
  const plain = Buffer.from(JSON.stringify(content))
  return (plain.length < worthCompressing ? plain : zstdCompressSync(plain, quickly)).toString('base64')
}
const beginsCompressed = 0x28
function unpack<T>(text: string): T {
  const bytes = Buffer.from(text, 'base64')
  return JSON.parse((bytes[0] === beginsCompressed ? zstdDecompressSync(bytes) : bytes).toString()) as T
}

/** The columns of a document. */
export function shownColumnsOf({ id, rev, fields, nested }: IndexDocument) {
  const parts: Record<string, Part> = {}
  const short = { ...fields }
  const long: Record<string, IndexValue> = {}
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'object' && JSON.stringify(value).length > longField) {
      long[`${fieldPart}-${name}`] = value
      delete short[name]
    }
  const { [lists]: rows = [], ...rest } = nested
  const put = (name: string, i: number, found: IndexRow[]) => {
    parts[name] = [...(parts[name] ?? []), [i, found]]
  }
  for (const [i, { fields, nested }] of rows.entries()) {
    const small = { ...nested }
    for (const level of levels) {
      const found = nested[level]
      if (!found?.length) continue
      put(partOf(level, fields['list']), i, found)
      if (level === 'values') small[level] = found.filter(inRow)
      else delete small[level]
    }
    put(partOf(own, fields['list']), i, [{ fields, nested: small }])
  }
  const head: Head = { id, rev, fields: short, nested: rest }
  return {
    head: pack(head),
    apart: Object.fromEntries(
      Object.entries({ ...parts, ...long }).map(([name, content]) => [name, pack(content)]),
    ),
  }
}

/** Values that a field must have for the condition to be met; undefined where it may have any. */
function named(query: IndexQuery, field: string): unknown[] | undefined {
  if (query.op === 'terms' && query.field === field) return query.values
  if (query.op !== 'and') return undefined
  return query.of.map((q) => named(q, field)).find((found) => found !== undefined)
}
/** Paths of rows that a condition looks at. */
function pathsIn(query: IndexQuery): string[] {
  switch (query.op) {
    case 'and':
    case 'or':
      return query.of.flatMap(pathsIn)
    case 'not':
      return pathsIn(query.of)
    case 'nested':
      return [query.path]
    default:
      return []
  }
}
const isLevel = (path: string): path is Level => (levels as readonly string[]).includes(path)
function levelsOf({ where, nested }: IndexScope): Level[] {
  const isInRow =
    nested?.path === 'values' && named(nested.where, 'path')?.every((path) => path === tradeNamePath)
  return [...pathsIn(where), ...(nested && !isInRow ? [nested.path] : [])].filter(isLevel)
}

/** Names of the columns that what is fetched is made from. */
export function columnsFor(fetch: IndexFetch[]): string[] {
  const parts = fetch.flatMap(({ field, nested: scope }) => {
    if (!scope) return [`${fieldPart}-${field}`]
    if (scope.path !== lists) return []
    const ids = named(scope.where, 'list')
    const asked: (Level | typeof own)[] = [own, ...levelsOf(scope)]
    return asked.flatMap((level) =>
      ids ? [...ids, undefined].map((id) => partOf(level, id)) : [`${level}-*`],
    )
  })
  return ['head', ...new Set(parts.map((name) => `apart.${name}`))]
}

/** As much of a document as the columns hold. */
export function readShownColumns(entityclass: string, columns: Record<string, string[]>): IndexDocument {
  const { head, ...apart } = columns
  const document = { entityclass, ...unpack<Head>(head![0]!) }
  const rows: IndexRow[] = []
  const below: [level: string, Part][] = []
  for (const [name, [text]] of Object.entries(apart)) {
    const dash = name.indexOf('-')
    const level = name.slice('apart.'.length, dash)
    if (level === fieldPart) document.fields[name.slice(dash + 1)] = unpack<IndexValue>(text!)
    else if (level === own) for (const [i, [row]] of unpack<Part>(text!)) rows[i] = row!
    else below.push([level, unpack<Part>(text!)])
  }
  for (const [level, part] of below) for (const [i, found] of part) rows[i]!.nested[level] = found
  // Lists that nothing is shown of are not there.
  const known = rows.filter(() => true)
  if (known.length > 0) document.nested[lists] = known
  return document
}
