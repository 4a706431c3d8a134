/** Texts say the glossary's words, and the code the standard terms. */
import { describe, expect, it } from 'vitest'
import { locales } from '../shared/constants.ts'
import { documents, filesIn, read, sources } from './fixtures/project-files.ts'
import { textsOf } from './fixtures/sentences.ts'

/** A whole word, or its beginning where the glossary writes `*`. */
function wordPattern(word: string): RegExp {
  const plain = word.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '\\p{L}*')
  return new RegExp(`(?<!\\p{L})${plain}(?!\\p{L})`, 'iu')
}
/** Per language: the words that its table in the glossary tells to avoid, and what to say instead. */
function avoidedWords(glossary: string): Map<string, { pattern: RegExp; use: string }[]> {
  const found = new Map<string, { pattern: RegExp; use: string }[]>()
  for (const section of glossary.split(/^## /m).slice(1)) {
    const locale = /\(`(\w+)`\)/.exec(section)?.[1] ?? ''
    const words = [...section.matchAll(/^\| .+? \| (.+?) \| (.+?) \|$/gm)]
      .filter(([, , avoided]) => avoided !== 'not' && !/^-+$/.test(avoided ?? ''))
      .flatMap(([, use, avoided]) =>
        avoided!.split(', ').map((word) => ({ pattern: wordPattern(word), use: use! })),
      )
    found.set(locale, words)
  }
  return found
}

/** Texts whose words are those of another notion: a signature; of the demonstration, a department, legal forms, substances. */
const otherNotions = new Set([
  'Lugar, fecha y firma',
  'Vertrieb',
  'Société à responsabilité limitée',
  'Société anonyme',
  'Ditta individuale',
  'Additieven en hulpstoffen',
])

describe('texts', () => {
  it('say no word that the glossary tells to avoid', () => {
    const avoided = avoidedWords(read('docs/glossary.md'))
    expect([...avoided.keys()].sort()).toEqual([...locales].sort())
    const wrong = locales.flatMap((locale) => {
      const words = avoided.get(locale) ?? []
      expect([locale, words.length > 2]).toEqual([locale, true])
      return textsOf(locale)
        .filter(([, text]) => !otherNotions.has(text))
        .flatMap(([key, text]) =>
          words
            .map(({ pattern, use }) => ({ said: pattern.exec(text.replace(/\{\{.*?\}\}/g, ' '))?.[0], use }))
            .filter(({ said }) => said !== undefined)
            .map(({ said, use }) => `${locale} ${key}: "${said}", say "${use}"`),
        )
    })
    expect(wrong).toEqual([])
  })

  it('have no word of the glossary in the middle of another one, as a careless replacement leaves it', () => {
    const avoided = avoidedWords(read('docs/glossary.md'))
    // Where words are not joined to longer ones.
    const wrong = (['en_GB', 'fr_FR', 'it_IT', 'es_ES', 'ro_RO', 'hr_HR'] as const).flatMap((locale) => {
      const words = (avoided.get(locale) ?? []).flatMap(({ use }) => use.split(/[^\p{L}]+/u))
      const inside = new RegExp(`\\p{L}(?:${words.filter((word) => word.length > 4).join('|')})\\p{L}`, 'iu')
      return textsOf(locale).flatMap(([key, text]) =>
        inside.test(text) ? [`${locale} ${key}: "${text}"`] : [],
      )
    })
    expect(wrong).toEqual([])
  })

  it('of the demonstration say no such word either: people read them beside the screens', async () => {
    const avoided = avoidedWords(read('docs/glossary.md'))
    const wrong: string[] = []
    for (const file of filesIn('scripts/seed')) {
      // The texts stand as `t()` reads them: ten languages divided by `|`.
      for (const [line] of read(file).matchAll(/[^\n'"`|]+(?:\|[^\n'"`|]+){9,}/g))
        for (const [at, text] of line.split('|').slice(-locales.length).entries())
          for (const { pattern, use } of avoided.get(locales[at]!) ?? [])
            if (pattern.test(text) && !otherNotions.has(text))
              wrong.push(`${file} ${locales[at]}: "${text}", say "${use}"`)
    }
    expect(wrong).toEqual([])
  })

  it('call the label of a note the same wherever it is chosen, and not as the label of a product', () => {
    for (const section of read('docs/glossary.md').split(/^## /m).slice(1)) {
      const locale = /\(`(\w+)`\)/.exec(section)?.[1] as (typeof locales)[number]
      const word = /^\| note; label of a note \| .+?; (.+?) \|$/m.exec(section)?.[1] ?? ''
      const texts = new Map(textsOf(locale))
      for (const key of ['notes:filter.label', 'product:notes.label'])
        expect([key, texts.get(key)?.toLowerCase()]).toEqual([
          key,
          expect.stringContaining(word.toLowerCase()),
        ])
    }
  })

  it('are found with a word to avoid by its beginning, as a whole, and not inside of others', () => {
    expect(wordPattern('firme*').test('Chercher produits, firmes …')).toBe(true)
    expect(wordPattern('Vertrieb').test('Wählen Sie zuerst einen Vertrieb.')).toBe(true)
    expect(wordPattern('Vertrieb').test('Vertriebsweg')).toBe(false)
    expect(wordPattern('firme*').test('confirmer')).toBe(false)
  })
})

/**
 * Words that standard terms have replaced. Those that are ordinary words elsewhere (said, leaves, watch) are left to
 * review.
 */
const replacedTerms: { term: RegExp; use: string }[] = [
  { term: /\brooms\b/i, use: 'layers' },
  { term: /\bdoors?\b/i, use: 'boundary, entry point, API' },
  { term: /\bhouse\b/i, use: 'layout' },
  { term: /\btold store\b/i, use: 'observable store' },
  { term: /\bgiv(es?|ing) way\b/i, use: 'reassign (ids of hidden rows)' },
  { term: /\bkept by (the )?server\b/i, use: 'server-owned' },
  { term: /-dead\b(?!-letters)/i, use: 'dead-letters' },
  { term: /-kept\b|\bkept dead letters\b/i, use: 'parked' },
  { term: /\bfelt\b/i, use: 'affects' },
  { term: /\baccepted\(/, use: 'unwrap()' },
  { term: /\b(im)?patien(ce|t)\b/i, use: 'timeout' },
  { term: /\bshel(f|ves)\b/i, use: 'cache entry' },
  { term: /\bexplain\(/, use: 'suppressNag()' },
  { term: /\btolerat/i, use: 'suppressCheckov()' },
  { term: /\bwatches\.ts\b/, use: 'alarms.ts' },
  { term: /\bsight\b/i, use: 'viewer scope' },
  { term: /\binTime\b/, use: 'withTimeout()' },
  { term: /\bspeaks? up\b/i, use: 'goes off, notifies' },
]

describe('code and documents', () => {
  it('say the words of the field: those that were replaced do not come back', () => {
    const files = [...sources, ...filesIn('test'), ...documents, '.dependency-cruiser.mjs'].filter(
      (file) => file !== 'test/glossary.test.ts',
    )
    const found = files.flatMap((file) => {
      const text = `${file}\n${read(file)}`
      // `withPatience` and `patienceMs` hold the word, too.
      const words = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      return replacedTerms
        .filter(({ term }) => term.test(text) || term.test(words))
        .map(({ term, use }) => `${file}: ${term.exec(text)?.[0] ?? term.exec(words)?.[0]}; use ${use}`)
    })
    expect(found).toEqual([])
  })
  it('find a replaced word in prose, in identifiers and in names of files', () => {
    const isFound = (text: string) =>
      replacedTerms.some(({ term }) => term.test(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')))
    const wrong = [
      'what speaks up',
      'const patienceMs',
      'doctor/door.ts',
      'import-dead',
      'accepted(x)',
      'Felt',
    ]
    expect(wrong.filter((text) => !isFound(text))).toEqual([])
    const right = ['import-dead-letters', 'an accepted finding', 'indoors', 'left', 'doorway']
    expect(right.filter(isFound)).toEqual([])
  })
})
