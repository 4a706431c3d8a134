/** Parents of products: set, changed, removed, through the runtime. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { addlist } from '../../shared/calls/bml/product/addlist.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { deleteproduct } from '../../shared/calls/bml/product/deleteproduct.ts'
import { gettimeline } from '../../shared/calls/bml/product/gettimeline.ts'
import { hierarchy } from '../../shared/calls/bml/product/hierarchy.ts'
import { load } from '../../shared/calls/bml/product/load.ts'
import { references } from '../../shared/calls/bml/product/references.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { setderived } from '../../shared/calls/bml/product/setderived.ts'
import { setresponsibility } from '../../shared/calls/bml/product/setresponsibility.ts'
import { create as createEntity } from '../../shared/calls/eav/entity/create.ts'
import { updatefrompatch } from '../../shared/calls/eav/entity/updatefrompatch.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { CallFailure, failureOf, type Harness, ids, refusal, startHarness } from './harness.ts'
import { at, dataOf, listIn, set, text } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const { base, ch, fr } = ids.list
const patch = async (id: string, operations: JsonPatch, user: DemoUser = 'core') =>
  h.as(user).call(save, { id, rev: await h.revOf(id), patch: operations })
async function newProduct(name: string, category: string = ids.category.compost): Promise<string> {
  const { id } = await h.as('core').call(create, {})
  await patch(id, [set(base, 'basis-f1', text(name)), set(base, '_category', category)])
  return id
}
const derive = async (id: string, parent: string | null, user: DemoUser = 'core') =>
  h.as(user).call(setderived, { id, rev: await h.revOf(id), parent })
/** The field reads the parent's value. */
const link = (id: string, key: string, list: string = base) =>
  patch(id, [{ op: 'remove', path: at(list, key) }, set(list, `_linked/${key}`, 'derived')])

describe('the parent of a product', () => {
  test('gives its values to linked fields at once, on the page, in the index, and after a change of parent', async () => {
    const [first, second] = [await newProduct('Ursprung Eins'), await newProduct('Ursprung Zwei')]
    const child = await newProduct('Abkömmling')
    const view = await derive(child, first)
    expect(dataOf(view).derivedProductId).toBe(first)
    expect(view.titles[first]).toBe('Ursprung Eins')
    expect(view.derivedValues?.[base]?.['basis-f1']).toEqual(text('Ursprung Eins'))
    // Nothing is linked by itself.
    expect(listIn(view, base)['basis-f1']).toEqual(text('Abkömmling'))

    expect((await link(child, 'basis-f1')).resolved[base]?.['basis-f1']?.value).toEqual(text('Ursprung Eins'))
    const moved = await derive(child, second)
    expect(moved.resolved[base]?.['basis-f1']).toMatchObject({
      source: 'derived',
      fromProduct: second,
      value: text('Ursprung Zwei'),
    })
    await h.indexed()
    const named = async (name: string) =>
      (
        await h.as('core').call(search, { attributeFilter: { field: 'name', comparison: 'eq', value: name } })
      ).list.map(({ id }) => id)
    expect((await named('Ursprung Zwei')).sort()).toEqual([second, child].sort())
    expect(await named('Ursprung Eins')).toEqual([first])
    expect((await h.as('core').call(gettimeline, { id: child })).list[0]).toMatchObject({
      kind: 'parentChanged',
      from: first,
      to: second,
    })
  })
  test('that is removed leaves what was read from it as the own values', async () => {
    const [parent, child] = [await newProduct('Quelle'), await newProduct('Fluss')]
    await patch(parent, [set(base, 'basis-f5', text('from the parent'))])
    await derive(child, parent)
    // Whoever knows of the child by this list knows of the parent, too.
    for (const id of [parent, child])
      await h.as('core').call(addlist, { id, rev: await h.revOf(id), list: ch })
    await link(child, 'basis-f1')
    await patch(child, [set(ch, '_linked/basis-f5', 'derived'), set(ch, '_linked/basis-f4', 'derived')])

    const alone = await derive(child, null)
    expect(dataOf(alone)).not.toHaveProperty('derivedProductId')
    expect(listIn(alone, base)).toMatchObject({ 'basis-f1': text('Quelle'), _linked: {} })
    expect(listIn(alone, ch)['basis-f5']).toEqual(text('from the parent'))
    expect(listIn(alone, ch)._linked).toMatchObject({ 'basis-f1': 'basis', 'basis-f4': 'basis' })
    expect(Object.values(listIn(alone, ch)._linked)).not.toContain('derived')
    // No longer: what the parent becomes is its own affair.
    await patch(parent, [set(base, 'basis-f1', text('Bach'))])
    expect(listIn(await h.as('core').call(load, { id: child }), base)['basis-f1']).toEqual(text('Quelle'))
    expect(await refusal(derive(child, null))).toMatchObject({ key: 'noChange' })
    expect(await h.as('core').call(deleteproduct, { id: parent, rev: await h.revOf(parent) })).toMatchObject({
      disabled: true,
    })
  })
  test('that is removed by one who does not see its values gives none of them away', async () => {
    const parent = await newProduct('Geheimer Ursprung')
    const { id: child } = await h.as('national').call(create, {})
    await patch(
      child,
      [set(base, 'basis-f1', text('Sichtbar')), set(base, '_category', ids.category.compost)],
      'national',
    )
    await derive(child, parent, 'admin')
    await patch(child, [set(base, '_linked/basis-f5', 'derived')], 'admin')
    await patch(parent, [set(base, 'basis-f5', text('secret'))])
    const alone = await derive(child, null, 'national')
    expect(JSON.stringify(alone)).not.toContain('secret')
    const whole = await h.as('admin').call(load, { id: child })
    expect(JSON.stringify(whole)).not.toContain('secret')
    expect(listIn(whole, base)._linked).toEqual({})
  })
  test('that is removed leaves nothing to those who may not know of it', async () => {
    const [parent, child] = [await newProduct('Verborgener Ursprung'), await newProduct('Bekanntes Kind')]
    await patch(parent, [
      set(base, 'basis-f5', text('of the parent')),
      set(base, 'composition-f1', text('recipe')),
    ])
    await derive(child, parent)
    await h.as('admin').call(addlist, { id: child, rev: await h.revOf(child), list: fr })
    await patch(child, [
      set(base, '_linked/basis-f5', 'derived'),
      set(base, '_linked/composition-f1', 'derived'),
    ])
    const shown = async () => JSON.stringify(await h.as('national').call(load, { id: child }))
    expect(await refusal(h.as('national').call(load, { id: parent }))).toMatchObject({ status: 404 })
    expect(await shown()).not.toContain('of the parent')
    const alone = await derive(child, null)
    expect(alone).toMatchObject({ notKept: 1 })
    expect(await shown()).not.toContain('of the parent')
    // Only the institution that saw it sees this one, so it stays.
    expect(listIn(alone, base)['composition-f1']).toEqual(text('recipe'))
    expect(await shown()).not.toContain('recipe')
  })
  test('that is removed leaves nothing that the responsible institution does not see at the parent', async () => {
    const parent = await newProduct('Fremder Ursprung')
    const { id: child } = await h.as('national').call(create, {})
    await patch(
      child,
      [set(base, 'basis-f1', text('Kind')), set(base, '_category', ids.category.compost)],
      'national',
    )
    await derive(child, parent, 'admin')
    await patch(child, [set(base, '_linked/composition-f1', 'derived')], 'admin')
    await patch(parent, [set(base, 'composition-f1', text('SECRET RECIPE'))])
    const alone = await derive(child, null, 'admin')
    expect(alone).toMatchObject({ notKept: 1 })
    expect(JSON.stringify(alone)).not.toContain('SECRET RECIPE')
    expect(JSON.stringify(await h.as('national').call(load, { id: child }))).not.toContain('SECRET RECIPE')

    // Their own parent's values they see.
    const { id: own } = await h.as('national').call(create, {})
    const named = [set(base, 'basis-f1', text('Eigenes')), set(base, 'composition-f1', text('own recipe'))]
    await patch(own, [...named, set(base, '_category', ids.category.compost)], 'national')
    await derive(child, own, 'national')
    await patch(child, [set(base, '_linked/composition-f1', 'derived')], 'admin')
    const kept = await derive(child, null, 'admin')
    expect(listIn(kept, base)['composition-f1']).toEqual(text('own recipe'))
    expect(kept).not.toHaveProperty('notKept')
  })
  test('stays where the product would be left without its name: the field is told to who sees it there', async () => {
    const [parent, child] = [await newProduct('Nur hier benannt'), await newProduct('Kind')]
    await derive(child, parent)
    await link(child, 'basis-f1')
    // The list is known to people who may not know of the parent: they would see the name as the product's own.
    await h.as('admin').call(addlist, { id: child, rev: await h.revOf(child), list: fr })
    const rev = await h.revOf(child)
    const { status, message, details } = await failureOf(derive(child, null))
    expect({ status, message }).toEqual({
      status: 422,
      message: 'product is not valid: Please correct the errors first.',
    })
    expect(details.issues).toContainEqual(
      expect.objectContaining({ path: at(base, 'basis-f1'), key: 'mandatory' }),
    )
    expect(await h.revOf(child)).toBe(rev)
    expect(JSON.stringify(await h.as('national').call(load, { id: child }))).not.toContain('Nur hier benannt')
    // With a name of its own it goes.
    await patch(child, [
      { op: 'remove', path: at(base, '_linked/basis-f1') },
      set(base, 'basis-f1', text('Eigener Name')),
    ])
    expect(listIn(await derive(child, null), base)['basis-f1']).toEqual(text('Eigener Name'))
  })
  test('stays where a list would be left without its name that the user does not see, without a place', async () => {
    const { id: child } = await h.as('national').call(create, {})
    const named = [set(base, 'basis-f1', text('Kind')), set(base, '_category', ids.category.compost)]
    await patch(child, named, 'national')
    const parent = await newProduct('Geheime Herkunft')
    await derive(child, parent, 'admin')
    await h.as('admin').call(addlist, { id: child, rev: await h.revOf(child), list: ch })
    // A value that the list must have, and that the base list lacks; the definition comes afterwards.
    await patch(parent, [set(base, 'basis-f5', text('of the parent'))])
    await patch(child, [{ op: 'replace', path: at(ch, '_linked/basis-f5'), value: 'derived' }], 'admin')
    const field = [...(await h.ports.reference.all('fielddefinition')).values()].find(
      ({ data }) => data.path === 'basis-f5',
    )!
    const put = (mandatory: boolean, rev: number) =>
      h.ports.entities.put({ ...field, rev, data: { ...field.data, mandatory } }, { expectRev: rev })
    await put(true, field.rev)
    h.clock.advance(61)
    try {
      const { status, details } = await failureOf(derive(child, null, 'national'))
      expect({ status, key: details.key }).toEqual({ status: 422, key: 'removalLacksHidden' })
      expect(JSON.stringify(details)).not.toContain('listData')
      expect(await refusal(derive(child, null, 'admin'))).toMatchObject({ key: 'productInvalid' })
    } finally {
      await put(false, field.rev + 1)
      h.clock.advance(61)
    }
  })
  test('that is removed leaves of its tables only the columns that the responsible institution sees there', async () => {
    const field = (type: string, path: string, more: object) =>
      h.as('admin').call(createEntity, {
        entityclass: 'fielddefinition',
        data: { type, path, displayKey: 'main', title: { de_DE: path }, displayType: 'tab', ...more },
      })
    await field('table', 'mix-table', { secrecy: 'core-partners' })
    const column = { displayType: 'table', displayKey: 'mix-table' }
    await field('numberfield', 'mix-table-open', { ...column, secrecy: 'core-partners' })
    await field('numberfield', 'mix-table-secret', { ...column, secrecy: 'base-data-responsible' })
    const [parent, child] = [await newProduct('Rezeptur'), await newProduct('Nachahmung')]
    const cells = { 'mix-table-open': { numberValue: 1 }, 'mix-table-secret': { numberValue: 31_416 } }
    await patch(parent, [set(base, 'mix-table', { tableValue: { r1: { _order: 0, ...cells } } })], 'admin')
    await derive(child, parent)
    await h.as('admin').call(setresponsibility, {
      id: child,
      rev: await h.revOf(child),
      list: base,
      institution: ids.institution.rhine,
    })
    await patch(child, [set(base, '_linked/mix-table', 'derived')], 'admin')
    const owner = async () =>
      JSON.stringify(await h.as('core', ids.account.coreRhine).call(load, { id: child }))
    expect(await owner()).not.toContain('31416')
    // Who removes it sees the column.
    const alone = await derive(child, null, 'admin')
    expect(alone).toMatchObject({ notKept: 1 })
    expect(listIn(alone, base)['mix-table']).toEqual({
      tableValue: { r1: { _order: 0, 'mix-table-open': { numberValue: 1 } } },
    })
    expect(await owner()).not.toContain('31416')
  })
  test('has the same main category', async () => {
    const [child, oil] = [await newProduct('Compost'), await newProduct('Oil', ids.category.oils)]
    expect(await refusal(derive(child, oil))).toEqual({
      status: 422,
      key: 'mainCategoriesDiffer',
      message: 'Main categories do not match!',
    })
    const { id: empty } = await h.as('core').call(create, {})
    expect(await refusal(derive(empty, child))).toMatchObject({ message: 'No category selected!' })
    expect(await refusal(derive(child, empty))).toMatchObject({ key: 'mainCategoriesDiffer' })
  })
  test('is one that gives what the linked fields need', async () => {
    const [parent, child] = [await newProduct('Vollständig'), await newProduct('Kind')]
    await derive(child, parent)
    await link(child, 'basis-f1')
    const { id: nameless } = await h.as('core').call(create, {})
    await patch(nameless, [set(base, '_category', ids.category.compost), set(base, 'basis-f5', text('x'))])
    expect(await refusal(derive(child, nameless))).toMatchObject({
      message: 'product is not valid: Please correct the errors first.',
    })
  })
  test('that lacks them where the user does not see it is refused without a place', async () => {
    const made = async (name: string | undefined) => {
      const { id } = await h.as('national').call(create, {})
      const named = name === undefined ? set(base, 'basis-f5', text('x')) : set(base, 'basis-f1', text(name))
      await patch(id, [named, set(base, '_category', ids.category.compost)], 'national')
      return id
    }
    const [child, nameless, parent] = [await made('Kind'), await made(undefined), await newProduct('Stamm')]
    await derive(child, parent, 'admin')
    await h.as('admin').call(addlist, { id: child, rev: await h.revOf(child), list: ch })
    await patch(child, [{ op: 'replace', path: at(ch, '_linked/basis-f1'), value: 'derived' }], 'admin')
    // The base list has a name of its own until it is linked; the list of others reads the parent's.
    await patch(
      child,
      [{ op: 'remove', path: at(base, 'basis-f1') }, set(base, '_linked/basis-f1', 'derived')],
      'admin',
    )
    expect(Object.keys(dataOf(await h.as('national').call(load, { id: child })).listData)).toEqual([base])
    const told = await derive(child, nameless, 'national').then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(told instanceof CallFailure)) throw new Error('expected a refusal')
    expect(told).toMatchObject({ status: 422, details: { key: 'parentLacksHidden' } })
    expect(JSON.stringify(told.details)).not.toContain('listData')
    expect(await refusal(derive(child, nameless, 'admin'))).toMatchObject({ key: 'productInvalid' })
  })
  test('is neither deleted, nor unknown, nor one that the user may not know of', async () => {
    const [parent, child] = [await newProduct('Gelöscht'), await newProduct('Kind')]
    await h.as('core').call(deleteproduct, { id: parent, rev: await h.revOf(parent) })
    expect(await refusal(derive(child, parent))).toMatchObject({ key: 'productDeleted' })
    for (const wrong of [ids.nothing, ids.company.nordhain])
      expect(await refusal(derive(child, wrong))).toMatchObject({ status: 404, key: 'productNotFound' })
    const { id: own } = await h.as('national').call(create, {})
    expect(await refusal(derive(own, ids.product.basalt, 'national'))).toMatchObject({
      status: 404,
      key: 'productNotFound',
    })
  })
  test('is set by those who may edit the base list, and by no patch', async () => {
    const child = await newProduct('Kind')
    expect(await refusal(derive(child, ids.product.compost, 'national'))).toMatchObject({ status: 404 })
    expect(await refusal(derive(ids.product.neem, child))).toMatchObject({ status: 403 })
    const add: JsonPatch = [{ op: 'add', path: '/derivedProductId', value: ids.product.compost }]
    expect(await refusal(patch(child, add, 'admin'))).toMatchObject({ key: 'pathInvalid' })
    const ask = { id: child, rev: await h.revOf(child) }
    expect(await refusal(h.as('admin').call(updatefrompatch, { ...ask, patch: add }))).toMatchObject({
      key: 'pathInvalid',
    })
    const merge = { mode: 'merge' as const, patch: { derivedProductId: ids.product.compost } }
    expect(await refusal(h.as('admin').call(updatefrompatch, { ...ask, ...merge }))).toMatchObject({
      key: 'pathInvalid',
    })
  })
})

describe('a chain of parents', () => {
  const chainOf = async (length: number) => {
    const chain = [await newProduct('C0')]
    for (let i = 1; i < length; i++) {
      chain.push(await newProduct(`C${i}`))
      await derive(chain[i - 1]!, chain[i]!)
    }
    return chain
  }
  test('is five long at most, counted from its youngest child, and no circle', async () => {
    const chain = await chainOf(6)
    const [youngest, oldest] = [chain[0]!, chain.at(-1)!]
    const another = await newProduct('another')
    expect(await refusal(derive(oldest, another))).toMatchObject({ status: 422, key: 'derivedTooDeep' })
    expect(await refusal(derive(another, youngest))).toMatchObject({ key: 'derivedTooDeep' })
    expect(await refusal(derive(oldest, youngest))).toMatchObject({ key: 'derivedCycle' })
    expect(await refusal(derive(oldest, oldest))).toMatchObject({ key: 'derivedCycle' })
    // Removing one in between makes room on both sides.
    await derive(chain[2]!, null)
    await derive(oldest, another)
    expect(dataOf(await derive(youngest, chain[2]!)).derivedProductId).toBe(chain[2])
  })
  test('is not made longer at both ends by two people at once, neither of whom sees the other', async () => {
    const [middle, young, old] = [await chainOf(4), await chainOf(2), await chainOf(2)]
    const outcomes = await Promise.all(
      [derive(young[1]!, middle[0]!), derive(middle[3]!, old[0]!)].map((run) =>
        run.then(
          () => 'done',
          (e: CallFailure) => e.code,
        ),
      ),
    )
    // Who was slower decides again, on what the other one has made.
    expect(outcomes.sort()).toEqual(['done', 'rule_violated'])
    expect(
      await refusal(derive(young[1]!, middle[0]!).then(() => derive(middle[3]!, old[0]!))),
    ).toMatchObject({
      status: 422,
    })
  })
  test('stays so, whoever makes it longer at the same time', async () => {
    const products = await Promise.all(Array.from({ length: 10 }, (_, i) => newProduct(`N${i}`)))
    let seed = 11
    const next = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % n
    }
    const outcomes = new Map<string, number>()
    for (let round = 0; round < 12; round++) {
      const asks = Array.from({ length: 5 }, () => [products[next(10)]!, products[next(10)]!] as const)
      await Promise.all(
        asks.map(async ([id, parent]) => {
          const key = await derive(id, parent).then(
            () => 'done',
            (e: CallFailure) => e.details.key ?? e.code,
          )
          outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
        }),
      )
      const stored = new Map(
        (await h.ports.entities.getMany(products)).map(({ id, data }) => [id, data['derivedProductId']]),
      )
      for (const id of products) {
        let steps = 0
        for (
          let above = stored.get(id);
          above !== undefined && steps < 9;
          above = stored.get(above as string)
        )
          steps++
        expect(steps).toBeLessThanOrEqual(5)
      }
    }
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['done', 'derivedCycle']))
    expect([...outcomes.keys()]).not.toContain('turnTaken')
  })
})

describe('the family of a product', () => {
  const nodes = async (id: string, user: DemoUser = 'core') => (await h.as(user).call(hierarchy, { id })).list
  const tree = async (id: string, user: DemoUser = 'core') => {
    const list = await nodes(id, user)
    const titles = new Map(list.map((one) => [one.id, one.title]))
    return list.map(({ title, parent }) => [title, parent === undefined ? '' : titles.get(parent)])
  }
  test('is its parents, siblings and all generations of children, each told apart', async () => {
    const [grand, parent, me, sibling, child, grandchild] = await Promise.all(
      ['Groß', 'Eltern', 'Ich', 'Ich', 'Kind', 'Enkel'].map((name) => newProduct(name)),
    )
    for (const [id, above] of [
      [parent, grand],
      [me, parent],
      [sibling, parent],
      [child, me],
      [grandchild, child],
    ] as const)
      await derive(id!, above!)
    await patch(sibling!, [
      set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' }),
    ])
    const gone = await newProduct('Gelöschtes Kind')
    await derive(gone, me!)
    await h.as('core').call(deleteproduct, { id: gone, rev: await h.revOf(gone) })

    expect((await tree(me!)).sort()).toEqual(
      [
        ['Groß', ''],
        ['Eltern', 'Groß'],
        ['Ich', 'Eltern'],
        ['Ich', 'Eltern'],
        ['Kind', 'Ich'],
        ['Enkel', 'Kind'],
      ].sort(),
    )
    expect((await nodes(me!)).find(({ id }) => id === sibling)).toMatchObject({
      companies: ['Nordhain Biodünger GmbH'],
      lists: [base],
      archived: false,
    })
    const { list, isMore } = await h.as('core').call(references, { id: me! })
    expect(isMore).toBe(false)
    expect(list.map(({ title, entityclass, disabled }) => [title, entityclass, disabled]).sort()).toEqual([
      ['Gelöschtes Kind', 'product', true],
      ['Kind', 'product', false],
    ])
  })
  test('tells of no product, and of nobody below it, that the viewer may not know of', async () => {
    const { id: mine } = await h.as('national').call(create, {})
    await patch(
      mine,
      [set(base, 'basis-f1', text('Meins')), set(base, '_category', ids.category.compost)],
      'national',
    )
    const [hiddenParent, hiddenChild] = [await newProduct('Verborgen'), await newProduct('Verborgenes Kind')]
    const { id: grandchild } = await h.as('national').call(create, {})
    await patch(
      grandchild,
      [set(base, 'basis-f1', text('Enkel')), set(base, '_category', ids.category.compost)],
      'national',
    )
    await derive(mine, hiddenParent, 'admin')
    await derive(hiddenChild, mine, 'admin')
    await derive(grandchild, hiddenChild, 'admin')
    expect(await tree(mine, 'national')).toEqual([['Meins', '']])
    expect((await h.as('national').call(references, { id: mine })).list).toEqual([])
    expect((await tree(mine, 'admin')).length).toBe(4)
    for (const call of [hierarchy, references])
      for (const id of [hiddenParent, ids.nothing, ids.company.nordhain])
        expect(
          await refusal(h.as('national').call<typeof call.input, typeof call.output>(call, { id })),
        ).toMatchObject({
          status: 404,
          key: 'productNotFound',
        })
  })
  test('is nothing to company users, who are not told what a product derives from', async () => {
    const [parent, child] = [await newProduct('Stamm'), await newProduct('Zweig')]
    const row = set(base, '_companies/r1', { company: ids.company.nordhain, role: 'distributor' })
    for (const id of [parent, child]) await patch(id, [row], 'admin')
    await derive(child, parent)
    for (const id of [parent, child]) {
      expect((await nodes(id, 'company')).map((one) => [one.id, one.parent])).toEqual([[id, undefined]])
      expect((await h.as('company').call(references, { id })).list).toEqual([])
    }
  })
})
