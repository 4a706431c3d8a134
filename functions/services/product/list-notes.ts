/** Notes of many products: the index says where there may be some, the store what they say and who has read them. */
import type { ListNotesInput, listnotes } from '../../../shared/calls/bml/product/listnotes.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { resolveLists } from '../../../shared/rules/resolution.ts'
import type { IndexHits } from '../../../shared/search/index-query.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { type FoundNote, notesFilter, notesMeant } from '../../domain/product/find-notes.ts'
import { titlesOf } from '../../domain/product/view.ts'
import { planSearch, scopeOf } from '../../domain/search-calls/plan.ts'
import type { NoteMarksReader } from '../../ports/note-marks.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { readMany } from '../entity/many.ts'
import { searchReference } from '../search/reference.ts'
import { type ReferenceReader, viewReference } from './open.ts'
import { type EntityReader, loadParents } from './parents.ts'

/** Products that are looked at together. */
const chunkSize = 30
/** A question ends after so many, and says where to go on: who has read nearly everything would wait for all of them. */
const mostChunks = 10

interface Ports {
  index: Pick<SearchIndex, 'search'>
  entities: EntityReader
  reference: ReferenceReader
  noteMarks: NoteMarksReader
  clock: { timeZone: string }
}
type Answer = OutputOf<typeof listnotes>
interface Found {
  product: Product
  notes: FoundNote[]
}

/** Where to go on: so many hits into the page behind that cursor of the index. */
const place = (skip: number, cursor: string) => `${skip}:${cursor}`
function readPlace(text: string | undefined): { skip: number; cursor: string } | undefined {
  if (text === undefined) return { skip: 0, cursor: '' }
  const [, skip, cursor] = /^(\d{1,2}):(.*)$/s.exec(text) ?? []
  return skip === undefined || cursor === undefined ? undefined : { skip: Number(skip), cursor }
}

/** Refuses `invalid_input` for a cursor that is none. */
export async function listNotes(
  { index, entities, reference, noteMarks, clock }: Ports,
  input: ListNotesInput,
  actor: Actor,
): Promise<Answer | Refusal> {
  const { cursor, limit, ...asked } = input
  const from = readPlace(cursor)
  if (!from) return refuseInput([{ path: '/cursor', expected: 'expected a cursor of an answer' }])
  const [forSearch, known, categories] = await Promise.all([
    searchReference(reference),
    viewReference(reference),
    reference.all('category'),
  ])
  const scope = scopeOf('product', actor, forSearch, clock.timeZone)
  if (isRefusal(scope)) return scope
  const plan = planSearch(scope, {
    attributeFilter: notesFilter(asked, actor.account),
    sorting: ['lists.noted:desc'],
    ...(asked.list === undefined ? { anyList: true } : { list: asked.list }),
    countTo: 1,
  })
  if (isRefusal(plan)) return plan

  /** Notes of the hits behind `skip`, each with the number of its hit. */
  const notesOf = async (hits: IndexHits, skip: number): Promise<(Found & { hit: number })[]> => {
    const ids = hits.rows.map(({ id }) => id)
    const rest = ids.slice(skip)
    const [found, marks] = await Promise.all([entities.getMany(rest), noteMarks.of(actor.account, rest)])
    const stored = new Map(found.map((one) => [one.id, one]))
    const products = ids.map((id) => stored.get(id))
    const parents = await loadParents(
      entities,
      products.filter(isProduct).map(({ data }) => data),
    )
    return products.flatMap((product, hit) => {
      if (!isProduct(product) || product.disabled) return []
      const { data } = product
      const seen = redactProduct(data, resolveLists(data, parents), actor, known, { current: data, parents })
      const reader = { account: actor.account, marks: marks.get(product.id) ?? {} }
      const notes = seen ? notesMeant(seen, data, asked, reader, categories) : []
      return notes.length > 0 ? [{ product, notes, hit }] : []
    })
  }

  const found: Found[] = []
  let { skip, cursor: at } = from
  let next: string | undefined
  for (let i = 0; i < mostChunks; i++) {
    const page = at === '' ? { start: 0, limit: chunkSize } : { cursor: at, limit: chunkSize }
    const hits = await index.search({ ...plan, page })
    const some = await notesOf(hits, skip)
    const room = limit - found.length
    found.push(...some.slice(0, room))
    // Only where there is another one is there another page.
    const further = some[room]
    next = further ? place(further.hit, at) : hits.cursor === undefined ? undefined : place(0, hits.cursor)
    if (further || hits.cursor === undefined) break
    skip = 0
    at = hits.cursor
  }
  const titles = await titlesFor(found, known, { entities, actor })
  return {
    list: found.map(({ product: { id }, notes }) => ({
      id,
      title: titles[id] ?? '',
      notes: notes.map((note) => ({ ...note, byName: titles[note.by] ?? '' })),
    })),
    ...(next !== undefined && { cursor: next }),
  }
}

async function titlesFor(
  found: readonly Found[],
  reference: Awaited<ReturnType<typeof viewReference>>,
  { entities, actor }: { entities: EntityReader; actor: Actor },
) {
  const products = found.map(({ product }) => product)
  const [people, parents] = await Promise.all([
    readMany(
      entities,
      found.flatMap(({ notes }) => notes.map(({ by }) => by)),
    ),
    loadParents(
      entities,
      products.map(({ data }) => data),
    ),
  ])
  return titlesOf([...products, ...people], { actor, reference, parents })
}
