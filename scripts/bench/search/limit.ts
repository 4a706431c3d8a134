/**
 * What the engine itself needs: the best queries by hand, for the same questions on the same index and under the same
 * rights. An adapter may take a little longer.
 */
import type { Client } from '@opensearch-project/opensearch'
import { fixedIds, type Secrecy } from '../../../shared/constants.ts'
import { fold, words } from '../../../shared/search/fold.ts'
import type { Viewer } from '../../../shared/search/visibility.ts'
import type { BenchCatalogue } from './catalogue.ts'
import { deepSize, pageSize, type Question, type TenLeaves } from './questions.ts'
import { type Answer, type Ask, type Cursors, type Subject, viewersOf } from './subject.ts'

type Query = Record<string, unknown>
const all = (...filter: Query[]): Query => ({ bool: { filter } })
const any = (...should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } })
const none = (...must_not: Query[]): Query => ({ bool: { must_not } })
const nested = (path: string, ...filter: Query[]): Query => ({
  nested: { path, score_mode: 'none', query: all(...filter) },
})
const term = (field: string, value: unknown): Query => ({ term: { [field]: value } })
const terms = (field: string, values: readonly unknown[]): Query => ({ terms: { [field]: values } })
const contains = (field: string, part: string): Query =>
  part.length < 3 ? { prefix: { [field]: part } } : { match_phrase: { [field]: part } }

/** Queries of a viewer. */
function queriesFor(viewer: Viewer, of: BenchCatalogue) {
  const secrecy = new Map(
    [...of.reference.fielddefinition.values()].map(({ data }) => {
      const { path, secrecy } = data as { path: string; secrecy: Secrecy }
      return [path, secrecy]
    }),
  )
  const { lists, knownBy, responsibleFor } = viewer
  const own = lists?.filter((l) => l !== fixedIds.list.base) ?? []
  const isOpen = (path: string) => viewer.levels.includes(secrecy.get(path) ?? 'public')
  const seenLists = lists ? [terms('lists.list.k', lists)] : []
  const inBase = term('lists.list.k', fixedIds.list.base)
  /** No parent that the value was read through is unknown to the viewer. */
  const known = (rows: string, ...of: Query[]) =>
    knownBy ? [none(nested(rows, ...of, none(terms(`${rows}.seenBy.k`, knownBy))))] : []
  const through = (path: string) => known('lists.values-through', term('lists.values-through.key', path))
  const inResponsible = (path: string) =>
    isOpen(path)
      ? []
      : [
          any(
            all(
              terms('lists.responsible.k', responsibleFor),
              none({ prefix: { 'lists.values.responsible': `${path}\u001f` } }),
            ),
            terms(
              'lists.values.responsible',
              responsibleFor.map((id) => `${path}\u001fv${id}`),
            ),
          ),
        ]
  /** Conditions on the value of a list's row, and on who may see it. */
  const value = (path: string, ...filter: Query[]) => [...inResponsible(path), ...through(path), ...filter]
  const documents: Query[] = [
    term('entityclass', 'product'),
    none(term('deleted', true)),
    ...(lists
      ? [
          any(
            terms('responsible.k', responsibleFor),
            nested('lists', any(terms('lists.list.k', own), terms('lists.responsible.k', responsibleFor))),
          ),
        ]
      : []),
  ]
  const named = (parts: string[]): Query[] =>
    knownBy
      ? [
          nested(
            'lists',
            inBase,
            ...value('basis-f1', ...parts.map((p) => contains('lists.values.text.p.basis-f1', p))),
          ),
        ]
      : parts.map((p) => contains('nameSearch.p', p))
  const seenCategories = known('lists.categories.through')
  const categories = (...filter: Query[]) =>
    nested('lists', inBase, nested('lists.categories', ...seenCategories, ...filter))
  const ten = (t: TenLeaves): Query[] => [
    nested(
      'lists',
      terms('lists.list.k', lists ? t.lists.filter((l) => lists.includes(l)) : t.lists),
      term('lists.active', true),
      nested(
        'lists.approvals',
        term('lists.approvals.standard.k', t.standard),
        term('lists.approvals.active', true),
        { range: { 'lists.approvals.end': { gte: Date.parse(t.until) } } },
      ),
    ),
    any(
      nested(
        'lists',
        ...seenLists,
        nested('lists.companies', terms('lists.companies.company.k', t.companies)),
      ),
      knownBy ? named([t.name])[0]! : contains('name.p', t.name),
      knownBy
        ? categories(terms('lists.categories.inCategory.k', t.categories))
        : terms('inCategory.k', t.categories),
    ),
    nested('lists', ...seenLists, ...value(t.field, terms(`lists.values.keyword.k.${t.field}`, t.options))),
    none(
      nested(
        'lists',
        inBase,
        ...value(t.numberField, { range: { [`lists.values.number.${t.numberField}`]: { lt: t.number } } }),
      ),
    ),
  ]
  const sortBy = (path: string, kind: string, order: string): Query => ({
    [`lists.values.${kind}.${path}`]: {
      order,
      missing: '_last',
      mode: order === 'asc' ? 'min' : 'max',
      nested: { path: 'lists', filter: all(inBase, ...value(path)) },
    },
  })
  const byName: Query = knownBy
    ? sortBy('basis-f1', 'text.s', 'asc')
    : { 'name.s': { order: 'asc', missing: '_last' } }
  return {
    documents,
    named,
    ten,
    byName,
    sortBy,
    active: (isActive: boolean) => nested('lists', ...seenLists, term('lists.active', isActive)),
    approved: (standard: string) =>
      nested('lists', ...seenLists, nested('lists.approvals', term('lists.approvals.standard.k', standard))),
    grouped: knownBy
      ? {
          lists: {
            nested: { path: 'lists' },
            aggs: {
              base: {
                filter: inBase,
                aggs: {
                  rows: {
                    nested: { path: 'lists.categories' },
                    aggs: {
                      seen: {
                        filter: all(...seenCategories),
                        aggs: { found: { terms: { field: 'lists.categories.category.k', size: 100 } } },
                      },
                    },
                  },
                },
              },
            },
          },
        }
      : { found: { terms: { field: 'category.k', size: 100 } } },
  }
}
interface Hits {
  hits: { total?: { value: number }; hits: { sort?: unknown[] }[] }
  aggregations?: Record<string, unknown>
}
interface Bucket {
  doc_count: number
}
function bucketsIn(found: unknown): Bucket[] {
  const { buckets } = found as { buckets?: Bucket[] }
  if (buckets) return buckets
  const inner = Object.values(found as object).find((v) => typeof v === 'object')
  return inner ? bucketsIn(inner) : []
}

export function limitSubject(name: string, client: Client, index: string, of: BenchCatalogue): Subject {
  const fields = [...of.reference.fielddefinition.values()].map(
    ({ data }) => data as { path: string; type: string },
  )
  const fieldOf: Record<string, string> = {
    select: 'keyword.s',
    'singleline-textfield': 'text.s',
    numberfield: 'number',
    datefield: 'date',
    checkbox: 'boolean',
  }
  const asked = (viewer: Viewer): Ask => {
    const by = queriesFor(viewer, of)
    const send = async (body: object): Promise<Hits> =>
      (await client.search({ index, body: body as never })).body as unknown as Hits
    // Whatever shows the columns must read what holds them: the document's own fields, and the base list's row.
    const docvalue_fields = ['head', `apart.list-${fixedIds.list.base}`]
    const shown = { _source: false, stored_fields: '_none_', docvalue_fields }
    const rowsOf = ({ hits }: Hits): Answer => ({ count: hits.total!.value, rows: hits.hits.length })
    const listed = (filter: Query[], size: number, more: object = {}) =>
      send({
        query: all(...by.documents, ...filter),
        sort: [by.byName],
        size,
        track_total_hits: true,
        ...shown,
        ...more,
      })
    return async (question: Question, cursors: Cursors) => {
      switch (question.kind) {
        case 'name': {
          const should = [
            { constant_score: { filter: term('nameSearch.k', words(question.name).join(' ')) } },
          ]
          const query = {
            bool: { filter: [...by.documents, ...by.named(words(fold(question.name)))], should },
          }
          return rowsOf(await listed([], pageSize, { query, sort: [{ _score: 'desc' }, by.byName] }))
        }
        case 'ten': {
          const filter = by.ten(question.ten)
          if (!question.isCount) return rowsOf(await listed(filter, pageSize))
          const body = { query: all(...by.documents, ...filter), size: 0, track_total_hits: true }
          return rowsOf(await send(body))
        }
        case 'page':
          return rowsOf(await listed([by.active(question.isActive)], question.limit))
        case 'deep': {
          const key = String(question.isActive)
          const { after, shown = 0 } = (cursors.get(key) ?? {}) as { after?: unknown[]; shown?: number }
          const hits = await listed([by.active(question.isActive)], deepSize, {
            sort: [by.byName, { order: 'asc' }],
            ...(after && { search_after: after }),
          })
          const answer = rowsOf(hits)
          const next = { after: hits.hits.hits.at(-1)?.sort, shown: shown + answer.rows }
          // Behind the last page it begins anew, as by an adapter's cursor.
          cursors.set(key, next.shown < answer.count ? next : undefined)
          return answer
        }
        case 'sorted': {
          const { type } = fields.find((f) => f.path === question.field)!
          const sort = by.sortBy(question.field, fieldOf[type]!, 'desc')
          return rowsOf(await listed([], pageSize, { sort: [sort], from: question.start }))
        }
        case 'group': {
          const query = all(...by.documents, by.approved(question.standard))
          const { aggregations } = await send({ query, size: 0, track_total_hits: false, aggs: by.grouped })
          const buckets = bucketsIn(aggregations)
          return { count: buckets.reduce((sum, b) => sum + b.doc_count, 0), rows: buckets.length }
        }
      }
    }
  }
  const viewers = viewersOf(of)
  return { name, as: { admin: asked(viewers.admin), restricted: asked(viewers.restricted) } }
}
