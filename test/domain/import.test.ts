import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, hashOf } from '../../functions/domain/import/fields.ts'
import { filesOf, plannedUnits, unitsOf } from '../../functions/domain/import/job.ts'
import { phasesOf } from '../../functions/domain/import/phases.ts'
import { referencesIn, resolved, UnknownKey } from '../../functions/domain/import/references.ts'
import type { ImportItem } from '../../shared/calls/bml/import/run.ts'

const source = 'reg'

describe('what a register says', () => {
  it('is compared value by value; fields and references are one value each', () => {
    const fields = fieldsOf({
      a: { b: 1, list: ['x'] },
      'basis-f1': { textValue: { de_DE: 'x' } },
      ref: { $key: 'company:1' },
      'a/b': true,
    })
    expect([...fields.keys()]).toEqual(['/a/b', '/a/list', '/basis-f1', '/ref', '/a~1b'])
  })
  it('has the same hash whatever the order of keys, and another one for other values', () => {
    expect(hashOf({ a: 1, b: [1, { c: 'x', d: null }] })).toBe(hashOf({ b: [1, { d: null, c: 'x' }], a: 1 }))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isSame = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
        return (hashOf(a) === hashOf(b)) === isSame
      }),
    )
  })
})
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Record<string, unknown>)
  return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]) }
}

describe('references of an item', () => {
  it('resolves references, each once in a list, and names the unknown one', () => {
    const data = { a: { $key: 'component:x' }, list: [{ $key: 'component:x' }, { $key: 'component:y' }] }
    expect([...referencesIn(data)]).toEqual(['component:x', 'component:y'])
    const ids = new Map([
      ['component:x', '1'],
      ['component:y', '1'],
    ])
    expect(resolved(data, ids)).toEqual({ a: '1', list: ['1'] })
    expect(() => resolved(data, new Map())).toThrow(UnknownKey)
  })
})

describe('the order of an import', () => {
  const item = (key: string, ...refersTo: string[]): ImportItem => ({
    kind: 'product',
    key,
    data: { refersTo: refersTo.map((to) => ({ $key: `product:${to}` })) },
  })
  const keys = (phases: ImportItem[][]) => phases.map((phase) => phase.map((i) => i.key))

  it('takes each thing after those that it refers to, wherever they stand in the file', () => {
    const items = [item('1-1', '1'), item('1'), item('2'), item('1-1-1', '1-1', '2'), item('3', 'unknown')]
    expect(keys(phasesOf(items))).toEqual([['1', '2', '3'], ['1-1'], ['1-1-1']])
    expect(phasesOf([])).toEqual([])
  })
  it('takes what refers to each other in a circle, and to itself, at the end', () => {
    expect(keys(phasesOf([item('a', 'b'), item('b', 'a'), item('c'), item('d', 'd')]))).toEqual([
      ['c'],
      ['a', 'b', 'd'],
    ])
  })
  it('loses and doubles nothing, and never refers to what comes later but in a circle', () => {
    const key = fc.constantFrom(...'abcdefgh')
    const items = fc.uniqueArray(fc.tuple(key, fc.array(key, { maxLength: 3 })), { selector: ([k]) => k })
    fc.assert(
      fc.property(items, (all) => {
        const given = all.map(([k, to]) => item(k, ...to))
        const phases = phasesOf(given)
        expect(
          phases
            .flat()
            .map((i) => i.key)
            .sort(),
        ).toEqual(given.map((i) => i.key).sort())
        const done = new Set<string>()
        for (const [n, phase] of phases.entries()) {
          for (const { data } of n < phases.length - 1 ? phase : [])
            for (const name of referencesIn(data))
              expect(done.has(name) || !given.some((i) => `product:${i.key}` === name)).toBe(true)
          for (const { key: k } of phase) done.add(`product:${k}`)
        }
      }),
    )
  })
  it('cuts phases into units, and finds them again, also those of jobs from before there were phases', () => {
    const items = [...Array.from({ length: 60 }, (_, i) => item(`${i}`)), item('child', '0')]
    const units = unitsOf(items)
    expect(units.map((phase) => phase.map((unit) => unit.length))).toEqual([[50, 10], [1]])
    const job = { id: 'j', data: { total: 61 } }
    const common = { source, dryrun: false, hasRetire: true }
    const config = { ...common, phases: [[50, 10], [1]] }
    expect(plannedUnits(job, config, 1)).toEqual([{ rows: 1, file: 'imports/j/1-0' }])
    expect(plannedUnits(job, config, 2)).toBeUndefined()
    expect(filesOf(job, config)).toEqual([
      'imports/j/0-0',
      'imports/j/0-1',
      'imports/j/1-0',
      'imports/j/retire',
    ])
    const dry = filesOf(job, { ...config, dryrun: true })
    expect(dry.slice(0, 2)).toEqual(['imports/j/0-0', 'imports/j/0-0-made'])
    const former = { ...common, units: 2 }
    expect(plannedUnits(job, former, 1)).toEqual([{ rows: 11, file: 'imports/j/1' }])
    expect(filesOf(job, former)).toEqual(['imports/j/0', 'imports/j/1', 'imports/j/2'])
  })
})
