/** The layout holds: contracts, handlers, routes, documents and texts agree, and nobody crosses a boundary. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { portOf } from '../functions/runtime/ports.ts'
import { isCallName, loadCall } from '../functions/wiring/calls.ts'
import { callFiles, catalogueSource, readContracts } from '../scripts/catalogue.ts'
import { committedOpenApi, openApiText } from '../scripts/openapi.ts'
import { catalogue } from '../shared/catalogue.ts'
import { fallbackLocale, type Locale, locales } from '../shared/constants.ts'
import { errorCodes } from '../shared/errors.ts'
import { matrix } from '../shared/rules/permissions.ts'
import { fillText, loadErrorTexts, sayError } from '../shared/texts/error-texts.ts'
import { mayBeSame } from './fixtures/same-words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const filesIn = (folder: string, ending = /\.(ts|tsx|mts|mjs)$/): string[] =>
  existsSync(`${root}${folder}`)
    ? readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter((file) => ending.test(file))
        .sort()
    : []
const layers = ['shared', 'functions', 'web', 'scripts', 'lib', 'bin']
const sources = layers.flatMap((folder) => filesIn(folder))

describe('calls', () => {
  it('have one contract each, named as its path', async () => {
    for (const { file, contract } of await readContracts()) expect(contract.name).toBe(file)
  })
  it('have a handler for each contract, and no other', () => {
    expect(callFiles('functions/calls')).toEqual(callFiles('shared/calls'))
  })
  it('have handlers that do what their path says, with ports that there are', async () => {
    const ports = [...read('functions/runtime/ports.ts').matchAll(/^ {2}(\w+): \w+$/gm)].map(
      (match) => match[1],
    )
    expect(ports.length).toBeGreaterThan(8)
    for (const name of callFiles('functions/calls').filter(isCallName)) {
      const found = await loadCall(name)
      expect(found?.contract).toBe(catalogue[name])
      expect(ports).toEqual(expect.arrayContaining((found?.uses ?? []).map(portOf)))
      expect(new Set(found?.uses).size).toBe(found?.uses.length)
    }
  })
  it('write no state under a revision that their caller names: saveEntity takes it from the state itself', () => {
    const files = ['functions/calls', 'functions/workers', 'functions/services'].flatMap((f) => filesIn(f))
    const named = files.filter((file) => /expectRev: *(input|change|options)\b/.test(read(file)))
    expect(named).toEqual([])
  })
  it('ask for a right that there is', () => {
    const known = ['public', 'single-sign-on', 'signed-in', ...Object.keys(matrix)]
    for (const { name, access } of Object.values(catalogue))
      expect([name, known.includes(access)]).toEqual([name, true])
  })
  it('log nothing but keys of their input that are neither texts nor secrets', () => {
    const harmless = [
      'id',
      'rev',
      'list',
      'action',
      'standard',
      'entityClass',
      'entityclass',
      'source',
      'kind',
      'mode',
      'template',
    ]
    for (const { name, logged } of Object.values(catalogue))
      expect([name, logged.filter((key) => !harmless.includes(key))]).toEqual([name, []])
  })
  it('are all in the catalogue', async () => {
    expect(read('shared/catalogue.ts'), 'run npm run catalogue').toBe(await catalogueSource())
  })
  it('are all in openapi.json', async () => {
    expect(committedOpenApi() === (await openApiText()), 'run npm run openapi').toBe(true)
    const document = JSON.parse(committedOpenApi())
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(Object.keys(catalogue).map((name) => `/api/${name}`))
    const references = [...committedOpenApi().matchAll(/"\$ref": ?"#\/([^"]+)"/g)].map((match) => match[1]!)
    const at = (path: string) => path.split('/').reduce((value, key) => value?.[key], document)
    expect(references.filter((path) => at(path) === undefined)).toEqual([])
  })
})

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
    expect([...named].filter((key) => !(key in texts)).sort()).toEqual([])
  })
  it('are said by key, else by code, else as the server said it', async () => {
    const texts = await loadErrorTexts('en_GB')
    const error = { code: 'not_found', message: 'as sent' }
    expect(sayError(texts, { ...error, details: { key: 'productNotFound', params: { id: 'p1' } } })).toBe(
      'Product with ID p1 not found.',
    )
    expect(sayError(texts, error)).toBe(texts['not_found'])
    expect(sayError(texts, { code: 'new_code', message: 'as sent' })).toBe('as sent')
    expect(fillText('{{a}} of {{b}}', { a: 1 })).toBe('1 of {{b}}')
  })
})

type Tree = { [key: string]: string | Tree }
const leavesOf = (tree: Tree, at = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${at}${key}`, value] as [string, string]]
      : leavesOf(value, `${at}${key}.`),
  )
/** i18next's plural endings differ by language; the key without them must be there everywhere. */
const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

describe('texts of the screens', () => {
  const features = filesIn(`web/texts/${fallbackLocale}`, /\.json$/).map((file) => file.split('/').at(-1)!)
  const textsOf = (locale: Locale, feature: string): [string, string][] => {
    const path = `web/texts/${locale}/${feature}`
    return existsSync(`${root}${path}`) ? leavesOf(JSON.parse(read(path))) : []
  }
  it('are there in every language: same files, same keys, nothing empty', () => {
    const missing: string[] = []
    for (const locale of locales)
      for (const feature of features) {
        const have = new Map(textsOf(locale, feature))
        const keys = new Set([...have.keys()].map(singular))
        const wanted = new Set(textsOf(fallbackLocale, feature).map(([key]) => singular(key)))
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
        const have = new Set(textsOf(locale, feature).map(([key]) => key))
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
        textsOf(fallbackLocale, feature).map(([key, text]) => [singular(key), names(text)]),
      )
      for (const locale of locales)
        for (const [key, text] of textsOf(locale, feature)) {
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
      const model = new Map(textsOf(fallbackLocale, feature))
      for (const locale of locales.filter((one) => one !== fallbackLocale))
        for (const [key, text] of textsOf(locale, feature)) {
          const isWord = /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, ''))
          if (isWord && model.get(key) === text && !mayBeSame(locale, text))
            same.push(`${locale}/${feature} ${key}: ${text}`)
        }
    }
    expect(same).toEqual([])
  })
})

const documents = ['README.md', ...filesIn('docs', /\.md$/)]

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

/** `functions/workers/<kind>.ts`, `{kind}` and `…` stand for any name. */
const pathPattern = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .split(/<\w+>|\{\w+\}|…|\*+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}(/|$)`,
  )
/** A path of the repository, not one of a stage, of data, of a package or of a call. */
const isPathOfOurs = (path: string) =>
  /^(shared|functions|web|scripts|lib|bin|test|docs)\//.test(path) || /^[a-z][^@]*\.(tsx?|mjs|md)$/.test(path)

describe('dependencies', () => {
  const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  /** Used by another way than a file that names them. */
  const otherwise: Record<string, string> = {
    node: 'the version that everything runs in',
    '@swc/core': 'reads TypeScript for dependency-cruiser',
    '@testing-library/dom': 'demanded by @testing-library/react',
  }
  const configuration = ['vite.config.ts', 'vitest.config.ts', 'vitest.cloud.config.ts']
  const named = (files: string[]) => {
    const texts = files.map(read).join('\n')
    // As a module, a font of a style sheet, a file in it, or the environment of a test.
    return (name: string) =>
      ['', '/'].some((end) => new RegExp(`['"\`/]${name}${end || `['"\`]`}`).test(texts))
  }
  const inProduct = named([...sources, ...filesIn('web', /\.css$/), ...configuration])
  const inTests = named(filesIn('test'))
  const inScripts = (name: string) => Object.values(scripts!).some((line) => line.includes(`/${name}/`))
  const isTypes = (name: string) => name.startsWith('@types/')

  it('are each used by somebody', () => {
    const unused = [...Object.keys(dependencies!), ...Object.keys(devDependencies!)].filter(
      (name) =>
        !(name in otherwise) && !isTypes(name) && !inProduct(name) && !inTests(name) && !inScripts(name),
    )
    expect(unused).toEqual([])
  })
  it('have types only for what is used', () => {
    const unused = Object.keys(devDependencies!)
      .filter(isTypes)
      .map((name) => name.slice('@types/'.length))
      .filter((name) => !(name in otherwise) && !inProduct(name) && !inTests(name))
    expect(unused).toEqual([])
  })
  it('are only for development where only tests use them', () => {
    const misplaced = Object.keys(dependencies!).filter(
      (name) => !(name in otherwise) && !inProduct(name) && inTests(name),
    )
    expect(misplaced).toEqual([])
  })
})

describe('files', () => {
  it('import zod in the form that bundles small', () => {
    const wrong = [...sources, ...filesIn('test')].filter((file) =>
      read(file)
        .split('\n')
        .some(
          (line) => /^import .*from 'zod'$/.test(line) && !/^import (type )?\* as z from 'zod'$/.test(line),
        ),
    )
    expect(wrong).toEqual([])
  })
  it('are named in kebab-case', () => {
    // A port's wiring in the cloud has the name of the port, which is a key of `Ports`.
    const named = sources
      .filter((file) => !file.startsWith('functions/wiring/aws/'))
      .filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(file))
    expect(named).toEqual([])
  })
  it('are short enough to be read at once', () => {
    /** Longer for a reason. */
    const allowed: Record<string, string> = {
      'functions/adapters/embedded/search/class-index.ts': 'one data structure with its operations',
      'scripts/register/map.ts': 'one table from the words of the register to ours',
      'functions/adapters/embedded/search/nodes.ts': 'one node type per operator of the query language',
    }
    const long = sources
      .map((file) => ({ file, lines: read(file).split('\n').length }))
      .filter(({ file, lines }) => lines > 400 && !(file in allowed))
    expect(long).toEqual([])
  })
  it('have decisions without effects: nothing in the domain waits', () => {
    const waiting = filesIn('functions/domain').filter((file) =>
      /\basync\b|\bawait\b|\bPromise</.test(read(file)),
    )
    expect(waiting).toEqual([])
  })
  it('say the words of the field: those that were replaced do not come back', () => {
    const files = [...sources, ...filesIn('test'), ...documents, '.dependency-cruiser.mjs'].filter(
      (file) => file !== 'test/boundaries.test.ts',
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
  it('are there where documents name them', () => {
    const files = [...layers, 'test', 'docs'].flatMap((folder) => filesIn(folder, /./))
    const missing: string[] = []
    let count = 0
    for (const document of documents) {
      const text = read(document)
      for (const [, path] of text.matchAll(/`([\w.@-]+\/[^`\s]*)`/g)) {
        if (!isPathOfOurs(path!)) continue
        count++
        if (!files.some((file) => pathPattern(path!).test(file))) missing.push(`${document}: ${path}`)
      }
      for (const [, link] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
        if (/^[a-z]+:/.test(link!)) continue
        count++
        if (!existsSync(new URL(link!, `file://${root}${document}`))) missing.push(`${document}: ${link}`)
      }
    }
    expect(missing).toEqual([])
    expect(count).toBeGreaterThan(100)
  })
  it('keep to the layers and their boundaries', () => {
    const result = spawnSync(
      process.execPath,
      [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.mjs',
        '--output-type',
        'err',
        ...layers,
      ].filter((arg) => !layers.includes(arg) || existsSync(`${root}${arg}`)),
      { cwd: root, encoding: 'utf8' },
    )
    expect(stripVTControlCharacters(result.stdout)).toMatch(/no dependency violations found/)
    // A scan that found nothing to read would be content with everything.
    expect(Number(/\((\d+) modules/.exec(result.stdout)?.[1])).toBeGreaterThan(200)
  })
})
