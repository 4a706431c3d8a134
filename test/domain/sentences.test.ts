/** The table of docs/errors.md is true: every sentence of the specification can be said, in ten languages, from its place. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../../shared/constants.ts'
import { loadErrorTexts } from '../fixtures/error-texts.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const [table = '', screens = ''] = read('docs/errors.md').split(/^## .*$/m)
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (?!sentence|---)(.+) \|$/gm)].map((match) => match[1]!.split(' | '))

test('a sentence has its key in every language, and its source says it', async () => {
  const rows = rowsOf(table)
  expect(rows.length).toBeGreaterThan(35)
  const texts = await Promise.all(locales.map(loadErrorTexts))
  const wrong = rows.filter(([, key = '', source = '']) => {
    const isSaid = texts.every((of) => of[key]?.trim())
    return !isSaid || !new RegExp(`\\b${key}\\b`).test(read(source))
  })
  expect(wrong).toEqual([])
})
test('what screens alone say is there', () => {
  const rows = rowsOf(screens)
  expect(rows).toHaveLength(3)
  for (const [sentence = '', place = ''] of rows) {
    const path = place.replaceAll('`', '')
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true)
    expect(read(path)).toContain(sentence)
  }
})
