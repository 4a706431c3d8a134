import { describe, expect, it } from 'vitest'
import { leafFirst } from '../../web/ui/path-text.tsx'
import { byLabel, entityOptions } from '../../web/ui/select-options.ts'

const one = (id: string, title: string, data: object = {}, disabled = false) => ({
  id,
  disabled,
  data: { title: { de_DE: title }, ...data },
})
const title = (text: Partial<Record<string, string>> | undefined) => text?.['de_DE'] ?? ''
const labels = (entities: ReturnType<typeof one>[], locale = 'de_DE') =>
  entityOptions(entities, title, locale).map(({ label }) => label)

describe('options of entities', () => {
  it('stand by title, numbers by their size', () => {
    expect(labels([one('a', 'Liste 10'), one('b', 'Liste 2'), one('c', 'ältere'), one('d', 'Zink')])).toEqual(
      ['ältere', 'Liste 2', 'Liste 10', 'Zink'],
    )
  })
  it('stand as the language sorts', () => {
    const letters = [one('a', 'Ö'), one('b', 'Z'), one('c', 'O')]
    expect(labels(letters)).toEqual(['O', 'Ö', 'Z'])
    expect(labels(letters, 'sv_SE')).toEqual(['O', 'Z', 'Ö'])
  })
  it('keep an order of their own, by title within it', () => {
    const ordered = [one('a', 'A', { order: 2 }), one('b', 'C', { order: 1 }), one('c', 'B', { order: 1 })]
    expect(labels(ordered)).toEqual(['B', 'C', 'A'])
    expect(labels([one('a', 'A', { publicOrder: 2 }), one('b', 'B', { publicOrder: 1 })])).toEqual(['B', 'A'])
  })
  it('leave out what is disabled', () => {
    expect(labels([one('a', 'A', {}, true), one('b', 'B')])).toEqual(['B'])
  })
})

it('options by label leave the given ones as they are', () => {
  const given = [{ label: 'b' }, { label: 'A' }]
  expect(byLabel(given, 'en_GB')).toEqual([{ label: 'A' }, { label: 'b' }])
  expect(given[0]!.label).toBe('b')
})

it('says of a path its leaf first, so that the end that may be cut off is the less telling one', () => {
  expect(leafFirst('Pflanzenschutzmittel / Insektizide / Öle')).toBe(
    'Öle · Pflanzenschutzmittel / Insektizide',
  )
  expect(leafFirst('Dünger')).toBe('Dünger')
})
