/** Searches and sets of columns that people keep and share: who finds, reads and changes them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { get } from '../../shared/calls/eav/entity/get.ts'
import { history } from '../../shared/calls/eav/entity/history.ts'
import { restore } from '../../shared/calls/eav/entity/restore.ts'
import { revert } from '../../shared/calls/eav/entity/revert.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import { count } from '../../shared/calls/search/search/count.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { ids as byIds } from '../../shared/calls/search/search/ids.ts'
import { keptPerPerson, searchLinkDays } from '../../shared/constants.ts'
import { dueMessage } from '../../shared/jobs/due-times.ts'
import { scheduleRules } from '../../shared/jobs/schedules.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const tree = { type: 'simple', field: 'name', comparator: 'contains', value: 'kalk' }
const make = (who: Parameters<Harness['as']>[0], more: Record<string, unknown> = {}) =>
  h.as(who).call(create, { entityclass: 'savedsearch', data: { title: 'Kalke', tree, ...more } })
const titlesFor = async (who: Parameters<Harness['as']>[0]) => {
  await h.indexed()
  const { list } = await h
    .as(who)
    .call(execute, { entityClass: 'savedsearch', columns: ['title'], pagination: { start: 0, limit: 250 } })
  return list.map((row) => (typeof row === 'object' && 'columns' in row ? row.columns['title'] : row))
}

describe('a saved search', () => {
  it("is its creator's until it is shared: others do not know of it, by whichever call", async () => {
    const mine = await make('core', { title: 'Nur für mich' })
    expect(mine).toMatchObject({ rev: 1, data: { isPublic: false, visibleForInstitutions: [] } })
    expect(await titlesFor('core')).toContain('Nur für mich')
    expect(await titlesFor('admin')).toContain('Nur für mich')
    for (const who of ['core2', 'national', 'registered', 'company'] as const) {
      await expect(h.as(who).call(get, { id: mine.id }), who).rejects.toMatchObject({ status: 404 })
      await expect(h.as(who).call(history, { id: mine.id }), who).rejects.toMatchObject({ status: 404 })
      expect(await titlesFor(who), who).not.toContain('Nur für mich')
      const filter = { field: 'title', comparison: 'begins' as const, value: 'nur für' }
      const asked = { entityClass: 'savedsearch', attributeFilter: filter }
      expect((await h.as(who).call(count, asked)).count, who).toBe(0)
      expect((await h.as(who).call(byIds, { ids: [mine.id] })).list, who).toEqual([])
    }
  })
  it('is shared with an institution, or with all staff', async () => {
    const ours = await make('core', { title: 'Für uns', visibleForInstitutions: [ids.institution.france] })
    const all = await make('core', { title: 'Für alle', isPublic: true })
    expect((await h.as('national').call(get, { id: ours.id })).data).toMatchObject({ title: 'Für uns' })
    expect(await titlesFor('national')).toEqual(expect.arrayContaining(['Für uns', 'Für alle']))
    for (const who of ['registered', 'company'] as const) {
      await expect(h.as(who).call(get, { id: all.id })).rejects.toMatchObject({ status: 404 })
      expect(await titlesFor(who)).toEqual([])
    }
  })
  it('is shown, in each of its states, to whom that one was shared with and it is today', async () => {
    const { id } = await make('core', { title: 'Erst privat' })
    const share = (rev: number, value: boolean) =>
      h.as('core').call(updatefrompatch, {
        id,
        rev,
        patch: [{ op: 'replace' as const, path: '/isPublic', value }],
      })
    await share(1, true)
    expect((await h.as('national').call(get, { id, rev: 2 })).data).toMatchObject({ title: 'Erst privat' })
    await expect(h.as('national').call(get, { id, rev: 1 })).rejects.toMatchObject({ status: 404 })
    expect((await h.as('core').call(get, { id, rev: 1 })).data).toMatchObject({ isPublic: false })
    // Nor is it told by what it asked for then.
    const changes = await h.as('national').call(history, { id })
    expect(JSON.stringify(changes)).not.toContain('kalk')
    await share(2, false)
    for (const rev of [undefined, 1, 2, 3])
      await expect(h.as('national').call(get, { id, ...(rev && { rev }) })).rejects.toMatchObject({
        status: 404,
      })
    expect((await h.as('core').call(get, { id, rev: 2 })).data).toMatchObject({ isPublic: true })
  })
  it('has an address alone where it is temporary', async () => {
    const { id } = await make('core', { title: 'Kurz gezeigt', isTemporary: true })
    expect((await h.as('national').call(get, { id })).data).toMatchObject({ title: 'Kurz gezeigt' })
    expect(await titlesFor('national')).not.toContain('Kurz gezeigt')
  })
  it('is changed by who made it and by administrators', async () => {
    const { id } = await make('core', { isPublic: true })
    const rename = { id, rev: 1, patch: [{ op: 'replace' as const, path: '/title', value: 'Anders' }] }
    const forbidden = { status: 403 }
    await expect(h.as('national').call(updatefrompatch, rename)).rejects.toMatchObject(forbidden)
    await expect(h.as('national').call(disable, { id })).rejects.toMatchObject(forbidden)
    await expect(h.as('national').call(revert, { id, rev: 1, toRev: 1 })).rejects.toMatchObject(forbidden)
    expect((await h.as('core').call(updatefrompatch, rename)).rev).toBe(2)
    expect((await h.as('core').call(revert, { id, rev: 2, toRev: 1 })).data).toMatchObject({ title: 'Kalke' })
    await h.as('admin').call(disable, { id })
    await expect(h.as('national').call(restore, { id })).rejects.toMatchObject(forbidden)
    expect((await h.as('core').call(restore, { id })).disabled).toBe(false)
  })
  it('is not for registered and company users', async () => {
    for (const who of ['registered', 'company'] as const)
      await expect(make(who)).rejects.toMatchObject({ status: 403 })
  })
  it('says where a tree is wrong', async () => {
    const wrong = {
      type: 'combined',
      operator: 'AND',
      nodes: [tree, { type: 'simple', field: 'name', comparator: 'eq' }],
    }
    await expect(make('core', { tree: wrong })).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/data/tree/nodes/1/value' }] },
    })
  })
})

describe('a set of columns', () => {
  const made = (who: Parameters<Harness['as']>[0], columns: string[], more: Record<string, unknown> = {}) =>
    h.as(who).call(create, { entityclass: 'columnset', data: { title: 'Nummern', columns, ...more } })
  it('is kept and shared in the same way', async () => {
    const { id } = await made('core', ['name', 'lists.permits'])
    await expect(h.as('national').call(get, { id })).rejects.toMatchObject({ status: 404 })
    const patch = [{ op: 'replace' as const, path: '/isPublic', value: true }]
    await h.as('core').call(updatefrompatch, { id, rev: 1, patch })
    expect((await h.as('national').call(get, { id })).data).toMatchObject({
      columns: ['name', 'lists.permits'],
    })
  })
  it('has five columns of categories at most, as a file has', async () => {
    const categories = ['category', 'categoryTree', 'inCategory', 'lists.category', 'lists.inCategory']
    const tooMany = made('core', [...categories, 'lists.categoryTree'])
    await expect(tooMany).rejects.toMatchObject({
      status: 400,
      details: { issues: [{ path: '/columns', key: 'exportCategories' }] },
    })
    const { id } = await made('core', categories, { inList: ids.list.ch })
    expect((await h.as('core').call(get, { id })).data).toMatchObject({ inList: ids.list.ch })
    const patch = [{ op: 'add' as const, path: '/columns/-', value: 'lists.categoryTree' }]
    await expect(h.as('core').call(updatefrompatch, { id, rev: 1, patch })).rejects.toMatchObject({
      status: 400,
    })
  })
  it('keeps columns that there are not any more: who opens it is told', async () => {
    const { id } = await made('core', ['name', 'lists.gone-f1'])
    expect((await h.as('core').call(get, { id })).data).toMatchObject({ columns: ['name', 'lists.gone-f1'] })
  })
})

it('is one of so many that a person keeps: another one is refused in words, until one is deleted', async () => {
  const first = await make('national', { title: 'Eine von vielen' })
  const tooMany = { status: 422, details: { key: 'keptTooMany' } }
  const deleted = await make('national', { title: 'Gelöscht' })
  await h.as('national').call(disable, { id: deleted.id })
  for (let n = 1; n < keptPerPerson - 2; n++)
    await h.ports.entities.put({ ...first, id: crypto.randomUUID(), rev: 1 } as Entity, { expectRev: 0 })
  // Of many at once as many are made as there is room for.
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => make('national')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(tooMany)
  await expect(make('national')).rejects.toMatchObject(tooMany)
  // Nor does one come back that was deleted.
  await expect(h.as('national').call(restore, { id: deleted.id })).rejects.toMatchObject(tooMany)
  // Each person's own, and each kind's.
  await make('core2')
  const columns = { title: 'Spalten', columns: ['name'] }
  await h.as('national').call(create, { entityclass: 'columnset', data: columns })
  await h.as('national').call(disable, { id: first.id })
  await h.as('national').call(restore, { id: deleted.id })
  await expect(make('national')).rejects.toMatchObject(tooMany)
})

it('takes so much room of a person: what makes it more is refused in words, what makes it less is not', async () => {
  const tooLarge = { status: 422, details: { key: 'keptTooLarge' } }
  /** A tree of so many kilobytes. */
  const large = (kilobytes: number) => ({
    type: 'combined',
    operator: 'OR',
    nodes: Array.from({ length: kilobytes }, (_, n) => ({
      type: 'simple',
      field: 'name',
      comparator: 'eq',
      value: String(n).padEnd(930, 'x'),
    })),
  })
  const made: string[] = []
  for (let n = 0; n < 10; n++) made.push((await make('core2', { tree: large(190) })).id)
  await expect(make('core2', { tree: large(150) })).rejects.toMatchObject(tooLarge)
  const small = await make('core2')
  const grow = (dryrun: boolean) =>
    h.as('core2').call(updatefrompatch, {
      id: small.id,
      rev: 1,
      patch: [{ op: 'replace' as const, path: '/tree', value: large(150) }],
      dryrun,
    })
  for (const dryrun of [true, false]) await expect(grow(dryrun)).rejects.toMatchObject(tooLarge)
  const rename = [{ op: 'replace' as const, path: '/title', value: 'K' }]
  expect((await h.as('core2').call(updatefrompatch, { id: made[0]!, rev: 1, patch: rename })).rev).toBe(2)
  await h.as('core2').call(disable, { id: made[0]! })
  expect((await grow(false)).rev).toBe(2)
  await expect(h.as('core2').call(restore, { id: made[0]! })).rejects.toMatchObject(tooLarge)
})

it('ends with its link where it was kept for that alone; what was saved stays', async () => {
  const rule = scheduleRules.find(({ kind }) => kind === 'expiry')!
  const night = async () => {
    await h.ports.jobs.send([dueMessage(rule, h.clock.millis())])
    await h.worked()
    await h.indexed()
  }
  const link = await make('core', { isTemporary: true })
  const saved = await make('core')
  const day = 24 * 3600
  h.clock.advance((searchLinkDays - 1) * day)
  const later = await make('core', { isTemporary: true })
  await night()
  expect((await h.as('core').call(get, { id: link.id })).id).toBe(link.id)
  h.clock.advance(2 * day)
  await night()
  await expect(h.as('core').call(get, { id: link.id })).rejects.toMatchObject({ status: 404 })
  expect(await h.ports.entities.getRevision(link.id, 1)).toBeUndefined()
  for (const { id } of [saved, later]) expect((await h.as('core').call(get, { id })).id).toBe(id)
})
