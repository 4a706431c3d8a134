import { unwrap } from '../../shared/rules/refusal.ts'
import { publicSite } from '../runtime/public.ts'
import { keptAnswers, openAnswers } from '../services/public/answers.ts'
import { openPublicLists } from '../services/public/lists.ts'
import { pageAt } from '../services/public/pages.ts'

/** Everything below `/public/`: what lists show the public, to programs and to people. */
export default publicSite(
  ['entities:read', 'index:read', 'reference', 'snapshots', 'tables', 'clock'],
  ({ entities, index, reference, snapshots, tables, clock }) => {
    const lists = openPublicLists({ entities, index, reference, snapshots, clock })
    const keep = keptAnswers()
    const answer = openAnswers(lists, tables, keep)
    return async (request) => unwrap((await pageAt(request, lists, keep)) ?? (await answer(request)))
  },
)
