/** Notes of many products: the index says where there may be some, the store what they say and who has read them. */

import type { ListNotesInput, listnotes } from '../../../shared/calls/bml/product/listnotes.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { redactProduct } from '../../../shared/rules/redact-product.ts'
import { isRefusal, type Refusal, refuseInput } from '../../../shared/rules/refusal.ts'
import { resolveLinks } from '../../../shared/rules/resolution.ts'
import { peopleNames } from '../../domain/account/accounts.ts'
import { AnswerBudget } from '../../domain/entity/answer-budget.ts'
import { isProduct, type Product } from '../../domain/product/context.ts'
import { notesFilter, notesMeant } from '../../domain/product/find-notes.ts'
import { titlesOf } from '../../domain/product/view.ts'
import { planSearch, scopeOf } from '../../domain/search-calls/plan.ts'
import type { NoteMarksReader } from '../../ports/note-marks.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { inGroups } from '../entity/in-groups.ts'
import { readMany } from '../entity/many.ts'
import { searchReference } from '../search/reference.ts'
import { timeLimit } from '../time-limit.ts'
import { type ReferenceReader, viewReference } from './open.ts'
import { type EntityReader, loadParents } from './parents.ts'

/** Products of the index that are looked at together. */
const pageSize = 30
/** A question ends after so many pages, or milliseconds, and says where to go on: who has read nearly everything would wait. */
const mostPages = 10
const mostTime = 5_000

interface Ports {
  index: Pick<SearchIndex, 'search'>
  entities: EntityReader
  reference: ReferenceReader
  noteMarks: NoteMarksReader
  clock: { timeZone: string }
}
type Answer = OutputOf<typeof listnotes>
type Row = Answer['list'][number]

/** So many hits into the page behind that cursor of the index. */
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

  /** The rows of some products, each with the product's id. */
  const rowsOf = async (products: readonly Product[]): Promise<[id: string, row: Row][]> => {
    const [parents, marks] = await Promise.all([
      loadParents(
        entities,
        products.map(({ data }) => data),
      ),
      noteMarks.of(
        actor.account,
        products.map(({ id }) => id),
      ),
    ])
    const titles = titlesOf(products, { actor, reference: known, parents })
    return products.flatMap(({ id, data }) => {
      const seen = redactProduct(data, resolveLinks(data, parents), actor, known, { current: data, parents })
      const reader = { account: actor.account, marks: marks.get(id) ?? {} }
      const notes = seen ? notesMeant(seen, data, asked, reader, categories) : []
      return notes.length > 0
        ? [[id, { id, title: titles[id] ?? '', notes: notes.map((note) => ({ ...note, byName: '' })) }]]
        : []
    })
  }

  const found: Row[] = []
  const budget = new AnswerBudget()
  const time = timeLimit(mostTime)
  let { skip, cursor: at } = from
  /** Where to go on; undefined where all was looked at. */
  const look = async (): Promise<string | undefined> => {
    for (let page = 1; ; page++) {
      const paging = at === '' ? { start: 0, limit: pageSize } : { cursor: at, limit: pageSize }
      const hits = await index.search({ ...plan, page: paging })
      const ids = hits.rows.map(({ id }) => id)
      for await (const group of inGroups(entities, ids.slice(skip))) {
        const living = group.filter(isProduct).filter(({ disabled }) => !disabled)
        for (const [id, row] of await rowsOf(living)) {
          // Only where there is another one is there another page.
          if (found.length === limit || !budget.take(row)) return place(ids.indexOf(id), at)
          found.push(row)
        }
        const next = ids.indexOf(group.at(-1)!.id) + 1
        if (time.isOver() && next < ids.length) return place(next, at)
      }
      if (hits.cursor === undefined) return undefined
      if (page === mostPages || time.isOver()) return place(0, hits.cursor)
      skip = 0
      at = hits.cursor
    }
  }
  const next = await look()
  const people = await readMany(
    entities,
    found.flatMap(({ notes }) => notes.map(({ by }) => by)),
  )
  const names = peopleNames(people, actor)
  for (const { notes } of found) for (const note of notes) note.byName = names[note.by] ?? ''
  return { list: found, ...(next !== undefined && { cursor: next }) }
}
