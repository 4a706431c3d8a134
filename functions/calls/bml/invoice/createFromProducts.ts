import { createFromProducts } from '../../../../shared/calls/bml/invoice/createFromProducts.ts'
import { type Locale, locales } from '../../../../shared/constants.ts'
import { invalidInput } from '../../../../shared/errors.ts'
import type { Localized } from '../../../../shared/model/basics.ts'
import { textIn } from '../../../../shared/rules/localized.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { idNotFound } from '../../../domain/entity/class-rules.ts'
import { type RunConfig, runKind } from '../../../domain/invoice/run.ts'
import { planSearch, scopeOf } from '../../../domain/search-calls/plan.ts'
import type { ReferenceData } from '../../../ports/reference-data.ts'
import { call } from '../../../runtime/call.ts'
import { startJob } from '../../../services/job/start.ts'
import { searchReference } from '../../../services/search/reference.ts'

/** What the institutions are called, in each language. */
async function titlesOf(reference: Pick<ReferenceData, 'all'>, ids: readonly string[]): Promise<Localized> {
  const all = await reference.all('institution')
  const of = (locale: Locale) => ids.flatMap((id) => textIn(all.get(id)?.data.title, locale) || [])
  return Object.fromEntries(locales.map((locale) => [locale, of(locale).join(', ')]))
}

/** Starts a run that makes the drafts of invoices, or says what they would be. Errors: invalid_input. */
export default call(
  createFromProducts,
  ['entities', 'reference', 'jobs:invoice-run', 'clock', 'ids'],
  async (input, { entities, reference, jobs, clock, ids, actor }) => {
    const { type, targetYear, invoiceDate, companies, attributeFilter, institutions, dryRun } = input
    // Says now what could not be planned later.
    const scope = unwrap(scopeOf('company', actor, await searchReference(reference), clock.timeZone))
    unwrap(planSearch(scope, { attributeFilter }))
    const known = await reference.all('institution')
    const wrong = (institutions ?? []).flatMap((id, n) =>
      known.has(id) ? [] : [idNotFound(`/institutions/${n}`)],
    )
    if (wrong.length > 0) throw invalidInput(wrong)
    const titles = institutions && (await titlesOf(reference, institutions))
    const config: RunConfig = {
      type,
      year: targetYear ?? Number(clock.today().slice(0, 4)),
      dryRun,
      ...(invoiceDate !== undefined && { date: invoiceDate }),
      ...(companies && { companies }),
      ...(attributeFilter && { attributeFilter }),
      ...(institutions && { institutions }),
      ...(titles && { title: titles }),
    }
    const start = { id: ids.next(), kind: runKind, by: actor.account, sub: actor.sub, config }
    const job = await startJob({ ...start, total: companies?.length ?? 0 }, { entities, jobs, clock })
    return { jobId: job.id }
  },
)
