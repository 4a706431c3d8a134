import { pdfprintreport } from '../../../../shared/calls/bml/product/pdfprintreport.ts'
import { dayIn } from '../../../../shared/rules/dates.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { maxReportProducts } from '../../../../shared/rules/report.ts'
import { chosenKey } from '../../../domain/export/job.ts'
import { amongIds, checkAbout, checkList } from '../../../domain/export/order.ts'
import { reportTitle } from '../../../domain/report/html.ts'
import { type ReportConfig, reportKind } from '../../../domain/report/job.ts'
import { planSearch } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { exportScope } from '../../../services/export/scope.ts'
import { startJob } from '../../../services/job/start.ts'
import { viewReference } from '../../../services/product/open.ts'
import { reportRights } from '../../../services/report/rights.ts'
import { reportMaker } from '../../../services/report/words.ts'

/** Starts a job that prints a report of products. Errors: invalid_input, rule_violated where there are too many products, or none. */
export default call(
  pdfprintreport,
  ['index:read', 'entities', 'reference', 'clock', 'ids', 'files', 'jobs:report'],
  async (input, { index, entities, reference, clock, ids, files, jobs, actor }) => {
    const { reportType: type, form, listId, language, standard, contactPerson, except = [] } = input
    const { attributeFilter, name } = input
    const scope = unwrap(await exportScope(actor, reference, clock))
    unwrap(checkList(listId, scope, await reference.all('list'), '/listId'))
    const chosen = input.productId === undefined ? input.ids : [input.productId]
    unwrap(checkAbout({ ids: chosen, attributeFilter, name, except }))
    const about = { ...(attributeFilter && { attributeFilter }), ...(name && { name }), list: listId }
    const search = unwrap(
      planSearch(scope, { ...about, sorting: ['name:asc'], pagination: { start: 0, limit: 1 } }),
    )
    const { count } = await index.search(chosen ? { ...amongIds(search, chosen), page: search.page } : search)
    const total = Math.max(0, count - new Set(except).size)
    if (total === 0) unwrap(refuseRule('reportEmpty', 'None of these products has a place in this report.'))
    if (total > maxReportProducts)
      unwrap(
        refuseRule('reportTooMany', `A report has ${maxReportProducts} products at most. Choose fewer.`, {
          params: { max: maxReportProducts },
        }),
      )
    const day =
      input.dateTime === undefined ? clock.today() : dayIn(clock.timeZone, Date.parse(input.dateTime))
    const asked = { type, list: listId, language, standard, contactPerson }
    const reportOf = await reportMaker({ asked, day }, reference)
    const ticketNumber = ids.next()
    const config: ReportConfig = {
      ...about,
      asked,
      form,
      day,
      sorting: ['name:asc'],
      hasChosen: chosen !== undefined || except.length > 0,
      fileName: `${reportTitle(reportOf([]))} ${day}.${form}`,
      rights: await reportRights(actor, await viewReference(reference)),
    }
    if (config.hasChosen) {
      const body = new TextEncoder().encode(JSON.stringify(chosen ? { ids: chosen } : { except }))
      // The same request again, after it was cut off: what its job needs is there, or was cleared away at its end.
      if (!(await entities.get(ticketNumber)))
        await files.put(chosenKey(ticketNumber), body, 'application/json')
    }
    await startJob(
      { id: ticketNumber, kind: reportKind, by: actor.account, sub: actor.sub, config, total },
      { entities, jobs, clock },
    )
    return { ticketNumber }
  },
)
