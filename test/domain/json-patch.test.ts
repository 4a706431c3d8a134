import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import { maxDataDepth } from '../../shared/constants.ts'
import type { JsonPatch } from '../../shared/model/entity.ts'
import { applyJsonPatch, applyMergePatch, isPoisoned, pointerTokens } from '../../shared/rules/json-patch.ts'
import { depthOf } from '../../shared/rules/structure.ts'

type Case = [name: string, document: unknown, patch: JsonPatch, result: unknown]
/** The situations of appendix A of RFC 6902, in our own words. */
const works: Case[] = [
  ['add a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['add in front of an element', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['add at the end', { a: [1] }, [{ op: 'add', path: '/a/-', value: [2] }], { a: [1, [2]] }],
  ['add at the index behind the last', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['add over an existing member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  ['add a nested member', { a: 1 }, [{ op: 'add', path: '/c', value: { d: {} } }], { a: 1, c: { d: {} } }],
  ['add null', { a: 1 }, [{ op: 'add', path: '/b', value: null }], { a: 1, b: null }],
  ['remove a member', { a: 1, b: 2 }, [{ op: 'remove', path: '/b' }], { a: 1 }],
  ['remove an element', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['replace a value', { a: 1 }, [{ op: 'replace', path: '/a', value: [] }], { a: [] }],
  ['replace an element', { a: [1, 2] }, [{ op: 'replace', path: '/a/0', value: 9 }], { a: [9, 2] }],
  ['replace everything', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  [
    'move a value',
    { a: { b: 1 }, c: {} },
    [{ op: 'move', from: '/a/b', path: '/c/d' }],
    { a: {}, c: { d: 1 } },
  ],
  ['move an element', { a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
  ['move onto itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  ['copy a value', { a: { b: 1 } }, [{ op: 'copy', from: '/a', path: '/c' }], { a: { b: 1 }, c: { b: 1 } }],
  [
    'test a value',
    { a: { b: [1], c: 2 } },
    [{ op: 'test', path: '/a', value: { c: 2, b: [1] } }],
    { a: { b: [1], c: 2 } },
  ],
  [
    'escaped keys',
    { '/': 1, '~1': 2 },
    [
      { op: 'test', path: '/~01', value: 2 },
      { op: 'remove', path: '/~1' },
    ],
    { '~1': 2 },
  ],
  ['a key that is empty', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
]
const fails: [name: string, document: unknown, patch: JsonPatch, reason: string][] = [
  ['a container that is not there', { a: 1 }, [{ op: 'add', path: '/b/c', value: 1 }], 'absent'],
  ['removing what is not there', { a: 1 }, [{ op: 'remove', path: '/b' }], 'absent'],
  ['replacing what is not there', { a: 1 }, [{ op: 'replace', path: '/b', value: 1 }], 'absent'],
  ['an index beyond the end', { a: [1] }, [{ op: 'add', path: '/a/2', value: 1 }], 'absent'],
  ['an index with a leading zero', { a: [1] }, [{ op: 'add', path: '/a/00', value: 1 }], 'index'],
  ['a name as index', { a: [1] }, [{ op: 'add', path: '/a/length', value: 1 }], 'index'],
  ['a test of another type', { a: '10' }, [{ op: 'test', path: '/a', value: 10 }], 'test'],
  ['a pointer without a slash', { a: 1 }, [{ op: 'add', path: 'a', value: 1 }], 'pointer'],
  ['a broken escape', { a: 1 }, [{ op: 'add', path: '/~2', value: 1 }], 'pointer'],
  ['moving a value into itself', { a: { b: {} } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], 'inside'],
  ['a key of the prototype', {}, [{ op: 'add', path: '/__proto__/x', value: 1 }], 'forbidden'],
  ['a constructor', {}, [{ op: 'add', path: '/constructor/prototype/x', value: 1 }], 'forbidden'],
  [
    'a value with such a key',
    {},
    [{ op: 'add', path: '/a', value: JSON.parse('{"b":[{"__proto__":{"x":1}}]}') }],
    'forbidden',
  ],
  ['an inherited member', {}, [{ op: 'copy', from: '/toString', path: '/a' }], 'absent'],
]

/** `{"a":{"a":…}}` with so many levels. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('JSON Patch', () => {
  test.each(works)('%s', (_, document, patch, result) => {
    expect(applyJsonPatch(document, patch)).toEqual({ ok: true, document: result })
    const copy = { root: structuredClone(document) }
    const below = patch.map((op) => ({
      ...op,
      path: `/root${op.path}`,
      ...('from' in op && { from: `/root${op.from}` }),
    }))
    expect(applyPatch(copy, below as never).filter(Boolean)).toEqual([])
    expect(copy.root).toEqual(result)
  })
  test.each(fails)('refuses %s', (_, document, patch, reason) => {
    expect(applyJsonPatch(document, patch)).toMatchObject({ ok: false, index: 0, reason })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('is all or nothing, and never changes the document that it gets', () => {
    const document = { a: { b: [1, 2] }, c: { d: 1 } }
    const before = structuredClone(document)
    const patch: JsonPatch = [
      { op: 'remove', path: '/a/b/0' },
      { op: 'add', path: '/c/e', value: 1 },
      { op: 'remove', path: '/nothing' },
    ]
    expect(applyJsonPatch(document, patch)).toEqual({
      ok: false,
      index: 2,
      path: '/nothing',
      reason: 'absent',
    })
    const outcome = applyJsonPatch(document, patch.slice(0, 1))
    expect(document).toEqual(before)
    expect(outcome.ok && outcome.document.c).toBe(document.c)
  })
  test('a copied value and its origin are changed apart', () => {
    const patch: JsonPatch = [
      { op: 'add', path: '/a/x', value: 1 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/y', value: 2 },
      { op: 'add', path: '/a/z', value: 3 },
    ]
    expect(applyJsonPatch({ a: {} }, patch)).toEqual({
      ok: true,
      document: { a: { x: 1, z: 3 }, b: { x: 1, y: 2 } },
    })
  })
  test('copies that double each time are stopped early', () => {
    const patch: JsonPatch = Array.from({ length: 60 }, (_, i) => ({
      op: 'copy',
      from: '/a',
      path: `/a/k${i}`,
    }))
    expect(applyJsonPatch({ a: { x: 1 } }, patch)).toMatchObject({ ok: false, reason: 'tooMuch' })
  })
  test.each<[string, JsonPatch]>([
    [
      'added one into the other',
      Array.from({ length: 80 }, (_, i) => ({ op: 'add', path: '/a'.repeat(i + 1), value: {} })),
    ],
    ['added with a value', [{ op: 'add', path: '/a', value: nested(maxDataDepth) }]],
    ['put in place of another', [{ op: 'replace', path: '/x', value: nested(maxDataDepth) }]],
    [
      'copied into itself',
      Array.from({ length: 80 }, (_, i) => ({ op: 'copy', from: '/x', path: `/x${'/x'.repeat(i + 1)}` })),
    ],
    [
      'moved into a new one, again and again',
      Array.from({ length: 5_000 }, (_, i) => [
        { op: 'add' as const, path: `/${i}`, value: nested(20) },
        { op: 'move' as const, from: i === 0 ? '/x' : `/${i - 1}`, path: `/${i}${'/a'.repeat(20)}` },
      ]).flat(),
    ],
  ])('refuses levels beyond the limit: %s', (_, patch) => {
    expect(applyJsonPatch({ x: { y: 1 } }, patch)).toMatchObject({ ok: false, reason: 'tooDeep' })
  })
  test('takes levels up to the limit', () => {
    const patch: JsonPatch = [{ op: 'add', path: '/a', value: nested(maxDataDepth - 1) }]
    const outcome = applyJsonPatch({}, patch)
    expect(outcome.ok && depthOf(outcome.document)).toBe(maxDataDepth)
    const again = applyJsonPatch(outcome.ok ? outcome.document : {}, [
      { op: 'move', from: '/a', path: '/b' },
      { op: 'copy', from: '/b', path: '/a' },
    ])
    expect(again.ok && depthOf(again.document)).toBe(maxDataDepth)
  })
  test('does what the library does, for any series of operations', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const path = fc
      .array(fc.oneof(key, fc.constantFrom('0', '1', '-')), { maxLength: 3 })
      .map((p) => p.map((t) => `/${t}`).join(''))
    const value = fc.oneof(
      fc.integer(),
      fc.dictionary(key, fc.integer()),
      fc.array(fc.integer(), { maxLength: 3 }),
    )
    const op = fc.oneof(
      fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path, value }),
      fc.record({ op: fc.constant('remove' as const), path }),
      fc.record({ op: fc.constantFrom('move' as const, 'copy' as const), path, from: path }),
    )
    const isPlain = (o: { path: string; from?: string }) =>
      o.path !== '' && o.from !== '' && !(o.from !== undefined && o.path.startsWith(`${o.from}/`))
    fc.assert(
      fc.property(
        fc.dictionary(key, value),
        fc.array(op.filter(isPlain), { maxLength: 6 }),
        (document, patch) => {
          const ours = applyJsonPatch<unknown>(document, patch as JsonPatch)
          fc.pre(ours.ok)
          const theirs = structuredClone(document)
          expect(applyPatch(theirs, structuredClone(patch) as never).filter(Boolean)).toEqual([])
          expect(ours.ok && ours.document).toEqual(theirs)
        },
      ),
    )
  })
})

describe('merge patch', () => {
  test('null removes, objects merge, arrays and scalars replace', () => {
    const document = { a: { b: 1, c: 2 }, d: [1], e: 'x' }
    const patch = { a: { b: null, f: 3 }, d: [2], e: { g: 1, h: null } }
    expect(applyMergePatch(document, patch)).toEqual({
      ok: true,
      document: { a: { c: 2, f: 3 }, d: [2], e: { g: 1 } },
    })
    expect(document).toEqual({ a: { b: 1, c: 2 }, d: [1], e: 'x' })
  })
  test('a key of the prototype is refused', () => {
    expect(applyMergePatch({}, JSON.parse('{"__proto__":{"x":1}}'))).toEqual({
      ok: false,
      reason: 'forbidden',
    })
    expect(isPoisoned({ a: [{ constructor: 1 }] })).toBe(true)
  })
  test('a patch that lies too deep is refused', () => {
    expect(applyMergePatch({}, nested(maxDataDepth + 1))).toEqual({ ok: false, reason: 'tooDeep' })
    expect(applyMergePatch({}, nested(maxDataDepth)).ok).toBe(true)
  })
})

test('pointers', () => {
  expect(pointerTokens('')).toEqual([])
  expect(pointerTokens('/a/')).toEqual(['a', ''])
  expect(pointerTokens('/~0~1')).toEqual(['~/'])
  expect(pointerTokens('a')).toBeUndefined()
})
