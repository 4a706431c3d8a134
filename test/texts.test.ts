/** The texts of every language say the glossary's words, in the typography of the language. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '../shared/constants.ts'
import { batchJob } from '../shared/model/administration.ts'
import { approvalActionOrder } from '../web/features/product/model/approvals.ts'

type Tree = { [key: string]: string | Tree }
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

function* leavesOf(tree: Tree, at: string): Generator<[key: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${at}${key}`, value]
    else yield* leavesOf(value, `${at}${key}.`)
  }
}
/** Every sentence of a language. Cloudscape's own strings are left out: they speak of no notion of ours. */
function textsOf(locale: Locale): [key: string, text: string][] {
  const features = readdirSync(`${root}web/texts/${locale}`).filter((file) => file !== 'cloudscape.json')
  return [
    ...features.flatMap((file) => [
      ...leavesOf(JSON.parse(read(`web/texts/${locale}/${file}`)), `${file.replace('.json', '')}:`),
    ]),
    ...leavesOf(JSON.parse(read(`shared/texts/${locale}.json`)), 'errors:'),
  ]
}

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

/** Quotation marks of a language; none of the others, and none that are straight. */
const quotes: Record<Locale, string> = {
  de_DE: '„“',
  en_GB: '“”',
  es_ES: '«»',
  fr_FR: '«»',
  hu_HU: '„”',
  it_IT: '«»',
  nl_NL: '“”',
  ro_RO: '„”',
  hr_HR: '„”',
  sv_SE: '”',
}

describe('texts', () => {
  it('say no word that the glossary tells to avoid', () => {
    const avoided = avoidedWords(read('docs/glossary.md'))
    expect([...avoided.keys()].sort()).toEqual([...locales].sort())
    const wrong = locales.flatMap((locale) => {
      const words = avoided.get(locale) ?? []
      expect([locale, words.length > 2]).toEqual([locale, true])
      return textsOf(locale).flatMap(([key, text]) =>
        words
          .map(({ pattern, use }) => ({ said: pattern.exec(text.replace(/\{\{.*?\}\}/g, ' '))?.[0], use }))
          .filter(({ said }) => said !== undefined)
          .map(({ said, use }) => `${locale} ${key}: "${said}", say "${use}"`),
      )
    })
    expect(wrong).toEqual([])
  })

  it('are found with a word to avoid by its beginning, as a whole, and not inside of others', () => {
    expect(wordPattern('firme*').test('Chercher produits, firmes …')).toBe(true)
    expect(wordPattern('Vertrieb').test('Wählen Sie zuerst einen Vertrieb.')).toBe(true)
    expect(wordPattern('Vertrieb').test('Vertriebsweg')).toBe(false)
    expect(wordPattern('firme*').test('confirmer')).toBe(false)
  })

  it('have the quotation marks of their language, and no straight ones', () => {
    const wrong = locales.flatMap((locale) =>
      textsOf(locale)
        .filter(([, text]) =>
          [...text.matchAll(/["'„“”«»‚‘]/g)].some(([mark]) => !quotes[locale].includes(mark)),
        )
        .map(([key, text]) => `${locale} ${key}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  it('are French in their spaces: none that breaks before : ; ? ! » %, none before an ellipsis', () => {
    const wrong = textsOf('fr_FR').filter(([, text]) =>
      /[^\u00a0\u202f:;?!»%][;?!»]|[^\u00a0\u202f\d]:(?= |$)|[^\u00a0\u202f]%|«[^\u00a0]| …/.test(text),
    )
    expect(wrong).toEqual([])
  })

  it('have a sentence for each outcome of each kind of job, and of each action on an approval', () => {
    const kinds = batchJob.shape.kind.options
    const wanted = [
      ...['complete', 'partly', 'aborted'].flatMap((end) => kinds.map((kind) => `frame:jobs.${end}.${kind}`)),
      ...[...approvalActionOrder, 'approve'].map((action) => `product:approvals.done.${action}`),
    ]
    for (const locale of locales) {
      const texts = new Map(textsOf(locale))
      expect([locale, wanted.filter((key) => !texts.has(key))]).toEqual([locale, []])
    }
  })

  it('call the same thing by the same word in every place', () => {
    const pairs = [
      ['product:mainCategory.', 'products:mainCategory.'],
      ['product:role.', 'products:catalogue.role.'],
      ['product:secrecy.', 'products:catalogue.secrecy.'],
      ['companies:field.', 'companies:catalogue.company.'],
      ['companies:address.type.', 'companies:catalogue.address.'],
    ]
    const wrong = locales.flatMap((locale) => {
      const texts = new Map(textsOf(locale))
      return pairs.flatMap(([here, there]) =>
        [...texts]
          .filter(([key]) => key.startsWith(here!))
          .map(([key, text]) => ({ key, text, other: texts.get(key.replace(here!, there!)) }))
          .filter(({ text, other }) => other !== undefined && other !== text)
          .map(({ key, text, other }) => `${locale} ${key}: ${text}, ${other}`),
      )
    })
    expect(wrong).toEqual([])
  })

  it('say outcomes as sentences: no "Import: done"', () => {
    const wrong = locales.flatMap((locale) =>
      textsOf(locale)
        .filter(
          ([, text]) =>
            /^\{\{\w+\}\}\s?: \{\{(action|kind)\}\}\s?[–-]/.test(text) || /^\{\{kind\}\}/.test(text),
        )
        .map(([key, text]) => `${locale} ${key}: ${text}`),
    )
    expect(wrong).toEqual([])
  })
})
