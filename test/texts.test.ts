/** The texts are there in every language, with the same keys and parameters, in the typography of the language. */
import { describe, expect, it } from 'vitest'
import { fallbackLocale, type Locale, locales } from '../shared/constants.ts'
import { errorCodes } from '../shared/errors.ts'
import { batchJob } from '../shared/model/administration.ts'
import { productSentences } from '../shared/rules/product-validity.ts'
import { approvalActionOrder } from '../web/features/product/model/approvals.ts'
import { loadErrorTexts } from './fixtures/error-texts.ts'
import { filesIn, read, root } from './fixtures/project-files.ts'
import { mayBeSame } from './fixtures/same-words.ts'
import { features, textsOf, textsOfFeature } from './fixtures/sentences.ts'

describe('error sentences', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()
  it('are there for every code, in every language', async () => {
    for (const locale of locales) {
      const texts = await loadErrorTexts(locale)
      expect([locale, errorCodes.filter((code) => !texts[code]?.trim())]).toEqual([locale, []])
    }
  })
  it('are the same set in every language, with the same parameters', async () => {
    const model = await loadErrorTexts('en_GB')
    for (const locale of locales) {
      const texts = await loadErrorTexts(locale)
      expect([locale, Object.keys(texts)]).toEqual([locale, Object.keys(model)])
      for (const [key, text] of Object.entries(texts))
        expect([locale, key, placeholders(text)]).toEqual([locale, key, placeholders(model[key]!)])
    }
  })
  it('are there for every key that an error names', async () => {
    const texts = await loadErrorTexts('en_GB')
    const named = new Set<string>()
    for (const file of [
      ...filesIn('functions'),
      ...filesIn('shared/rules'),
      ...filesIn('shared/search'),
      'shared/errors.ts',
    ])
      for (const match of read(file).matchAll(/\bkey: '([a-z]\w+)'|\brefuseRule\(\s*'(\w+)'/g))
        named.add(match[1] ?? match[2]!)
    for (const file of filesIn('shared/rules')) {
      const module: Record<string, unknown> = await import(`${root}${file}`)
      for (const [name, sentences] of Object.entries(module))
        if (/Sentences$/.test(name)) for (const key of Object.keys(sentences as object)) named.add(key)
    }
    expect(named.size).toBeGreaterThan(30)
    // Those of conversations stand with the texts of their screens, which alone tell them.
    const own = new Map(textsOfFeature('en_GB', 'messages'))
    const isSaid = (key: string) => key in texts || own.has(`refused.${key}`)
    expect([...named].filter((key) => !isSaid(key)).sort()).toEqual([])
  })
})

/** i18next's plural endings differ by language; the key without them must be there everywhere. */
const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

describe('texts of the screens', () => {
  it('are there in every language: same files, same keys, nothing empty', () => {
    const missing: string[] = []
    for (const locale of locales)
      for (const feature of features) {
        const have = new Map(textsOfFeature(locale, feature))
        const keys = new Set([...have.keys()].map(singular))
        const wanted = new Set(textsOfFeature(fallbackLocale, feature).map(([key]) => singular(key)))
        for (const key of wanted) if (!keys.has(key)) missing.push(`${locale}/${feature} lacks ${key}`)
        for (const key of keys) if (!wanted.has(key)) missing.push(`${locale}/${feature} has ${key} too much`)
        for (const [key, text] of have)
          if (text.trim() === '') missing.push(`${locale}/${feature} ${key} is empty`)
      }
    expect(missing).toEqual([])
  })
  it('have every plural form that their language counts with', () => {
    const missing: string[] = []
    for (const locale of locales) {
      const forms = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories
      for (const feature of features) {
        const have = new Set(textsOfFeature(locale, feature).map(([key]) => key))
        const counted = [...have].filter((key) => singular(key) !== key).map(singular)
        for (const key of new Set(counted))
          for (const form of forms)
            if (!have.has(`${key}_${form}`)) missing.push(`${locale}/${feature} lacks ${key}_${form}`)
      }
    }
    expect(missing).toEqual([])
  })
  it('have the same parameters in every language', () => {
    const names = (text: string) =>
      [...new Set([...text.matchAll(/\{\{-?\s*(\w+)/g)].map((m) => m[1]!))].sort()
    const wrong: string[] = []
    for (const feature of features) {
      const model = new Map(
        textsOfFeature(fallbackLocale, feature).map(([key, text]) => [singular(key), names(text)]),
      )
      for (const locale of locales)
        for (const [key, text] of textsOfFeature(locale, feature)) {
          // A plural form may say its number as a word.
          const wanted = (model.get(singular(key)) ?? []).filter((name) => name !== 'count')
          const have = names(text).filter((name) => name !== 'count')
          if (wanted.join() !== have.join())
            wrong.push(`${locale}/${feature} ${key}: ${have} instead of ${wanted}`)
        }
    }
    expect(wrong).toEqual([])
  })
  it('are not the fallback’s by accident', () => {
    const same: string[] = []
    for (const feature of features) {
      const model = new Map(textsOfFeature(fallbackLocale, feature))
      for (const locale of locales.filter((one) => one !== fallbackLocale))
        for (const [key, text] of textsOfFeature(locale, feature)) {
          const isWord = /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, ''))
          if (isWord && model.get(key) === text && !mayBeSame(locale, text))
            same.push(`${locale}/${feature} ${key}: ${text}`)
        }
    }
    expect(same).toEqual([])
  })
})

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

it('no screen writes a colon between words: languages set it differently, and `labelled` knows how', () => {
  const screens = ['web/features', 'web/ui'].flatMap((folder) => filesIn(folder))
  expect(screens.filter((file) => /\}: \$\{/.test(read(file)))).toEqual([])
})

describe('texts', () => {
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

  it('are Hungarian without an article that would follow the sound of a name or number: no a(z)', () => {
    const files = ['web/texts', 'shared/texts']
      .flatMap((folder) => filesIn(folder, /\.json$/))
      .filter((file) => file.includes('hu_HU'))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => /a\(z\)/i.test(read(file)))).toEqual([])
  })

  it('have one ellipsis: after a space where German and Swedish leave words out, at the word elsewhere', () => {
    const isSpaced = (locale: Locale) => locale === 'de_DE' || locale === 'sv_SE'
    const wrong = locales.flatMap((locale) =>
      textsOf(locale)
        .filter(([, text]) => (isSpaced(locale) ? /\S…|\.\.\./ : /\s…|\.\.\./).test(text))
        .map(([key, text]) => `${locale} ${key}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  it('call a screen of administration in the navigation as the screen is titled', () => {
    const screens = {
      selectOptions: 'selectoption',
      restrictionText: 'restrictiontext',
      permitManagement: 'permit',
      institutionManagement: 'institution',
      labelManagement: 'label',
      countryManagement: 'country',
      regionManagement: 'region',
      categoryText: 'categorytext',
      biostandard: 'biostandard',
      checklist: 'checklist',
      listManagement: 'list',
      pubSearch: 'pubsearch',
      fieldManagement: 'fielddefinition',
      category: 'category',
      component: 'component',
      hobbyGarden: 'hobbygarden',
    }
    for (const locale of locales) {
      const texts = new Map(textsOf(locale))
      for (const [route, entityclass] of Object.entries(screens))
        expect([locale, texts.get(`frame:routes.${route}`)]).toEqual([
          locale,
          texts.get(`admin:class.${entityclass}.title`) ?? 'a title',
        ])
    }
  })

  it('have a sentence for each outcome of each kind of job, and of each action on an approval', () => {
    const kinds = batchJob.shape.kind.options
    const wanted = [
      ...['complete', 'partly', 'aborted'].flatMap((end) => kinds.map((kind) => `frame:jobs.${end}.${kind}`)),
      ...[...approvalActionOrder, 'approve'].map((action) => `product:approvals.done.${action}`),
      ...Object.keys(productSentences).map((key) => `product:problem.${key}`),
    ]
    for (const locale of locales) {
      const texts = new Map(textsOf(locale))
      const lacks = wanted.filter((key) => !texts.has(key) && !texts.has(`${key}_other`))
      expect([locale, lacks]).toEqual([locale, []])
    }
  })

  it('say of one entry of a job what agrees with one', () => {
    const wrong = locales.flatMap((locale) => {
      const texts = textsOf(locale).filter(([key]) => /^frame:jobs\.(partly|aborted)\./.test(key))
      const plural =
        / fehlen| würden|éléments|factures|\b(voci|fatture)\b|ontbreken|zouden|faltan|procesadas|procesarían/
      return texts
        .filter(([key, text]) => !/_(few|many|other)$/.test(key) && plural.test(text))
        .map(([key, text]) => `${locale} ${key}: ${text}`)
    })
    expect(wrong).toEqual([])
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

  it('agree with no name of a standard, whose gender nobody knows: they say the approval, or the standard', () => {
    const nouns: Partial<Record<Locale, RegExp>> = {
      es_ES: /autorización «/,
      fr_FR: /autorisation «/,
      hr_HR: /standard „/,
      it_IT: /autorizzazione «/,
      ro_RO: /autoriz\p{L}+ „/u,
      sv_SE: /godkännandet ”/,
    }
    const keys = ['obstacle.approvalDependency', 'effect.confirm', 'effect.approve', 'effect.grantyear']
    for (const [locale, noun] of Object.entries(nouns)) {
      const said = textsOfFeature(locale as Locale, 'product.json').filter(
        ([key, text]) =>
          keys.some((one) => key === `approvals.${one}`) && text.toLowerCase().includes('{{standard}}'),
      )
      expect(said.length).toBeGreaterThan(2)
      for (const [key, text] of said)
        expect([locale, key, noun.test(text.toLowerCase())]).toEqual([locale, key, true])
    }
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
