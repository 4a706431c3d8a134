import { run } from '../../../../shared/calls/bml/export/run.ts'
import { dayIn } from '../../../../shared/rules/dates.ts'
import { decimalSignOf, packageColumnCount, separatorOf } from '../../../../shared/rules/export.ts'
import { unwrap } from '../../../../shared/rules/refusal.ts'
import { productTexts } from '../../../../shared/texts/product-texts.ts'
import { chosenKey, type ExportConfig, endingOf, exportKind } from '../../../domain/export/job.ts'
import { checkAbout, checkColumns, checkList, checkRows, columnsOf } from '../../../domain/export/order.ts'
import { planQuery, planSearch } from '../../../domain/search-calls/plan.ts'
import { call } from '../../../runtime/call.ts'
import { exportScope, rightsOf } from '../../../services/export/scope.ts'
import { startJob } from '../../../services/job/start.ts'

const noLists: ReadonlyMap<string, unknown> = new Map()

/** Starts a job that writes products to a file. Errors: invalid_input, rule_violated. */
export default call(
  run,
  ['index:read', 'entities', 'reference', 'files', 'jobs:export', 'clock', 'ids'],
  async (input, { index, entities, reference, files, jobs, clock, ids, actor }) => {
    const {
      format,
      language,
      columns,
      packages,
      list,
      sorting,
      attributeFilter,
      name,
      except = [],
      csv,
    } = input
    const scope = unwrap(await exportScope(actor, reference, clock))
    unwrap(checkColumns(unwrap(columnsOf(scope, columns))))
    unwrap(checkList(list, scope, list === undefined ? noLists : await reference.all('list')))
    unwrap(checkAbout(input))
    const asked = { ...(attributeFilter && { attributeFilter }), ...(name && { name }) }
    // Says now what could not be planned later.
    unwrap(planSearch(scope, { ...asked, ...(sorting && { sorting }), ...(list && { list }) }))
    const chosen = input.ids && [...new Set(input.ids)]
    const total =
      chosen?.length ?? (await index.count('product', unwrap(planQuery(scope, asked)))) - new Set(except).size
    unwrap(checkRows(format, total, new Set(columns).size + packageColumnCount(packages)))

    const jobId = ids.next()
    const word = (await productTexts(language))('title')
    const config: ExportConfig = {
      format,
      language,
      columns,
      ...(packages?.length && { packages }),
      ...(list && { list }),
      ...asked,
      ...(sorting && { sorting }),
      separator: csv?.separator ?? separatorOf(language),
      decimalSign: csv?.decimalSign ?? decimalSignOf(language),
      hasMark: csv?.hasMark ?? true,
      fileName: `${word} ${dayIn(clock.timeZone, clock.millis())}.${endingOf[format]}`,
      hasChosen: chosen !== undefined || except.length > 0,
      rights: unwrap(await rightsOf(scope, columns)),
    }
    if (config.hasChosen) {
      const body = new TextEncoder().encode(JSON.stringify(chosen ? { ids: chosen } : { except }))
      // The same request again, after it was cut off: what its job needs is there, or was cleared away at its end.
      if (!(await entities.get(jobId))) await files.put(chosenKey(jobId), body, 'application/json')
    }
    await startJob(
      { id: jobId, kind: exportKind, by: actor.account, sub: actor.sub, config, total: Math.max(0, total) },
      { entities, jobs, clock },
    )
    return { jobId }
  },
)
