import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  const entity = (await h.ports.entities.get(ids.company.belmont))!
  const data = structuredClone(entity.data) as { baseData: Record<string, unknown> }
  Object.assign(data.baseData, { companyAbbreviation: 'BLM-Sud', customerNumber: 77 })
  await h.ports.entities.put({ ...entity, data }, { expectRev: entity.rev })
  await h.indexed()
})
afterAll(() => h.close())

describe('a company is found', () => {
  const found = async (name: string, user: 'core' | 'company' = 'core') =>
    (await h.as(user).call(execute, { entityClass: 'company', name, onlyIds: true })).list

  it('by its customer number where a number is typed', async () => {
    expect(await found('1001')).toEqual([ids.company.nordhain])
    expect(await found(' 77 ')).toEqual([ids.company.belmont])
    expect(await found('100')).toEqual([])
  })
  it('else by its name or its abbreviation', async () => {
    expect(await found('nordhain')).toEqual([ids.company.nordhain])
    expect(await found('blm-sud')).toEqual([ids.company.belmont])
    expect(await found('BLM')).toEqual([ids.company.belmont])
    expect(await found('blm 1001')).toEqual([])
  })
  it('by whom it may be seen only', async () => {
    expect(await found('77', 'company')).toEqual([])
    expect(await found('blm', 'company')).toEqual([])
    expect(await found('1001', 'company')).toEqual([ids.company.nordhain])
  })
})

it('select options are called as the specification calls them, too', async () => {
  const title = { de_DE: 'Sack', en_GB: 'Bag' }
  const made = await h
    .as('admin')
    .call(create, { entityclass: 'selectoptions', data: { type: 'unit', title } })
  await h.indexed()
  for (const entityClass of ['selectoptions', 'selectoption']) {
    const { list } = await h.as('core').call(execute, { entityClass, name: 'Bag', onlyIds: true })
    expect(list).toEqual([made.id])
    const { classes } = await h.as('core').call(loadReference, { classes: [entityClass] })
    expect(classes[entityClass]?.map((entity) => entity.id)).toContain(made.id)
  }
})
