/** Which entries of administration data nothing names: what could be deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../shared/calls/eav/entity/create.ts'
import { disable } from '../../shared/calls/eav/entity/disable.ts'
import { unused } from '../../shared/calls/eav/reference/unused.ts'
import { entityClassNames, isNamed } from '../../shared/model/entity-classes.ts'
import { namedClasses } from '../../shared/model/references.ts'
import { failureOf, type Harness, ids, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const unusedOf = async (entityclass: string) => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await h.as('admin').call(unused, { entityclass, ...(cursor !== undefined && { cursor }) })
    found.push(...page.ids)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}
const made = async (entityclass: string, data: Record<string, unknown>) =>
  (await h.as('admin').call(create, { entityclass, data })).id

describe('entries that nothing names', () => {
  it('are those that no entry, product or company holds, whatever is deleted', async () => {
    const before = await unusedOf('component')
    const parent = await made('component', { title: { de_DE: 'Neu' } })
    const child = await made('component', { title: { de_DE: 'Darunter' }, parent })
    expect(await unusedOf('component')).toEqual([...before, child].sort())
    const { rev } = (await h.ports.entities.get(child))!
    await h.as('admin').call(disable, { id: child, rev })
    // What is deleted is not listed, and what it named is free.
    expect(await unusedOf('component')).toEqual([...before, parent].sort())
    expect(await unusedOf('component')).not.toContain(ids.component.horn)
  })
  it('go on behind a cursor', async () => {
    const all = await unusedOf('component')
    const [first = ''] = all
    const rest = await h.as('admin').call(unused, { entityclass: 'component', cursor: first })
    expect(rest.ids).toEqual(all.slice(1))
  })
  it('may be asked for of what is named by its id, by administrators', async () => {
    for (const entityclass of ['fielddefinition', 'categorytext', 'product', 'none'])
      expect((await failureOf(h.as('admin').call(unused, { entityclass }))).code, entityclass).toBe(
        'invalid_input',
      )
    for (const who of ['core', 'national', 'registered', 'company'] as const)
      expect((await failureOf(h.as(who).call(unused, { entityclass: 'component' }))).status, who).toBe(403)
  })
  it('are of the classes that something names', () => {
    const named = new Set(
      Object.values(namedClasses)
        .flatMap((of) => Object.values(of))
        .map((as) => as.split(' ')[0]),
    )
    for (const name of entityClassNames.filter(isNamed)) expect([name, named.has(name)]).toEqual([name, true])
  })
})
