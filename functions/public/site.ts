import { unwrap } from '../../shared/rules/refusal.ts'
import { publicSite } from '../runtime/public.ts'
import { keptAnswers, openAnswers } from '../services/public/answers.ts'
import { openPublicLists } from '../services/public/lists.ts'
import { pageAt } from '../services/public/pages.ts'
import { sitemapAt } from '../services/public/sitemaps.ts'

/** Everything below `/public/`: what lists show the public, to programs and to people. */
export default publicSite(
  ['entities:read', 'index:read', 'reference', 'snapshots', 'tables', 'clock', 'site'],
  ({ entities, index, reference, snapshots, tables, clock, site }) => {
    const lists = openPublicLists({ entities, index, reference, snapshots, clock })
    const keep = keptAnswers()
    const answer = openAnswers(lists, tables, keep)
    return async (request) =>
      unwrap(
        (await pageAt(request, lists, keep)) ??
          (await sitemapAt(request, lists, site, keep)) ??
          (await answer(request)),
      )
  },
)
