/** Products of a register in the hands of staff: its items, and an app that takes them. */
import { expect } from 'vitest'
import { uniqueKey } from '../../functions/domain/entity/unique-values.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { type ImportItem, run } from '../../shared/calls/bml/import/run.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { ListData, ProductView } from '../../shared/model/product.ts'
import { ids, startHarness } from './harness.ts'

export const source = 'tiny'
export const base = fixedIds.list.base
export const { fr, ch } = ids.list
export const { eu, fr: french, ch: swiss } = ids.standard

export type Json = Record<string, unknown>
const distributor = { [`${source}:1`]: { company: ids.company.belmont, role: 'distributor' } }
export const product = (
  key: string,
  lists: { base?: Json; [list: string]: Json | undefined },
): ImportItem => {
  const { base: root, ...others } = lists
  return {
    kind: 'product',
    key,
    line: 7,
    data: {
      listData: {
        [base]: {
          _responsible: { institution: ids.institution.france },
          _active: true,
          _category: { $key: 'category:fungi' },
          'basis-f1': { textValue: key },
          _companies: distributor,
          ...root,
        },
        ...others,
      },
    },
  }
}
export const national = (more: Json = {}) => ({ _active: true, _companies: distributor, ...more })

export const approved = { _approval: { [french]: { active: true } } }
export const messages = (job: { errors: { message: string }[] }) => job.errors.map((e) => e.message)

export type StaffWorld = Awaited<ReturnType<typeof openStaffWorld>>
export async function openStaffWorld() {
  const h = await startHarness()
  async function take(items: ImportItem[], more: { approvals?: 'migrate'; dryrun?: boolean } = {}) {
    const { jobId } = await h.as('admin').call(run, { source, items, ...more })
    await h.worked()
    const job = await h.as('admin').call(checkstatus, { id: jobId })
    // Every reason can be said in the reader's language.
    expect(job.errors.filter(({ text, unitText }) => !text || !unitText)).toEqual([])
    return job
  }
  const migrate = (...items: ImportItem[]) => take(items, { approvals: 'migrate' })
  const get = async (key: string) => {
    const id = await h.ports.entities.findUnique(uniqueKey('product', '/importKey', `${source}:${key}`))
    return (await h.as('admin').call(load, { id: id ?? key })) as ProductView
  }
  const listOf = async (key: string, list = fr) => (await get(key)).data.listData[list] as ListData
  await take([
    {
      kind: 'category',
      key: 'fungi',
      data: {
        title: { de_DE: 'Pilze' },
        mainCategoryKey: 'plant-protection-agents',
        parent: fixedIds.mainCategory['plant-protection-agents'],
      },
    },
  ])
  return { h, take, migrate, get, listOf }
}
