/** Exports through the real runtime: started by a call, made by the worker, read by other programs' readers. */
import { parse } from 'csv-parse/sync'
import readSheets from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { chosenKey, fileKey, partKey } from '../../functions/domain/export/job.ts'
import type { FileStore } from '../../functions/ports/file-store.ts'
import type { DemoUser } from '../../scripts/seed/people.ts'
import { abort } from '../../shared/calls/batch/job/abort.ts'
import { checkstatus } from '../../shared/calls/batch/job/checkstatus.ts'
import { run } from '../../shared/calls/bml/export/run.ts'
import { status } from '../../shared/calls/bml/export/status.ts'
import { create } from '../../shared/calls/bml/product/create.ts'
import { save } from '../../shared/calls/bml/product/save.ts'
import { search } from '../../shared/calls/bml/product/search.ts'
import { CallError } from '../../shared/errors.ts'
import type { CompanyData } from '../../shared/model/company.ts'
import { type Harness, ids, refusal, startHarness } from './harness.ts'
import { set } from './product-data.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
  await h.indexed()
})
afterAll(() => h.close())
const { compost, neem, basalt } = ids.product
const english = { format: 'csv', language: 'en_GB' } as const
type Order = Partial<z.input<typeof run.input>> & { columns: string[] }
async function order(user: DemoUser, input: Order, on = h) {
  return (await on.as(user).call(run, { ...english, ...input })).jobId
}
async function exported(user: DemoUser, input: Order, on = h) {
  const id = await order(user, input, on)
  await on.worked()
  const answer = await on.as(user).call(status, { id })
  expect(answer).toMatchObject({ isOver: true, result: expect.stringContaining(fileKey(id)) })
  return { id, answer, body: Buffer.from((await on.ports.files.get(fileKey(id))).body) }
}
const readCsv = (body: Buffer, delimiter = ',') =>
  parse(body, { bom: true, delimiter, record_delimiter: '\r\n' }) as string[][]
const csv = async (user: DemoUser, input: Order) => readCsv((await exported(user, input)).body)

describe('a CSV file', () => {
  it('has the columns of the grid, in its order, with titles, labels and days of the chosen language', async () => {
    const columns = ['name', 'rev', 'created', 'isNationalPartner', 'categoryTree', 'manufacturer']
    expect(await csv('admin', { columns })).toEqual([
      ['Trade name', 'Revision', 'Created', 'National partner', 'Category', 'Manufacturer'],
      [
        'Aare Compost Gold',
        '1',
        '01/06/2025 6:00:00',
        'no',
        '1-1 Fertilisers / Compost',
        'Nordhain Biodünger GmbH',
      ],
      ['Basalt Dust', '1', '01/06/2025 6:00:00', 'no', '1-1 Fertilisers / Compost', ''],
      ['Neem Vert', '1', '01/06/2025 6:00:00', 'no', expect.stringContaining('Plant oils'), ''],
    ])
    const { body } = await exported('admin', { columns, language: 'de_DE', sorting: ['name:desc'] })
    expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(readCsv(body, ';').map((row) => row.slice(0, 4))).toEqual([
      ['Handelsname', 'Revision', 'Angelegt', 'Nationaler Partner'],
      ['Neem Vert', '1', '01.06.2025 6:00:00', 'nein'],
      ['Basalt Dust', '1', '01.06.2025 6:00:00', 'nein'],
      ['Aare Compost Gold', '1', '01.06.2025 6:00:00', 'nein'],
    ])
    const plain = await exported('admin', {
      columns,
      csv: { separator: '\t', hasMark: false },
    })
    expect(plain.body.toString('utf8').startsWith('Trade name\tRevision')).toBe(true)
  })
  it('says approvals, people and institutions in words, of the chosen list', async () => {
    const columns = ['name', 'lists.approvals.summary', 'lists.approvedUntil', 'createdBy', 'responsible']
    const [titles, ...rows] = await csv('core', { columns, list: ids.list.ch, ids: [compost, basalt] })
    expect(titles![1]).toBe('Approvals (Switzerland)')
    const { list } = await h.as('core').call(search, { columns, list: ids.list.ch })
    expect(rows.map((row) => row[0])).toEqual(['Aare Compost Gold', 'Basalt Dust'])
    expect(rows[0]![1]).toBe('Approved: EU organic')
    expect(rows[0]![2]).toBe('31/01/2027')
    expect(rows[1]!.slice(1, 3)).toEqual(['Open', ''])
    expect(list.find((row) => row.id === compost)!.columns['lists.approvedUntil']).toContain('2027-01-31')
    for (const row of rows) {
      expect(row[3]).not.toMatch(/^$|^[0-9a-f-]{36}$/)
      expect(row[4]).not.toMatch(/^$|^[0-9a-f-]{36}$/)
    }
  })
  it('is of what a filter finds, without what was left out, or of what was chosen', async () => {
    const columns = ['name']
    const attributeFilter = { field: 'name', comparison: 'contains', value: 'a' } as const
    expect(await csv('admin', { columns, attributeFilter, except: [basalt] })).toEqual([
      ['Trade name'],
      ['Aare Compost Gold'],
    ])
    expect(await csv('admin', { columns, name: 'neem' })).toEqual([['Trade name'], ['Neem Vert']])
    expect(await csv('admin', { columns, ids: [neem, compost], sorting: ['name:desc'] })).toEqual([
      ['Trade name'],
      ['Neem Vert'],
      ['Aare Compost Gold'],
    ])
  })
})

describe('packages of companies', () => {
  const columns = ['name']
  const of = { ids: [compost, basalt] }
  const catalog = [{ role: 'distributor', addresses: 'catalog' }] as const
  it('are columns of the address for the catalogue, else of the main one, behind the others', async () => {
    const [titles, ...rows] = await csv('core', { columns, ...of, packages: [...catalog] })
    expect(titles!.slice(0, 5)).toEqual([
      'Trade name',
      'Distributor – Name',
      'Distributor – Customer number',
      'Distributor – Street',
      'Distributor – Postcode',
    ])
    const cells = (row: number) => Object.fromEntries(titles!.map((title, i) => [title, rows[row]![i]]))
    expect(cells(0)).toMatchObject({
      'Distributor – Name': 'Nordhain Biodünger GmbH',
      'Distributor – Customer number': '1001',
      'Distributor – City': 'Aarau',
      'Distributor – Country': 'Switzerland',
    })
    expect(new Set(rows[1]!.slice(1))).toEqual(new Set(['']))
  })
  /** The company with its data changed, for as long as `during` takes. */
  async function changed(change: (data: CompanyData) => CompanyData, during: () => Promise<void>) {
    const { entities } = h.ports
    const company = (await entities.get('company', ids.company.nordhain))!
    await entities.put({ ...company, data: change(company.data) }, { expectRev: company.rev })
    await during().finally(() => entities.put(company, { expectRev: company.rev + 1 }))
  }
  it('show an address for invoices to who may see it alone', async () => {
    const packages = [{ role: 'distributor', addresses: 'invoice' } as const]
    const city = async (user: DemoUser) => {
      const [titles, row] = await csv(user, { columns, ids: [compost], packages })
      return row![titles!.indexOf('Distributor (invoice) – City')]
    }
    expect(await city('core')).toBe('Olten')
    const owner = ids.institution.france
    await changed(
      (data) => ({ ...data, baseData: { ...data.baseData, owner } }),
      async () => expect(await city('core')).toBe('Aarau'),
    )
  })
  it('say of which company there is no address', async () => {
    await changed(
      (data) => ({ ...data, addresses: {} }),
      async () => {
        const { id } = await exported('core', { columns, ids: [compost], packages: [...catalog] })
        const { errors } = await h.as('core').call(checkstatus, { id })
        expect(errors.map(({ text }) => text)).toEqual([
          { key: 'exportNoAddress', params: { company: 'Nordhain Biodünger GmbH' } },
        ])
      },
    )
  })
  it('are each there once, in a workbook too', async () => {
    const twice = { columns, packages: [...catalog, ...catalog] }
    expect((await refusal(order('core', twice))).status).toBe(400)
    const { body } = await exported('core', {
      columns,
      ids: [compost],
      format: 'xls',
      packages: [...catalog],
    })
    const [sheet] = await readSheets(body)
    expect(sheet!.data[1]!.slice(0, 3)).toEqual(['Aare Compost Gold', 'Nordhain Biodünger GmbH', 1001])
  })
})

describe('a workbook', () => {
  it('has real numbers and days, and opens in another program', async () => {
    const columns = ['name', 'rev', 'created', 'lists.approvedUntil']
    const { body } = await exported('admin', { columns, format: 'xls', ids: [compost] })
    const [sheet] = await readSheets(body)
    expect(sheet!.sheet).toBe('Products')
    expect(sheet!.data).toEqual([
      ['Trade name', 'Revision', 'Created', 'Approved until'],
      ['Aare Compost Gold', 1, new Date('2025-06-01T06:00Z'), new Date('2027-01-31')],
    ])
  })
  it('has texts that nothing is done with; where only the beginning of one is in the file, the job says so', async () => {
    // A text has 20,000 characters at most, in each of its languages; the index has 8000 of each.
    const part = 'x'.repeat(19_999)
    const { id } = await h.as('admin').call(create, {
      patch: [
        set(ids.list.base, 'basis-f1', { textValue: '=cmd|calc' }),
        set(ids.list.base, 'basis-f2', { textValue: { de_DE: `d${part}`, en_GB: `e${part}` } }),
      ],
    })
    await h.indexed()
    const columns = ['name', 'lists.basis-f2']
    const beginning = `d${part.slice(0, 7998)}…, e${part.slice(0, 7998)}…`
    const inSheet = await exported('admin', { columns, format: 'xls', ids: [id] })
    expect((await readSheets(inSheet.body))[0]!.data[1]).toEqual(['=cmd|calc', beginning])
    const inCsv = await exported('admin', { columns, ids: [id] })
    expect(readCsv(inCsv.body)[1]).toEqual(["'=cmd|calc", beginning])
    for (const job of [inSheet, inCsv]) {
      const { errors, failed } = await h.as('admin').call(checkstatus, { id: job.id })
      expect([failed, errors]).toEqual([
        0,
        [
          {
            unit: '=cmd|calc',
            message: expect.stringContaining('8000'),
            text: { key: 'exportTextCut', params: { column: expect.any(String), max: 8000 } },
          },
        ],
      ])
    }
  })
})

describe('an export', () => {
  it('holds for each viewer what they may see, and nothing else', async () => {
    await h.as('admin').call(save, {
      id: neem,
      rev: await h.revOf(neem),
      patch: [set(ids.list.base, 'composition-f1', { textValue: 'SECRET' })],
    })
    await h.indexed()
    const columns = ['name', 'composition-f1', 'lists.components.name', 'manufacturer']
    const whole = await exported('admin', { columns })
    expect(whole.body.toString()).toContain('Secret binder')
    const ofNational = await exported('national', { columns, ids: [compost, neem, basalt] })
    expect(readCsv(ofNational.body).map((row) => row[0])).toEqual(['Trade name', 'Neem Vert'])
    expect(ofNational.body.toString()).not.toMatch(/Secret binder|Compost|Basalt/)
    // What is not seen counts like what is not there.
    expect(ofNational.answer).toMatchObject({ done: 3, total: 3, failed: 2 })
    const { errors } = await h.as('national').call(checkstatus, { id: ofNational.id })
    expect(errors.map(({ text }) => text?.key)).toEqual(['exportRowGone', 'exportRowGone'])
    expect((await csv('company', { columns })).map((row) => row[0])).toEqual([
      'Trade name',
      'Aare Compost Gold',
    ])
    await expect(order('registered', { columns })).rejects.toMatchObject({ status: 403 })
  })
  it('is known to who started it, and to administrators', async () => {
    const { id } = await exported('core', { columns: ['name'] })
    expect((await h.as('admin').call(status, { id })).result).toBeDefined()
    for (const other of ['core2', 'national', 'company'] as const)
      expect((await refusal(h.as(other).call(status, { id }))).status).toBe(404)
    for (const none of [ids.nothing, ids.list.base])
      expect((await refusal(h.as('core').call(status, { id: none }))).status).toBe(404)
  })
  it('is not given any more once its starter may see something else', async () => {
    const { id } = await exported('national', { columns: ['name'] })
    const account = (await h.ports.entities.get(ids.institution.france))!
    const users = (account.data as { users: string[] }).users
    const write = async (next: string[]) => {
      const now = (await h.ports.entities.get(ids.institution.france))!
      await h.ports.entities.put({ ...now, data: { ...now.data, users: next } }, { expectRev: now.rev })
    }
    await write(users.filter((one) => one !== ids.account.national))
    expect(await h.as('national').call(status, { id })).toMatchObject({
      isOver: true,
      text: { key: 'exportOtherRights' },
    })
    await write(users)
    expect((await h.as('national').call(status, { id })).result).toBeDefined()
    h.clock.advance(30 * 24 * 3600)
    expect(await h.as('national').call(status, { id })).toMatchObject({ text: { key: 'exportEnded' } })
  })
  it('ends with the reason where its starter may see something else by the time of a unit, whatever they may see later', async () => {
    let tries = 0
    let change = async (_: (users: string[]) => string[]) => {}
    const putPieces: FileStore['putPieces'] = async (...asked) => {
      if (tries++ > 0) return h.ports.files.putPieces(...asked)
      await change((users) => users.filter((one) => one !== ids.account.national))
      throw new Error('the process is gone')
    }
    const changing = await startHarness({ ports: { files: { ...h.ports.files, putPieces } } })
    change = async (next) => {
      const { entities } = changing.ports
      const now = (await entities.get('institution', ids.institution.france))!
      const data = { ...now.data, users: next(now.data.users) }
      await entities.put({ ...now, data }, { expectRev: now.rev })
      // Whoever works elsewhere learns of it by then.
      changing.clock.advance(60)
    }
    await changing.indexed()
    const id = await order('national', { columns: ['name'] }, changing)
    await changing.worked()
    await change((users) => [...users, ids.account.national])
    expect(await changing.as('national').call(status, { id })).toMatchObject({
      isOver: true,
      text: { key: 'exportOtherRights' },
    })
    expect(await h.ports.files.has(fileKey(id))).toBe(false)
    await changing.close()
  })
  it('leaves nothing but its file', async () => {
    const { id } = await exported('core', { columns: ['name'], ids: [compost, basalt] })
    expect(
      await Promise.all([chosenKey(id), partKey(id, 0), fileKey(id)].map((key) => h.ports.files.has(key))),
    ).toEqual([false, false, true])
  })
  it('is refused where a column is unknown, a sixth one is a category, a list is not seen, or it is asked in two ways', async () => {
    const wrong = async (user: DemoUser, input: Order) => (await refusal(order(user, input))).status
    expect(await wrong('admin', { columns: ['nothing'] })).toBe(400)
    const categories = ['category', 'categoryTree', 'inCategory', 'lists.category', 'lists.inCategory']
    expect(await wrong('admin', { columns: [...categories, 'lists.categoryTree'] })).toBe(400)
    expect(await wrong('national', { columns: ['name'], list: ids.list.ch })).toBe(400)
    expect(await wrong('admin', { columns: ['name'], list: ids.nothing })).toBe(400)
    expect(await wrong('admin', { columns: ['name'], ids: [compost], name: 'x' })).toBe(400)
    expect(await wrong('admin', { columns: ['name'], sorting: ['nothing:asc'] })).toBe(400)
    expect((await csv('admin', { columns: categories }))[0]).toHaveLength(5)
  })
  it('that is stopped has no file', async () => {
    const away = async () => {
      throw new CallError('search_unavailable', 'The search is not available.')
    }
    const stuck = await startHarness({ ports: { files: { ...h.ports.files, putPieces: away } } })
    await stuck.indexed()
    const id = await order('core', { columns: ['name'], ids: [compost] }, stuck)
    await stuck.as('core').call(abort, { id })
    expect(await stuck.as('core').call(status, { id })).toMatchObject({
      isOver: true,
      text: { key: 'exportAborted' },
    })
    await stuck.close()
  })
})
