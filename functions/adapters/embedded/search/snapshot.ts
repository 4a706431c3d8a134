import { fold } from '../../../../shared/search/fold.ts'
import { documentVersion, indexMapping } from '../../../../shared/search/index-mapping.ts'
import type { IndexKind, IndexSort } from '../../../../shared/search/index-query.ts'
import { ClassIndex } from './class-index.ts'
import { Column } from './column.ts'
import { type Dictionary, NumberDictionary, WordDictionary } from './dictionary.ts'
import { Bits, type Ints } from './growing.ts'
import { Postings } from './postings.ts'
import { SectionReader, SectionWriter } from './sections.ts'
import { Pools, Table } from './table.ts'
import { TextPool } from './text-pool.ts'

interface ClassHeader {
  entityclass: string
  liveCount: number
  pools: string[]
  orders: { sorts: IndexSort[]; sortedTo: number }[]
}
interface Header {
  signature: string
  position?: string
  classes: ClassHeader[]
}
const format = 3
/** What a snapshot must have been made with: another mapping, another folding, or other documents make it useless. */
const signatureOf = (classes: string[]) =>
  JSON.stringify([
    format,
    documentVersion,
    fold('ÄÖÜ ßøłđ Жук ψαλμός ½ ™ „–“'),
    classes.map((c) => [c, indexMapping(c)]),
  ])

const maxOrders = 8

/**
 * Writes the classes as they are at this moment; what is written to them meanwhile is not in it. Rows are only ever
 * added, so that it is enough to note how many there are. `temporary`: where it lies until it is complete.
 */
export async function writeSnapshot(
  path: string,
  classes: ReadonlyMap<string, ClassIndex>,
  position: string | undefined,
  temporary: string,
): Promise<void> {
  // Everything is noted before the first pause.
  const taken = [...classes].map(([entityclass, index]) => ({ entityclass, ...notesOf(index) }))
  const writer = await SectionWriter.create(path, temporary)
  try {
    for (const { entityclass, write } of taken)
      for (const step of write) await step(writer, `${entityclass}/`)
    await writer.finish({
      signature: signatureOf(taken.map((t) => t.entityclass)),
      ...(position !== undefined && { position }),
      classes: taken.map(({ write: _, ...header }) => header),
    } satisfies Header)
  } catch (error) {
    await writer.abandon()
    throw error
  }
}
type Step = (writer: SectionWriter, prefix: string) => Promise<void>

function notesOf(index: ClassIndex): Omit<ClassHeader, 'entityclass'> & { write: Step[] } {
  const { pools, table, ids, rows, revs, live, liveCount } = index.parts
  const write: Step[] = []
  const numbers = (name: string, data: Ints | Float64Array, n: number) => {
    const part = data.subarray(0, n)
    write.push((writer, prefix) => writer.add(prefix + name, part))
  }
  const strings = (name: string, list: readonly string[]) => {
    const n = list.length
    write.push((writer, prefix) => writer.addStrings(prefix + name, list, n))
  }
  const postings = (name: string, from: Postings) => {
    from.settle()
    numbers(`${name}.keys`, from.keys, from.keys.length)
    numbers(`${name}.starts`, from.starts, from.starts.length)
    numbers(`${name}.items`, from.items, from.items.length)
  }
  for (const [name, pool] of pools.byName) {
    strings(`pool.${name}.raw`, pool.raw)
    strings(`pool.${name}.folded`, pool.folded)
    numbers(`pool.${name}.first`, pool.firsts(), pool.size + 1)
    postings(`pool.${name}.grams`, pool.grams)
    numbers(`pool.${name}.long`, pool.long.items, pool.long.length)
    strings(`pool.${name}.vocabulary`, pool.vocabulary)
    postings(`pool.${name}.byWord`, pool.byWord)
  }
  numbers('rows', rows.slice(), Math.min(rows.length, ids.size + 1))
  numbers('revs', revs.slice(), Math.min(revs.length, ids.size + 1))
  numbers('live', live.words.slice(), live.words.length)
  const tableNotes = (at: Table, path: string) => {
    numbers(`${path}#parents`, at.parents, at.above ? at.length : 0)
    numbers(`${path}#starts`, at.starts, at.above ? at.above.length + 1 : 1)
    numbers(`${path}#length`, Int32Array.of(at.length), 1)
    for (const [name, column] of at.columns) {
      numbers(`${path}${name}#data`, column.data, column.length)
      numbers(`${path}${name}#extra`, column.extra, column.extraLength)
      // Rows go on being counted while it is written; the codes of texts are those of other fields, too.
      const counts = column.counts.slice(0, column.counts.findLastIndex((n) => n > 0) + 1)
      numbers(`${path}${name}#counts`, counts, counts.length)
      const { dictionary } = column
      if (dictionary instanceof WordDictionary) strings(`${path}${name}#words`, dictionary.values)
      if (dictionary instanceof NumberDictionary)
        numbers(`${path}${name}#numbers`, dictionary.numbers, dictionary.size + 1)
    }
    for (const [name, child] of at.children) tableNotes(child, `${path}${name}.`)
  }
  tableNotes(table, '')
  const orders = index.storedOrders().slice(-maxOrders)
  for (const [i, { sorted }] of orders.entries()) numbers(`order.${i}`, sorted, sorted.length)
  return {
    liveCount,
    pools: [...pools.byName.keys()],
    orders: orders.map(({ sorts, sortedTo }) => ({ sorts, sortedTo })),
    write,
  }
}

/** The classes of a snapshot, and how far they had followed the changes. Throws if it cannot be used. */
export async function readSnapshot(
  path: string,
): Promise<{ classes: Map<string, ClassIndex>; position: string | undefined }> {
  const reader = await SectionReader.open(path)
  try {
    const header = reader.header as Header
    if (header.signature !== signatureOf(header.classes.map((c) => c.entityclass)))
      throw new Error('the snapshot was made for another form of the index')
    const classes = new Map<string, ClassIndex>()
    for (const one of header.classes) classes.set(one.entityclass, await readClass(reader, one))
    return { classes, position: header.position }
  } finally {
    await reader.close()
  }
}

async function readClass(reader: SectionReader, header: ClassHeader): Promise<ClassIndex> {
  const at = (name: string) => `${header.entityclass}/${name}`
  const ints = (name: string) => reader.numbers<Int32Array>(at(name))
  const postings = async (name: string) =>
    new Postings(await ints(`${name}.keys`), await ints(`${name}.starts`), await ints(`${name}.items`))
  const pools = new Pools()
  for (const name of header.pools) {
    const raw = await reader.strings(at(`pool.${name}.raw`))
    const folded = await reader.strings(at(`pool.${name}.folded`))
    for (let i = 0; i < raw.length; i++) if (raw[i] === folded[i]) folded[i] = raw[i]!
    const pool = new TextPool({
      raw,
      folded,
      first: await ints(`pool.${name}.first`),
      grams: await postings(`pool.${name}.grams`),
      long: await ints(`pool.${name}.long`),
      vocabulary: await reader.strings(at(`pool.${name}.vocabulary`)),
      byWord: await postings(`pool.${name}.byWord`),
    })
    pools.byName.set(name, pool)
  }
  const mapping = indexMapping(header.entityclass)
  const made = new Map<string, Column>()
  const readColumns = async (m: typeof mapping, path: string): Promise<void> => {
    for (const [name, kind] of Object.entries(m.fields)) {
      const key = `${path}${name}`
      const dictionary = kind === 'text' ? pools.of(key) : await readDictionary(reader, at(key), kind)
      const data = await reader.numbers<Ints>(at(`${key}#data`))
      const [extra, counts] = [await ints(`${key}#extra`), await ints(`${key}#counts`)]
      made.set(key, new Column(kind, dictionary, { data, extra, counts }))
    }
    for (const [name, nested] of Object.entries(m.nested)) await readColumns(nested, `${path}${name}.`)
  }
  await readColumns(mapping, '')
  const table = new Table(mapping, undefined, (path) => made.get(path)!)
  const fill = async (t: Table, path: string): Promise<void> => {
    t.parents = await ints(`${path}#parents`)
    t.starts = await ints(`${path}#starts`)
    t.length = (await ints(`${path}#length`))[0]!
    for (const [name, child] of t.children) await fill(child, `${path}${name}.`)
  }
  await fill(table, '')
  const index = new ClassIndex(mapping, {
    pools,
    table,
    ids: table.column('id').dictionary as WordDictionary,
    rows: await ints('rows'),
    revs: await ints('revs'),
    live: new Bits(0, await ints('live')),
    liveCount: header.liveCount,
  })
  for (const [i, { sorts, sortedTo }] of header.orders.entries())
    index.restoreOrder(sorts, await ints(`order.${i}`), sortedTo)
  return index
}
async function readDictionary(reader: SectionReader, key: string, kind: IndexKind): Promise<Dictionary> {
  if (kind === 'keyword') return new WordDictionary(await reader.strings(`${key}#words`))
  return new NumberDictionary(kind, await reader.numbers<Float64Array>(`${key}#numbers`))
}
