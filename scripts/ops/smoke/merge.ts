/** Two companies are merged, and parted again: what names the one follows. */

import { undo } from '../../../shared/calls/batch/job/undo.ts'
import { create } from '../../../shared/calls/bml/company/create.ts'
import { load as loadCompany } from '../../../shared/calls/bml/company/load.ts'
import { merge } from '../../../shared/calls/bml/company/merge.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { ProductView } from '../../../shared/model/product.ts'
import { type Finding, fine, wrong } from '../doctor/finding.ts'
import type { Trail } from './main-job.ts'

/** The product's company is merged into a new one. `ended` waits for a job. */
export async function merges(
  { first, run, product, made }: Trail,
  ended: (jobId: string) => Promise<unknown>,
): Promise<Finding> {
  if (!product) throw new Error('there is no product: an earlier step failed')
  const named = async () => {
    const { data } = (await first.call(load, { id: product })) as ProductView
    const rows = Object.values(data.listData[fixedIds.list.base]?._companies ?? {})
    return rows.map(({ company }) => company)
  }
  const [gone] = await named()
  if (!gone) throw new Error('the product has no company: an earlier step failed')
  const other = await first.call(create, { name: `Smoke test ${run} (2)` })
  made.push(other.id)
  const companies = [
    { id: other.id, rev: other.rev },
    { id: gone, rev: (await first.call(loadCompany, { id: gone })).rev },
  ]
  const { jobId } = await first.call(merge, { companies, survivor: other.id })
  await ended(jobId)
  const [after] = await named()
  await ended((await first.call(undo, { id: jobId })).jobId)
  const [back] = await named()
  return after === other.id && back === gone
    ? fine('Two companies were merged, the product followed, and came back when that was undone')
    : wrong(
        `A product of ${gone}, which was merged into ${other.id}, names ${after}, and ${back} after the undo`,
        'look at the log of workers-merge',
      )
}
