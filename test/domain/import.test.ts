import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, hashOf } from '../../functions/domain/import/fields.ts'
import { advanced, newImport, noCounts } from '../../functions/domain/import/job.ts'
import { referencesIn, resolved, UnknownKey } from '../../functions/domain/import/references.ts'
import { begun } from '../../functions/domain/job/job.ts'
import { independentGroups } from '../../functions/services/import/run.ts'
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

describe('an import job', () => {
  const item = (key: string, refersTo?: string): ImportItem => ({
    kind: 'product',
    key,
    data: refersTo ? { derivedProductId: { $key: `product:${refersTo}` } } : {},
  })
  it('takes together what does not wait for each other, in order', () => {
    const items = [item('1'), item('2'), item('1-1', '1'), item('3'), item('3-1', '3'), item('4', '0')]
    expect(independentGroups(items).map((group) => group.map((i) => i.key))).toEqual([
      ['1', '2'],
      ['1-1', '3'],
      ['3-1', '4'],
    ])
    expect(independentGroups([])).toEqual([])
  })
  it('counts each unit once, and ends with the last', () => {
    const config = { source, dryrun: false, units: 2, hasRetire: true }
    const day = '2026-01-01T00:00:00.000Z'
    const job = newImport('j', 'me', day, 60, config)
    const running = begun(job, day)!
    expect(running.data.status).toBe('running')
    expect(begun(running, day)).toBeUndefined()
    const report = {
      counts: { ...noCounts(), created: 49, rejected: 1 },
      errors: [{ unit: 'a', message: 'b' }],
    }
    const first = advanced(running, 0, report, day)!
    expect(first.data).toMatchObject({ status: 'running', done: 50, failed: 1, result: { created: 49 } })
    expect(advanced(first, 0, report, day)).toBeUndefined()
    const second = advanced(first, 1, { counts: { ...noCounts(), unchanged: 10 }, errors: [] }, day)!
    const last = advanced(second, 2, { counts: { ...noCounts(), deactivated: 3 }, errors: [] }, day)!
    expect(last.data).toMatchObject({
      status: 'complete',
      done: 60,
      endedOn: day,
      result: { deactivated: 3 },
    })
    expect(advanced(last, 3, report, day)).toBeUndefined()
  })
})
