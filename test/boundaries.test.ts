/** The layout holds: contracts, handlers, routes and documents agree, and nobody crosses a boundary. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { portOf } from '../functions/runtime/ports.ts'
import { isCallName, loadCall } from '../functions/wiring/calls.ts'
import { callFiles, catalogueSource, readContracts } from '../scripts/catalogue.ts'
import { committedOpenApi, openApiText } from '../scripts/openapi.ts'
import { catalogue } from '../shared/catalogue.ts'
import { matrix } from '../shared/rules/permissions.ts'
import { documents, filesIn, layers, read, root, sources } from './fixtures/project-files.ts'

it('every decision stands in their list', () => {
  const pages = readdirSync(new URL('../docs/decisions/', import.meta.url)).filter(
    (one) => one !== 'README.md',
  )
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, one]) => one!)
  expect(listed.sort()).toEqual(pages.sort())
})

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
      'target',
      'action',
      'standard',
      'entityClass',
      'entityclass',
      'source',
      'kind',
      'mode',
      'template',
      'productId',
      'confirmationId',
      'invoiceId',
      'conversationId',
      'listId',
      'schedule',
      'isOn',
      'dryRun',
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

/** What somebody believes an entity to be. A cast of one field, or of parsed JSON, is another matter. */
const castPattern =
  /\bas (readonly )?((Entity|EntityOf)<|(Job|Product|Company|Account)\b(?!\[)|(Product|Company|Account)Data\b|unknown as\b)/

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
      // A call has the name that the specification gives it.
      .filter((file) => !/^(shared|functions)\/calls\/([a-z]+\/){2}[a-z]+([A-Z][a-z]+)+\.ts$/.test(file))
      .filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(file))
    expect(named).toEqual([])
  })
  it('are short enough to be read at once', () => {
    const linesOf = (file: string) => read(file).split('\n').length - 1
    // Markup takes more lines than what it says.
    const long = sources.filter((file) => linesOf(file) > (file.startsWith('web/') ? 400 : 300))
    expect(long).toEqual([])
  })
  it('take what they read for what it is by asking (`get` with a class, `isOfClass`, `isDataOf`), not by a cast', () => {
    /** Types cannot follow there. */
    const allowed: Record<string, string> = {
      'functions/runtime/handler.ts': 'the ports that a call asks for are picked by their names',
      'functions/services/entity/decide-on-stored.ts':
        'whoever decides knows the classes by names of its own',
      'functions/services/index/index-documents.ts': 'lookups are made in a loop over the names of classes',
      'functions/adapters/aws/search-index.ts': 'the client types answers wider than what was asked for',
      'functions/adapters/aws/search/indices.ts': 'the client types answers wider than what was asked for',
      'functions/adapters/embedded/migrations.ts': 'SQLite types rows by what any row may hold',
      'functions/workers/job/define-job.ts': 'the name of a queue is made of the kind that is given',
    }
    const casting = filesIn('functions').filter((file) => castPattern.test(read(file)))
    expect(casting).toEqual(Object.keys(allowed).sort())
  })
  it('find a cast of an entity, of its data and of anything at all', () => {
    const isFound = (text: string) => castPattern.test(text)
    const wrong = [
      '(await get(id)) as Job | undefined',
      'found as Entity<AccountData>[]',
      'one as EntityOf<C>',
      'data as ProductData',
      'x as unknown as Y',
    ]
    expect(wrong.filter((text) => !isFound(text))).toEqual([])
    const right = [
      "kind as Job['data']['kind']",
      'x as unknown',
      'import { product as Products }',
      'seen as Entity',
    ]
    expect(right.filter(isFound)).toEqual([])
  })
  it('have decisions without effects: nothing in the domain waits', () => {
    const waiting = filesIn('functions/domain').filter((file) =>
      /\basync\b|\bawait\b|\bPromise</.test(read(file)),
    )
    expect(waiting).toEqual([])
  })
  it('refuse with values: only the edge, with unwrap, makes errors of them', () => {
    const throwing = [...filesIn('functions/domain'), ...filesIn('functions/services')].filter((file) =>
      /new CallError\(|\bunwrap\(/.test(read(file)),
    )
    expect(throwing).toEqual([])
  })
  it('load parts of a screen in one way, which bears a lost connection', () => {
    const own = 'web/ui/late-part.ts'
    const bare = filesIn('web').filter(
      (file) => file !== own && /^(import.*\blazy\b|.*= lazy\()/m.test(read(file)),
    )
    expect(bare).toEqual([])
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
    // It reads every file, beside whatever else the machine does.
  }, 120_000)
})
