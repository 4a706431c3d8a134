/** The name that a screen reader says holds the words that are seen: who speaks them reaches the button (WCAG 2.5.3). */
import { expect, it } from 'vitest'
import { locales } from '../shared/constants.ts'
import { textsOfFeature } from './fixtures/sentences.ts'

/** What is seen on a button, and what it is called, by file. */
const pairs: readonly (readonly [feature: string, seen: string, name: string])[] = [
  ['product', 'edit', 'editSection'],
  ['product', 'change', 'category.change'],
  ['product', 'choose', 'category.choose'],
  ['product', 'components.printlabel', 'components.printlabelOf'],
  ['product', 'change', 'changeOf'],
  ['product', 'more', 'approvals.moreOn'],
  ['product', 'source.verb.direct', 'source.ownFor'],
  ['product', 'history.changes', 'history.changesOf'],
  ['product', 'menu.title', 'menu.label'],
  ['companies', 'row.remove', 'row.removeNamed'],
]

it('holds in every language', () => {
  const wrong: string[] = []
  for (const locale of locales)
    for (const [feature, seen, name] of pairs) {
      const texts = new Map(textsOfFeature(locale, `${feature}.json`))
      const [words, called] = [seen, name].map((key) => {
        const text = texts.get(key)
        if (text === undefined) throw new Error(`no text ${feature}.${key}`)
        return text
      }) as [string, string]
      // By whole words: a word with an ending is another one to those who speak it.
      const wordsOf = (text: string) =>
        ` ${text
          .toLocaleLowerCase()
          .match(/[\p{L}\p{N}{}]+/gu)
          ?.join(' ')} `
      if (!wordsOf(called).includes(wordsOf(words))) wrong.push(`${locale}: “${words}” is called “${called}”`)
    }
  expect(wrong).toEqual([])
})
