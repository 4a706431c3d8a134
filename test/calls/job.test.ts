import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJob } from '../../functions/services/job/start.ts'
import { getaccount } from '../../shared/calls/auth/account/getaccount.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { list } from '../../shared/calls/batch/job/list.ts'
import { run } from '../../shared/calls/batch/job/run.ts'
import { undo } from '../../shared/calls/batch/job/undo.ts'
import { type Harness, ids, startHarness } from './harness.ts'

type Who = 'core' | 'core2' | 'admin' | 'national'
let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

/** A job that waits: nobody works on its kind. */
async function waiting(user: Who): Promise<string> {
  const by = (await h.as(user).call(getaccount, {})).id
  const start = { id: crypto.randomUUID(), kind: 'flag', by, config: {} }
  return (await startJob(start, h.ports)).id
}

describe('jobs', () => {
  it('are for who started them, and for administrators', async () => {
    const id = await waiting('core')
    for (const user of ['core', 'admin'] as const)
      expect(await h.as(user).call(checkstatus, { id })).toMatchObject({ id, status: 'new', canAbort: true })
    for (const { name } of [checkstatus, abort, undo]) {
      const statusFor = async (input: { id: string }, token?: string) =>
        (await h.send({ name, input, ...(token && { token }) })).status
      const token = await h.tokenOf('core')
      expect(await statusFor({ id }, await h.tokenOf('core2'))).toBe(404)
      expect(await statusFor({ id: ids.product.compost }, token)).toBe(404)
      expect(await statusFor({ id: crypto.randomUUID() }, token)).toBe(404)
      expect(await statusFor({ id })).toBe(401)
    }
  })
  it('are aborted once, and not taken back where their kind cannot be', async () => {
    const id = await waiting('core')
    await expect(h.as('core').call(undo, { id })).rejects.toMatchObject({ status: 422 })
    const aborted = await h.as('core').call(abort, { id })
    expect(aborted).toMatchObject({ status: 'aborted', canAbort: false, canUndo: false })
    expect(await h.as('core').call(abort, { id })).toEqual(aborted)
  })
  it('are listed: mine, or everybody’s for an administrator, open ones first', async () => {
    const [open, over] = [await waiting('national'), await waiting('national')]
    const foreign = await waiting('core2')
    await h.as('national').call(abort, { id: over })
    await h.indexed()
    const idsOf = async (user: Who, input: { of?: 'me' | 'all'; isOpen?: boolean }) =>
      (await h.as(user).call(list, input)).list.map((job) => job.id)
    expect(await idsOf('national', {})).toEqual([open, over])
    expect(await idsOf('national', { of: 'all' })).toEqual([open, over])
    expect(await idsOf('national', { isOpen: true })).toEqual([open])
    expect(await idsOf('admin', {})).toEqual([])
    expect(await idsOf('admin', { of: 'all' })).toEqual(expect.arrayContaining([open, over, foreign]))
  })
  it('cannot be started without a template', async () => {
    await expect(h.as('admin').call(run, { template: 'nothing' })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/template' }] },
    })
  })
})
