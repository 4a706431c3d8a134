import { history } from '../../../../shared/calls/eav/entity/history.ts'
import type { OutputOf } from '../../../../shared/contract.ts'
import { notFound } from '../../../../shared/errors.ts'
import { productViewerScope, redactStep } from '../../../../shared/rules/product-viewer-scope.ts'
import { companyStep } from '../../../domain/company/view.ts'
import { AnswerBudget } from '../../../domain/entity/answer-budget.ts'
import { toldPerson } from '../../../domain/entity/people.ts'
import { isProduct } from '../../../domain/product/context.ts'
import { productsOfMoves, withSeenMoves } from '../../../domain/product/moves.ts'
import { titlesOf } from '../../../domain/product/view.ts'
import { call } from '../../../runtime/call.ts'
import { chosenRevisions } from '../../../services/entity/chosen-revisions.ts'
import { readMany } from '../../../services/entity/many.ts'
import { isToldTitles, seenStates, visibleEntity } from '../../../services/entity/visible.ts'
import { viewReference } from '../../../services/product/open.ts'

/** Read at once: a revision may name many paths. */
const batchSize = 50

/**
 * The revisions of an entity, newest first, with who made them and why. Ends where the answer is full: the next page starts
 * behind what is in it. States that the viewer may not see are left out. With `by` or `value`, and where there may be such states, at most 500
 * are looked through for a page. Errors: not_found.
 */
export default call(
  history,
  ['entities:read', 'reference'],
  async ({ id, start, limit, by, value, before }, { entities, reference, actor }) => {
    const current = await entities.get(id)
    const views = await viewReference(reference)
    if (!current || !(await visibleEntity(current, { actor, entities, reference: views }))) throw notFound(id)
    // Of lists that were moved to another product, too, by the rights that they would have here.
    const viewerScope = isProduct(current)
      ? productViewerScope(actor, current.data, views, [...views.lists.keys()])
      : undefined
    const sees = await seenStates(current, { actor, entities, reference: views })
    const isTold = isToldTitles(current, actor)
    const budget = new AnswerBudget()
    // Revisions have no gaps.
    const first = before === undefined ? 0 : Math.max(0, current.rev + 1 - before)
    const list: OutputOf<typeof history>['list'] = []
    let count: number | undefined
    const chosen =
      by === undefined && value === undefined && !sees
        ? undefined
        : await chosenRevisions(
            entities,
            current,
            { by, value, before, enough: start + limit, sees },
            { actor, reference: views },
          )
    for (let read = 0, isFull = false; read < limit && !isFull; read += batchSize) {
      const part = { start: start + read, limit: Math.min(batchSize, limit - read) }
      const page = chosen
        ? {
            revisions: chosen.revisions.slice(part.start, part.start + part.limit),
            count: chosen.revisions.length,
          }
        : await entities.history(id, { ...part, start: first + part.start })
      count ??= page.count
      const accounts = await entities.getMany([...new Set(page.revisions.map((r) => r.entity.updatedBy))])
      const names = titlesOf(accounts, { actor, reference: views, parents: () => undefined })
      const moves = productsOfMoves(page.revisions.flatMap(({ events = [] }) => events))
      const seenMoves = withSeenMoves(await readMany(entities, moves), actor, views.lists)
      for (const revision of page.revisions) {
        const { entity } = revision
        // One that was written meanwhile moves the others by one.
        if (entity.rev >= (list.at(-1)?.rev ?? before ?? Number.POSITIVE_INFINITY)) continue
        const step = viewerScope ? redactStep(revision, viewerScope) : companyStep(current, revision, actor)
        const row = {
          rev: entity.rev,
          updated: entity.updated,
          updatedBy: toldPerson(entity.updatedBy, actor),
          updatedByName: names[entity.updatedBy] ?? '',
          ...(step.changeset && isTold && { changeset: step.changeset }),
          ...(step.events && { events: step.events.map(seenMoves) }),
        }
        isFull = !budget.take(row)
        if (isFull) break
        list.push(row)
      }
      isFull ||= page.revisions.length < batchSize
    }
    const isCut = chosen !== undefined && start + list.length < chosen.revisions.length
    const from = isCut ? list.at(-1)?.rev : chosen?.from
    return { count: count ?? 0, list, ...(from !== undefined && { from }) }
  },
)
