/** Counts what the reference evaluator finds, for comparison with what the calls answer. */
import { planQuery, scopeOf } from '../../functions/domain/search-calls/plan.ts'
import { allDocuments } from '../../functions/services/index/reindex-all.ts'
import { searchReference } from '../../functions/services/search/reference.ts'
import { openEmbedded } from '../../functions/wiring/embedded.ts'
import type { AccountData } from '../../shared/model/actor.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { actorOf } from '../../shared/rules/actor.ts'
import { unwrap } from '../../shared/rules/refusal.ts'
import type { Filter } from '../../shared/search/filter.ts'
import { indexMapping } from '../../shared/search/index-mapping.ts'
import { satisfies } from '../../shared/search/reference-evaluator.ts'
import { type DemoUser, demoAccount, demoSub } from '../seed/people.ts'

/** Counts of each filter for each user, by going through every document of the folder. The app must not be running. */
export async function referenceTotals(
  dataDir: string,
  users: readonly DemoUser[],
  filters: readonly Filter[],
): Promise<Record<string, number[]>> {
  const app = await openEmbedded({ dataDir, log: () => {}, users: [] })
  try {
    const { entities, reference, clock } = app.ports
    const institutions = await reference.all('institution')
    const searched = await searchReference(reference)
    const plans = await Promise.all(
      users.map(async (user) => {
        const account = (await entities.get(demoAccount(user))) as Entity<AccountData>
        const scope = unwrap(
          scopeOf('product', actorOf(account, demoSub(user), institutions), searched, clock.timeZone),
        )
        return filters.map((attributeFilter) => unwrap(planQuery(scope, { attributeFilter })))
      }),
    )
    const totals = Object.fromEntries(users.map((user) => [user, filters.map(() => 0)]))
    const mapping = indexMapping('product')
    for await (const batch of allDocuments(app.ports)) {
      for (const row of batch) {
        if (row.entityclass !== 'product') continue
        for (const [u, user] of users.entries())
          for (const [f, query] of plans[u]!.entries())
            if (satisfies({ row, mapping }, query)) totals[user]![f]! += 1
      }
    }
    return totals
  } finally {
    await app.close()
  }
}
