import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant } from '../../shared/model/basics.ts'
import { depthOf, structureIssues } from '../../shared/rules/structure.ts'

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('the structure of any input', () => {
  it.each([
    ['a NUL', { a: { 'b/c': 'x\u0000' } }, '/a/b~1c', /control characters/],
    ['another control character', ['a', '\u001b[31m'], '/1', /control characters/],
    ['half a character', { a: '\ud83d' }, '/a', /whole characters/],
    ['the other half', { a: 'x\udc00y' }, '/a', /whole characters/],
    ['a key with a NUL', { a: { 'b\u0000': 1 } }, '/a', /as a key/],
    ['half a character as a key', { '\ud83d': 1 }, '', /as a key/],
    ['a key of the prototype', JSON.parse('{"a":{"__proto__":1}}'), '/a/__proto__', /not allowed/],
    ['too many levels', deep(65), '/a'.repeat(64), /at most 64 levels/],
    ['hundred thousand levels', deep(100_000), '/a'.repeat(64), /at most 64 levels/],
    ['a text that is all of it', '\u0000', '', /control characters/],
  ])('refuses %s, and says where', (_, value, path, expected) => {
    expect(structureIssues(value, 64)).toEqual([{ path, expected: expect.stringMatching(expected) }])
  })
  it('takes texts of every language, with tabs and line breaks, and 64 levels', () => {
    for (const value of ['Grüße\n\tžluťoučký 農薬 👩🏽‍🌾 ﷽', '\r\n', '', null, 1, deep(64)])
      expect(structureIssues(value, 64)).toEqual([])
  })
  it('ends early where there are more values than anything has', () => {
    const many = Array.from({ length: 150_000 }, () => ({}))
    expect(structureIssues({ a: many, b: many.slice(2) }, 64)).toEqual([])
    expect(structureIssues({ a: many, b: many }, 64)).toEqual([
      { path: '', expected: 'expected at most 300000 values' },
    ])
  })
  it('names ten places at most', () => {
    expect(
      structureIssues(
        Array.from({ length: 100 }, () => '\u0000'),
        64,
      ),
    ).toHaveLength(10)
  })
  it('counts levels like a reader of the text', () => {
    const byText = (value: unknown) => {
      let [depth, deepest] = [0, 0]
      for (const sign of JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, '')) {
        if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
        if (sign === '}' || sign === ']') depth--
      }
      return deepest
    }
    fc.assert(fc.property(fc.jsonValue(), (value) => depthOf(value, 1000) === byText(value)))
  })
})

it('an instant is no longer than to the nanosecond', () => {
  for (const good of ['2026-01-31T04:00:00Z', '2026-01-31T04:00:00.000Z', '2026-01-31T04:00:00.123456789Z'])
    expect(instant.safeParse(good).success).toBe(true)
  for (const bad of [
    `2026-01-31T04:00:00.${'1'.repeat(1_000_000)}Z`,
    '2026-02-30T04:00:00Z',
    '2026-01-31',
    '',
  ])
    expect(instant.safeParse(bad).success).toBe(false)
})
