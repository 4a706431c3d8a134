/** How an import brings approvals (decisions §11). */
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../shared/calls/bml/import/run.ts'
import { approvals } from '../../shared/calls/bml/product/approvals.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { ids } from './harness.ts'
import {
  approved,
  base,
  ch,
  eu,
  fr,
  french,
  type Json,
  messages,
  national,
  product,
  type StaffWorld,
  source,
  swiss,
} from './import-staff.world.ts'

export function importedApprovals(world: () => StaffWorld) {
  let w: StaffWorld
  beforeAll(() => {
    w = world()
  })

  describe('approvals of a register', () => {
    it('are a reason in the report, unless they are to be migrated; the rest of the item is taken', async () => {
      for (const counts of [{ created: 1 }, { unchanged: 1 }]) {
        const job = await w.take([product('ignored', { [fr]: national(approved) })])
        expect(job).toMatchObject({ failed: 0, result: counts })
        expect(job.errors).toMatchObject([
          {
            unit: 'line 7, product ignored',
            message:
              'taken without its approvals (French organic in France): approvals were not to be migrated',
            isPartly: true,
          },
        ])
      }
      expect((await w.listOf('ignored'))._approval).toEqual({})
      expect(messages(await w.migrate(product('ignored', { [fr]: national(approved) })))).toEqual([])
      expect((await w.listOf('ignored'))._approval).toHaveProperty(french)
    })
    it('need the approval right beside the one to import', async () => {
      const admin = await w.h.ports.entities.get(ids.account.admin)
      const { staticData } = admin!.data as { staticData: Json }
      const put = (hasApprovalRight: boolean, before: Entity) =>
        w.h.ports.entities.put(
          { ...before, data: { ...before.data, staticData: { ...staticData, hasApprovalRight } } },
          { expectRev: before.rev },
        )
      const without = await put(false, admin!)
      w.h.clock.advance(61)
      const input = { source, items: [], approvals: 'migrate' as const }
      await expect(w.h.as('admin').call(run, input)).rejects.toMatchObject({ status: 403 })
      await put(true, without)
      w.h.clock.advance(61)
      await expect(w.h.as('admin').call(run, input)).resolves.toBeDefined()
    })
    it('are given by the rules of approvals by hand', async () => {
      const row = { active: true }
      const job = await w.migrate(
        product('nobody', { [fr]: national({ ...approved, _companies: {} }) }),
        product('base', { base: { _approval: { [eu]: row } } }),
        product('depends', { [ch]: national({ _approval: { [swiss]: row } }) }),
        product('elsewhere', { [ch]: national(approved) }),
        product('inactive', { [fr]: national({ _approval: { [french]: { active: false } } }) }),
        product('dates', {
          [fr]: national({
            _approval: {
              [french]: { active: true, begin: '2026-02-01T04:00:00.000Z', end: '2026-01-01T04:00:00.000Z' },
            },
          }),
        }),
        product('initiated', {
          [fr]: national({
            _approval: { [french]: { active: true, tmp_begin: '2026-01-01T04:00:00.000Z' } },
          }),
        }),
        product('approver', {
          [fr]: national({
            _approval: { [french]: { active: true, finalApprovalAccountId: ids.account.core } },
          }),
        }),
      )
      expect(job).toMatchObject({ failed: 0, result: { created: 8 } })
      const reasons = Object.fromEntries(job.errors.map((e) => [e.unit.split(' ').at(-1), e.message]))
      const without = (name: string) => `taken without the approval ${name}: `
      expect(reasons).toEqual({
        nobody: `${without('French organic in France')}Choose a distributor first.`,
        base: `${without('EU organic in Base data')}A base approval needs two people; an import cannot give it.`,
        depends: `${without('Swiss organic in Switzerland')}The approval that this standard depends on is missing.`,
        elsewhere: `${without('French organic in Switzerland')}The standard is not available in this list.`,
        inactive: `${without('French organic in France')}The approval is not active.`,
        dates: `${without('French organic in France')}Should not be later than end date`,
        initiated: `${without('French organic in France')}/tmp_begin this key is not known here`,
        approver: `${without('French organic in France')}/finalApprovalAccountId this key is not known here`,
      })
      for (const key of Object.keys(reasons))
        for (const list of Object.values((await w.get(key)).data.listData)) expect(list._approval).toEqual({})
    })
    it('carry no restriction text that is refused by hand', async () => {
      const text = async (key: string, more: Json) => {
        const data = { text: { de_DE: key, en_GB: key }, ...more }
        return (await w.h.as('admin').call(create, { entityclass: 'restrictiontext', data })).id
      }
      const texts = {
        inactive: await text('inactive', { active: false }),
        standard: await text('standard', { standards: [swiss] }),
        category: await text('category', { categories: [ids.category.oils] }),
        nothing: ids.nothing,
        fits: await text('fits', { categories: [fixedIds.mainCategory['plant-protection-agents']] }),
      }
      w.h.clock.advance(61)
      const job = await w.migrate(
        ...Object.entries(texts).map(([key, restrictionTextId]) =>
          product(`text-${key}`, {
            [fr]: national({ _approval: { [french]: { active: true, restrictionTextId } } }),
          }),
        ),
      )
      const without = 'taken without the approval French organic in France: /restrictionTextId '
      const unfit = `${without}Choose a restriction text for this standard and category.`
      expect(messages(job)).toEqual([unfit, unfit, unfit, `${without}expected the id of a restriction text`])
      expect((await w.listOf('text-category'))._approval).toEqual({})
      expect((await w.listOf('text-fits'))._approval[french]?.restrictionTextId).toBe(texts.fits)
    })
    it('release nothing that who runs the import has entered by hand', async () => {
      const own =
        'taken without the approval French organic in France: You have changed data of this list since its last release. Another person has to confirm it.'
      const said = (more: Json, list: Json = {}) =>
        product('own', {
          base: { _responsible: { institution: ids.institution.aare } },
          [fr]: national({ _approval: { [french]: { active: true, ...more } }, ...list }),
        })
      const edit = async (user: 'admin' | 'core', list: string, textValue: string) => {
        const { id, rev } = await w.get('own')
        const patch = [{ op: 'add' as const, path: `/listData/${list}/basis-f5`, value: { textValue } }]
        await w.h.as(user).call(save, { id, rev, patch })
      }
      const row = async () => (await w.listOf('own'))._approval[french]
      // What an earlier import of the same person brought is the register's.
      await w.take([
        product('own', { base: { _responsible: { institution: ids.institution.aare } }, [fr]: national() }),
      ])
      await edit('admin', base, 'entered by hand')
      expect((await w.take([said({})], { approvals: 'migrate', dryrun: true })).errors).toMatchObject([
        { message: own },
      ])
      expect(messages(await w.migrate(said({})))).toEqual([own])
      expect(await row()).toBeUndefined()
      // Asked again each time, until somebody else decides, or the value is another's.
      expect(messages(await w.migrate(said({})))).toEqual([own])
      await edit('core', base, 'entered by somebody else')
      expect(messages(await w.migrate(said({})))).toEqual([])
      expect(await row()).toMatchObject({ active: true, finalApprovalAccountId: ids.account.admin })
      // Dates of what is valid move, as by hand; what has ended does not come back.
      await edit('admin', base, 'again by hand')
      const { begin } = (await row())!
      expect(messages(await w.migrate(said({ begin, end: '2027-05-31T04:00:00.000Z' })))).toEqual([])
      const ended = { begin: '2026-01-01T04:00:00.000Z', end: '2026-02-01T04:00:00.000Z' }
      expect(messages(await w.migrate(said(ended)))).toEqual([])
      expect(messages(await w.migrate(said({ begin })))).toEqual([own])
      expect((await row())?.end).toBe(ended.end)
      // What the register brings along in its place is the register's.
      const brought = { 'basis-f5': { textValue: 'by the register' } }
      expect(messages(await w.migrate(said({ begin }, { ...brought, _linked: {} })))).toEqual([])
      expect((await row())?.end).toBeUndefined()
    })
    it('do not come with a list that shows what who runs the import has entered in the base list', async () => {
      await w.take([product('added', {})])
      const { id, rev } = await w.get('added')
      const patch = [
        { op: 'add' as const, path: `/listData/${base}/basis-f5`, value: { textValue: 'by hand' } },
      ]
      await w.h.as('admin').call(save, { id, rev, patch })
      expect(messages(await w.migrate(product('added', { [fr]: national(approved) })))).toMatchObject([
        expect.stringContaining('You have changed data of this list'),
      ])
      expect((await w.listOf('added'))._approval).toEqual({})
    })
    it('are told from what people enter by a title that nobody else may use', async () => {
      const { id, rev } = await w.get('added')
      const patch = [{ op: 'add' as const, path: `/listData/${base}/basis-f5`, value: { textValue: 'x' } }]
      const changeset = { label: `Import: ${source}` }
      await expect(w.h.as('admin').call(save, { id, rev, patch, changeset })).rejects.toMatchObject({
        status: 400,
      })
    })
    it('tell in the timeline where they come from, and who brought them', async () => {
      const said = (more: Json) =>
        product('told', { [fr]: national({ _approval: { [french]: { active: true, ...more } } }) })
      await w.migrate(said({}))
      await w.migrate(said({ end: '2027-05-31T04:00:00.000Z', comment: 'extended' }))
      const { id } = await w.get('told')
      expect((await w.listOf('told'))._approval[french]).toMatchObject({
        begin: `${w.h.clock.now().slice(0, 10)}T04:00:00.000Z`,
        end: '2027-05-31T04:00:00.000Z',
        comment: 'extended',
        finalApprovalAccountId: ids.account.admin,
      })
      const { list } = await w.h.as('core').call(gettimeline, { id, limit: 10 })
      const event = { kind: 'approvalMigrated', list: fr, standard: french, from: source }
      expect(list).toMatchObject([
        { ...event, rev: 2, byName: 'Johanna Brandl' },
        { kind: 'created' },
        { ...event, rev: 1 },
      ])
    })
    it('never touch a row on which somebody has decided by hand', async () => {
      const said = (end: string) => product('hand', { [fr]: national({ _approval: { [french]: { end } } }) })
      await w.migrate(said('2027-05-31T04:00:00.000Z'))
      const before = await w.get('hand')
      await w.h.as('admin').call(approvals, {
        id: before.id,
        rev: before.rev,
        list: fr,
        standard: french,
        action: 'deactivate',
      })
      const byHand = (await w.listOf('hand'))._approval[french]
      expect(messages(await w.migrate(said('2028-05-31T04:00:00.000Z')))).toEqual([
        'taken without the approval French organic in France: somebody has decided on it by hand',
      ])
      expect(messages(await w.migrate(product('hand', { [fr]: national() })))).toEqual([])
      expect((await w.listOf('hand'))._approval[french]).toEqual(byHand)
    })
    it('are deactivated where the register drops them, and active when they come back', async () => {
      const withOne = product('drops', { [fr]: national(approved) })
      await w.migrate(withOne)
      await w.migrate(product('drops', { [fr]: national() }))
      expect((await w.listOf('drops'))._approval[french]).toMatchObject({ active: false })
      await w.migrate(withOne)
      expect((await w.listOf('drops'))._approval[french]).toMatchObject({ active: true })
      expect((await w.migrate(withOne)).result).toMatchObject({ unchanged: 1 })
    })
  })
}
