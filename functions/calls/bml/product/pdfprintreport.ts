import { pdfprintreport } from '../../../../shared/calls/bml/product/pdfprintreport.ts'
import { dayIn } from '../../../../shared/rules/dates.ts'
import { textIn } from '../../../../shared/rules/localized.ts'
import { refuseRule, unwrap } from '../../../../shared/rules/refusal.ts'
import { maxReportProducts } from '../../../../shared/rules/report.ts'
import { productTexts } from '../../../../shared/texts/product-texts.ts'
import { reportTexts } from '../../../../shared/texts/report-texts.ts'
import { amongIds, checkAbout, checkList } from '../../../domain/export/order.ts'
import { type Report, reportHtml, reportMargins, reportTitle } from '../../../domain/report/html.ts'
import { planSearch } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { exportScope } from '../../../services/export/scope.ts'
import { printJob } from '../../../services/print/start.ts'
import { viewReference } from '../../../services/product/open.ts'
import { reportProducts } from '../../../services/report/products.ts'
import { reportRights } from '../../../services/report/rights.ts'

/** Prints a report of products. Errors: invalid_input, rule_violated where there are too many products, or none. */
export default call(
  pdfprintreport,
  ['index:read', 'entities', 'reference', 'clock', 'ids', 'files', 'jobs:pdf'],
  async (input, { index, entities, reference, clock, ids, files, jobs, actor }) => {
    const { reportType: type, listId, language, standard, attributeFilter, name, except = [] } = input
    const scope = unwrap(await exportScope(actor, reference, clock))
    const lists = await reference.all('list')
    unwrap(checkList(listId, scope, lists, '/listId'))
    const chosen = input.productId === undefined ? input.ids : [input.productId]
    unwrap(checkAbout({ ids: chosen, attributeFilter, name, except }))
    const left = new Set(except)
    const search = unwrap(
      planSearch(scope, {
        attributeFilter,
        name,
        list: listId,
        pagination: { start: 0, limit: maxReportProducts + left.size + 1 },
      }),
    )
    const { rows } = await index.search(chosen ? amongIds(search, chosen) : search)
    const found = rows.map((row) => row.id).filter((id) => !left.has(id))
    if (found.length > maxReportProducts)
      unwrap(
        refuseRule('reportTooMany', `A report has ${maxReportProducts} products at most. Choose fewer.`, {
          params: { max: maxReportProducts },
        }),
      )
    const day =
      input.dateTime === undefined ? clock.today() : dayIn(clock.timeZone, Date.parse(input.dateTime))
    const asked = { type, list: listId, language, standard, contactPerson: input.contactPerson }
    const products = await reportProducts(asked, { ids: found, day }, actor, { entities, reference })
    if (products.length === 0)
      unwrap(refuseRule('reportEmpty', 'None of these products has a place in this report.'))
    const { title, pdfLogo: logo, pdfFooter, fallbackLanguage } = lists.get(listId)!.data
    const footer = textIn(pdfFooter, language, fallbackLanguage)
    const words = await productTexts(language)
    const report: Report = {
      asked,
      list: {
        title: textIn(title, language, fallbackLanguage) ?? '',
        ...(logo !== undefined && { logo }),
        ...(footer !== undefined && { footer }),
      },
      day,
      products,
      say: await reportTexts(language),
      secrecy: (level) => words(`catalogue.secrecy.${level}`),
    }
    const ticketNumber = await printJob(
      {
        id: ids.next(),
        by: actor.account,
        sub: actor.sub,
        pages: [reportHtml(report)],
        fileName: `${reportTitle(report)} ${day}.pdf`,
        rights: await reportRights(actor, await viewReference(reference)),
        options: reportMargins(report),
      },
      { entities, files, jobs, clock },
    )
    return { ticketNumber, products: products.length, leftOut: found.length - products.length }
  },
)
