/** The register import against a running app: the mapping, other editions, and everything that can be wrong with a file. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { type Api, openApi } from '../../scripts/register/api.ts'
import { isoOf } from '../../scripts/register/country.ts'
import { loadRegister, reportLine } from '../../scripts/register/load.ts'
import type { Texts } from '../../scripts/register/parse.ts'
import { institutionId } from '../../scripts/seed/people.ts'
import { type RunningApp, startApp } from '../../scripts/start/app.ts'
import { load as loadProduct } from '../../shared/calls/bml/product/load.ts'
import { load as loadReference } from '../../shared/calls/eav/reference/load.ts'
import { execute } from '../../shared/calls/search/search/execute.ts'
import { fixedIds } from '../../shared/constants.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import type { Entity } from '../../shared/model/entity.ts'
import type { ProductData } from '../../shared/model/product.ts'
import { type TinyRegister, tinyRegister } from '../fixtures/tiny-register.ts'

let folder: string
let app: RunningApp
let api: Api
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inputlist-register-'))
  const dataDir = join(folder, 'data')
  app = await startApp({ host: '127.0.0.1', port: 0, dataDir, seed: 'none', web: 'none' }, () => {})
  api = await openApi(app.url, 'admin')
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const base = fixedIds.list.base
const fileOf = (name: string, content: Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const quiet = { say: () => {}, progress: () => {} }
const take = (file: string) => loadRegister({ file, url: app.url, user: 'admin' }, quiet)
const takeEdition = (register: TinyRegister) => take(fileOf('edition.xml', tinyRegister(register)))
const counts = ({ created, changed, unchanged, deactivated }: Awaited<ReturnType<typeof take>>) => ({
  created,
  changed,
  unchanged,
  deactivated,
})

async function found<T>(entityClass: string, importKey: string): Promise<Entity<T>> {
  const key = `swiss-ppp:${importKey}`
  const answer = await api.call(execute, {
    entityClass,
    attributeFilter: { field: 'importKey', comparison: 'eq', value: key },
  })
  const [entity] = answer.list as unknown as Entity<T>[]
  if (!entity) throw new Error(`there is no ${entityClass} ${key}`)
  return entity
}
/** Waits until the index has what the store has. */
async function product(importKey: string, rev?: number): Promise<Entity<ProductData>> {
  for (;;) {
    const entity = await found<ProductData>('product', importKey).catch(() => undefined)
    if (entity && (rev === undefined || entity.rev >= rev)) return entity
  }
}
async function reference<T>(name: string): Promise<Entity<T>[]> {
  const { classes } = await api.call(loadReference, { classes: [name] })
  return classes[name] as unknown as Entity<T>[]
}
const swissList = async () => {
  const list = (await reference<{ title: { de_DE: string }; biostandards: string[] }>('list')).find(
    (l) => l.data.title.de_DE === 'Schweiz',
  )
  if (!list) throw new Error('there is no list Schweiz')
  return list
}

const edition: TinyRegister = {
  products: [
    {
      number: '100',
      name: 'Rostlöser',
      sale: true,
      exhaustion: '2027-10-31',
      soldOut: '2026-10-31',
      ingredients: [
        { substance: 'soap', type: 'ADDITIVE_TO_DECLARE', grams: '12.5' },
        { substance: 'copper', percent: '20.5', grams: '205' },
        { substance: 'water', type: 'SAFENER', percent: '0.0015' },
      ],
    },
    { number: '100-1', name: 'Rostlöser Neu', holder: 'vert' },
    { number: '200', name: 'Käferfrei', categories: ['insecticide'], terminated: true },
  ],
  imports: [
    { id: 'F-1', product: '100', name: 'Rostlöser F', admission: '98-7' },
    { id: 'F-2', product: '999', name: 'Waise', admission: '98-8' },
  ],
}

describe('the register', () => {
  it('is loaded by its mapping', async () => {
    const summary = await takeEdition(edition)
    // 2 categories, 3 components, 4 select options, 2 companies, 5 products
    expect(counts(summary)).toEqual({ created: 16, changed: 0, unchanged: 0, deactivated: 0 })
    expect(summary.rejected).toEqual([])
    expect(summary.notes.map(reportLine)).toEqual([
      'line 10, parallel import F-2: loaded without a parent: there is no product 999',
    ])

    const list = await swissList()
    expect(list.data).toMatchObject({ targetAudience: 'commercial', institutes: [institutionId('aare')] })
    const [standard] = (await reference<{ activeInLists: string[] }>('biostandard')).filter((s) =>
      s.data.activeInLists.includes(list.id),
    )
    expect(list.data.biostandards, 'both sides say it').toEqual([standard?.id])
    const first = await product('100')
    expect(first.data.isNationalPartner).toBe(false)
    const root = first.data.listData[base]!
    expect(root).toMatchObject({
      'basis-f1': { textValue: 'Rostlöser' },
      'basis-f4': { booleanValue: true },
      _active: true,
      _category: (await found('category', 'Pilzmittel')).id,
      _responsible: { institution: institutionId('aare') },
    })
    const numbers = ['Pilzmittel', 'Käfermittel'].map(
      async (key) => (await found<{ order: number }>('category', key)).data.order,
    )
    expect(await Promise.all(numbers)).toEqual([1, 2])
    expect(Object.values(root._permits!).map((p) => p.number)).toEqual(['W-100'])
    const components = Object.values(root._components.base)
    expect(components.map(({ secrecy, amount }) => [secrecy, amount])).toEqual([
      ['public', 20.5],
      ['national-partners', 12.5],
      ['national-partners', 0.015],
    ])
    const units = await reference<{ type: string; title: { de_DE: string } }>('selectoption')
    expect(units.find((o) => o.id === components[1]!.unit)?.data.title.de_DE).toBe('g/l')
    expect(units.find((o) => o.id === components[2]!.unit)?.data.title.de_DE).toBe('g/kg')
    expect(root._risklabels!.map((id) => units.find((o) => o.id === id)?.data.title.de_DE).sort()).toEqual([
      'GHS07 Vorsicht',
      'H302 Nicht schlucken.',
    ])

    const national = first.data.listData[list.id]!
    expect(national).toMatchObject({ _active: true, _linked: { 'basis-f1': 'basis', _category: 'basis' } })
    const [approval] = Object.values(national._approval)
    expect(approval).toMatchObject({
      active: true,
      hasEverBeenApproved: true,
      end: '2026-10-31T04:00:00.000Z',
    })

    const [row] = Object.values(root._companies)
    expect(row).toMatchObject({ role: 'distributor' })
    const { list: companies } = await api.call(execute, { entityClass: 'company', name: 'Mühle' })
    const company = companies[0] as unknown as Entity<CompanyData>
    expect(company.id).toBe(row!.company)
    expect(company.data.baseData).toMatchObject({ name: 'Mühle & Söhne AG', owner: institutionId('aare') })
    expect(Object.values(company.data.addresses)).toMatchObject([
      { type: 'main', street: 'Feldweg 3, Postfach 12', zip: '4600', city: 'Olten', phone: '062 111 22 33' },
    ])
    expect(Object.values(company.data.contactPersons)).toMatchObject([{ isMain: true }])
  })
  it('knows a country by the code that is in use, not by one of a state that is gone', () => {
    const names: Texts[] = [{ de: 'Deutschland' }, { fr: 'Russie' }, { de: 'Serbien' }]
    const codes = names.map((texts) => isoOf({ texts, code: undefined }))
    expect(codes).toEqual(['DE', 'RU', 'RS'])
    expect(isoOf({ texts: {}, code: 'DD' })).toBeUndefined()
  })
  it('derives further trade names and parallel imports from their product', async () => {
    const root = await product('100')
    expect((await product('100-1')).data).toMatchObject({
      derivedProductId: root.id,
      isNationalPartner: false,
    })
    const imported = await product('import F-1')
    expect(imported.data).toMatchObject({ derivedProductId: root.id, isNationalPartner: true })
    const numbers = Object.values(imported.data.listData[base]!._permits!).map((p) => p.number)
    expect(numbers).toEqual(['W-100', '98-7'])
    expect((await product('import F-2')).data).not.toHaveProperty('derivedProductId')
    expect((await product('200')).data.listData[base]).toMatchObject({ _active: false })
  })
  it('changes nothing when it is loaded again, also zipped or with other keys', async () => {
    const nothing = { created: 0, changed: 0, unchanged: 16, deactivated: 0 }
    expect(counts(await takeEdition(edition))).toEqual(nothing)
    const uuids = tinyRegister({ ...edition, key: (name) => uuidV5(`tiny/${name}`) })
    const zip = fileOf('edition.zip', zipSync({ 'schema.xsd': new Uint8Array(3), 'Edition.XML': uuids }))
    expect(counts(await take(zip))).toEqual(nothing)
    expect((await product('100')).rev).toBe(1)
  })
  it('changes only what differs in a newer edition, and deactivates what is gone', async () => {
    const [first, second] = edition.products
    const newer = {
      products: [{ ...first!, sale: false }, second!, { number: '300', name: 'Neuling' }],
      imports: edition.imports,
    }
    const summary = await takeEdition(newer)
    expect(counts(summary)).toEqual({ created: 1, changed: 1, unchanged: 13, deactivated: 0 })
    const changed = await product('100', 2)
    expect(changed.data.listData[base]).toMatchObject({ 'basis-f4': { booleanValue: false } })
    const list = await swissList()
    const again = await takeEdition({ products: [first!, second!], imports: edition.imports })
    expect(counts(again)).toMatchObject({ changed: 1, deactivated: 1 })
    const gone = await product('300', 2)
    expect(gone.data.listData[list.id]).toMatchObject({ _active: false })
    const loaded = await api.call(loadProduct, { id: gone.id })
    expect((loaded.data as unknown as ProductData).listData[base]).toMatchObject({ _active: true })
  })
  it('reports each line that cannot be taken, and loads the rest', async () => {
    const summary = await takeEdition({
      products: [
        { name: 'Ohne Nummer' },
        { number: '400' },
        { number: '401', name: 'Gut' },
        { number: '401', name: 'Doppelt' },
        {
          number: '402',
          name: 'Fremd',
          holder: 'nobody',
          soldOut: 'soon',
          ingredients: [{ substance: 'x' }],
        },
      ],
      imports: [{ name: 'Ohne Kennung', product: '401' }],
    })
    expect(summary.rejected.map(reportLine)).toEqual([
      'line 4, product "Ohne Nummer": it has no number (wNbr)',
      'line 5, product 400: it has no name',
      'line 7, product 401: another one has the same number (wNbr)',
      'line 11, parallel import "Ohne Kennung": it has no id',
    ])
    expect(summary.notes.map(reportLine)).toEqual([
      'line 8, product 402: its permission holder nobody is unknown',
      'line 8, product 402: its deadline "soon" is no date',
      'line 8, product 402: an ingredient names the substance x, which is unknown',
      'line 8, product 402: taken without the approval Register of plant protection products in Switzerland: ' +
        'Choose a distributor first.',
    ])
    expect((await product('402')).data.listData[base]!['basis-f1']).toEqual({ textValue: 'Fremd' })
  })
})

/** Runs the script as people do. */
function script(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/import-register.ts', ...args])
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (code) => resolve({ code, out, err: err.trim() }))
  })
}
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('npm run import:register', () => {
  it('says what it did', async () => {
    const file = fileOf('small.xml', tinyRegister({ products: [{ number: '500', name: 'Klein' }] }))
    const first = await script(file, '--url', app.url)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('small.xml: 1 products, 0 parallel imports, 1 companies')
    expect(first.out).toMatch(/\n1 created, 0 changed, \d+ unchanged, 0 rejected/)
    expect((await script(file, '--url', app.url)).out).toMatch(
      /\n0 created, 0 changed, \d+ unchanged, 0 rejected/,
    )
  })
  it.each<[string, () => string, RegExp]>([
    ['a missing file', () => join(folder, 'none.xml'), /^There is no file .*none\.xml\.$/],
    ['an empty file', () => fileOf('empty.xml', new Uint8Array()), /^empty\.xml is empty\.$/],
    [
      'broken XML',
      () => fileOf('broken.xml', tinyRegister(edition).subarray(0, 900)),
      /^The XML of broken\.xml is broken: line \d+, column \d+: .+/,
    ],
    ['other XML', () => fileOf('other.xml', Buffer.from('<a><b/></a>')), /<a> holds no <Product>/],
    ['a text', () => fileOf('text.xml', Buffer.from('hello')), /neither an XML file nor a zip file/],
    [
      'a zip of another kind',
      () => fileOf('other.zip', zipSync({ 'letter.txt': new Uint8Array(9) })),
      /^other\.zip is a zip file without an XML file in it\.$/,
    ],
    [
      'a damaged zip',
      () => fileOf('damaged.zip', zipSync({ 'a.xml': tinyRegister(edition) }).subarray(0, 300)),
      /^damaged\.zip is a damaged zip file/,
    ],
    [
      'an unknown encoding',
      () => fileOf('encoding.xml', Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>')),
      /encoding that is not known: klingon/,
    ],
  ])('refuses %s in one sentence', async (_, file, sentence) => {
    const { code, err } = await script(file(), '--url', app.url)
    expect(err).toMatch(sentence)
    expect(err).not.toContain('\n    at ')
    expect(code).toBe(1)
  })
  it('says that the server cannot be reached, the user is unknown, or the file is missing', async () => {
    const file = fileOf('fine.xml', tinyRegister(edition))
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const unreachable = await script(file, '--url', nowhere)
    expect(unreachable).toMatchObject({ code: 1 })
    expect(unreachable.err).toMatch(/^Inputlist cannot be reached at http:\S+ .*Is it running there\?$/)
    expect(await script(file, '--url', app.url, '--user', 'nobody')).toMatchObject({
      code: 1,
      err: 'there is no user "nobody"',
    })
    const refused = await script(file, '--url', app.url, '--user', 'core')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('(forbidden')
    expect((await script('--url', app.url)).err).toContain('Which file?')
  })
})

const shared = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const real = existsSync(shared) ? readdirSync(shared).find((name) => name.endsWith('.zip')) : undefined

describe.skipIf(!real)(
  `the real register${real ? '' : ': skipped, there is no zip file in ../shared/data'}`,
  () => {
    it('is loaded whole, and changes nothing the second time', { timeout: 300_000 }, async () => {
      const own = mkdtempSync(join(tmpdir(), 'inputlist-real-'))
      const settings = { host: '127.0.0.1', port: 0, dataDir: own, seed: 'none', web: 'none' } as const
      const other = await startApp(settings, () => {})
      try {
        const options = { file: join(shared, real!), url: other.url, user: 'admin' }
        const said: string[] = []
        const first = await loadRegister(options, { ...quiet, say: (line) => said.push(line) })
        expect(said[0]).toContain('1739 products, 760 parallel imports')
        expect(first.rejected).toEqual([])
        expect(first).toMatchObject({ changed: 0, products: 2499 })
        const second = await loadRegister(options, quiet)
        expect(counts(second)).toEqual({ created: 0, changed: 0, unchanged: first.created, deactivated: 0 })
        const core = await openApi(other.url, 'core')
        const { list } = await core.call(execute, {
          entityClass: 'product',
          name: 'Switch',
          columns: ['name'],
        })
        expect(list[0]).toMatchObject({ columns: { name: 'Switch' } })
      } finally {
        await other.stop()
        rmSync(own, { recursive: true, force: true })
      }
    })
  },
)
