import { unwrap } from '../../shared/rules/refusal.ts'
import { publicSite } from '../runtime/public.ts'
import { openAnswers } from '../services/public/answers.ts'
import { openPublicLists } from '../services/public/lists.ts'

/** Everything below `/public/`: what lists show the public, to programs and to people. */
export default publicSite(
  ['entities:read', 'index:read', 'reference', 'snapshots', 'tables', 'clock'],
  ({ entities, index, reference, snapshots, tables, clock }) => {
    const answer = openAnswers(openPublicLists({ entities, index, reference, snapshots, clock }), tables)
    return async (request) => unwrap(await answer(request))
  },
)
