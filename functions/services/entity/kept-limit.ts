/** How much a person may keep: nobody else removes it, and all of it is found, listed and stored. */
import { keptPerPerson } from '../../../shared/constants.ts'
import type { Actor } from '../../../shared/model/actor.ts'
import { can } from '../../../shared/rules/permissions.ts'
import { type Refusal, refuseRule } from '../../../shared/rules/refusal.ts'
import type { IndexReader } from '../../ports/search-index.ts'

const keptClasses: ReadonlySet<string> = new Set(['savedsearch', 'columnset', 'exportset'])

/** Refuses one more where the person has made as many as are kept. It asks the index, which may lag by some. */
export async function keptRefusal(
  entityclass: string,
  actor: Actor,
  index: Pick<IndexReader, 'count'>,
): Promise<Refusal | undefined> {
  if (!keptClasses.has(entityclass) || can(actor, 'account:manage', undefined)) return undefined
  const made = await index.count(entityclass, {
    op: 'and',
    of: [
      { op: 'terms', field: 'createdBy', values: [actor.account] },
      { op: 'terms', field: 'deleted', values: [false] },
    ],
  })
  if (made < keptPerPerson) return undefined
  return refuseRule(
    'keptTooMany',
    `You can keep ${keptPerPerson} of these. Delete some that you no longer need.`,
    {
      params: { max: keptPerPerson },
    },
  )
}
