/** Data sets that are alike but for the variants of what can be hidden (secrecy.kinds.ts). */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentKey } from '../../functions/domain/file/upload.ts'
import { messageId } from '../../functions/services/conversation/open.ts'
import { uuidV5 } from '../../scripts/fixed-ids.ts'
import { type SeedStep, write } from '../../scripts/seed/writer.ts'
import { update as presence } from '../../shared/calls/bml/presence/update.ts'
import type { EntityClassName } from '../../shared/model/entity-classes.ts'
import { frozenClock } from '../fixtures/clock.ts'
import { fileOf } from '../fixtures/files.ts'
import { type Harness, ids, startHarness } from './harness.ts'
import { type Chosen, type Pick, pickOf } from './secrecy.kinds.ts'
import { days, fileId, fileNames, flags, theirs } from './secrecy.parts.ts'
import { productSteps } from './secrecy.products.ts'
import { talkSteps } from './secrecy.talks.ts'

/** What is printed is compared as it was to be printed. */
const asHtml = { print: async (html: string) => new TextEncoder().encode(html) }

type Data = Record<string, unknown>
const { admin, core2 } = ids.account
const contentOf = (name: string) => fileOf(`content of ${name}`, name)
const tree = (value: string) => ({ type: 'simple', field: 'name', comparator: 'contains', value })
const jobOf = (startedBy: string, more: Data = {}) => ({
  kind: 'pdf',
  status: 'complete',
  total: 3,
  done: 3,
  failed: 0,
  startedBy,
  startedOn: days[1],
  endedOn: days[1],
  config: { fileName: 'printed.pdf', options: {}, units: 1, about: startedBy },
  ...more,
})

const invoiceOf = (text: string, amount: number): Data => ({
  type: 'yearly',
  institution: ids.institution.aare,
  companyId: ids.company.nordhain,
  targetYear: 2026,
  invoiceDate: days[0],
  indexData: { company: { name: text } },
  sums: [
    { rule: 'custom', count: 1, price: amount, amount, products: [], text },
    { rule: '5e'.repeat(20), count: 1, price: amount, amount: 0, products: [theirs.main], text },
  ],
  customEntries: { one: { text, amount } },
  currency: 'CHF',
  totals: { net: amount, vatPercent: 0, vat: 0, gross: amount },
  paymentDays: 30,
})

type Add = (
  entityclass: EntityClassName,
  id: string,
  data: Data | undefined,
  more?: Partial<SeedStep>,
) => Promise<number> | undefined
const adderOf =
  (ports: Harness['ports']): Add =>
  (entityclass, id, data, more = {}) =>
    data && write(ports, { id, entityclass, steps: [{ at: days[0], data, ...more }] })
async function addFile(ports: Harness['ports'], id: string, name: string, by?: string) {
  const { announced, body } = contentOf(name)
  await ports.files.put(contentKey(id), body, announced.contentType)
  await adderOf(ports)('uploadedfile', id, { ...announced, flags: [] }, by ? { by } : {})
}

/** Writes what is in all data sets, beside the seeds. */
async function fillCommon({ ports }: Harness): Promise<void> {
  const add = adderOf(ports)
  await Promise.all([
    add('fielddefinition', theirs.column, {
      type: 'numberfield',
      path: 'nutrients-table-purity',
      displayType: 'table',
      displayKey: 'nutrients-table',
      title: { en_GB: 'Purity' },
      secrecy: 'core-partners',
    }),
    add('label', theirs.label, { color: '#1a7f37', title: { en_GB: 'Question' } }),
    add('checklist', theirs.entry, {
      title: { en_GB: 'Recipe seen' },
      mandatory: true,
      options: [{ id: 'yes', title: { en_GB: 'Yes' }, okay: true }],
    }),
    ...flags.map((id, i) =>
      add('selectoption', id, { type: 'invoice-flags', title: { en_GB: `Flag ${i}` } }),
    ),
    ...theirs.folders.map((id, i) =>
      add('selectoption', id, { type: 'message-folder', title: { en_GB: `Folder ${i}` } }),
    ),
    ...fileNames.map((name) => addFile(ports, fileId(name), name)),
  ])
}

/** Writes what was chosen. Nothing of it waits for anything else. */
async function fill(h: Harness, chosen: Chosen): Promise<void> {
  const { ports } = h
  const once = pickOf(chosen, 'once')
  const today = pickOf(chosen, 'today')
  const add = adderOf(ports)
  /** Two more revisions of what the seeds have made. */
  const change = async (id: string, to: (data: Data, pick: Pick) => Data) => {
    for (const [i, pick] of [once, today].entries()) {
      const before = (await ports.entities.get(id))!
      const after = { ...before, rev: before.rev + 1, updated: days[i + 1]!, data: to(before.data, pick) }
      await ports.entities.put(after, { expectRev: before.rev })
    }
  }
  const search = (title: string, more: Data = {}) => ({ title, tree: tree(title), ...more })
  const formerly = once('search that was private', ({ word }) => word) ?? 'willow'
  const ours = { visibleForInstitutions: [ids.institution.aare] }

  await Promise.all([
    today('file that nothing names', ({ id, word }) => addFile(ports, id, `${word}.pdf`, core2)),

    change(ids.company.nordhain, (data, pick) => {
      const { a3: _, ...addresses } = data['addresses'] as Data
      const { p3: __, ...persons } = data['contactPersons'] as Data
      const own = pick('addresses and persons of the owner', ({ word }) => ({
        address: { type: 'invoice', city: word, lists: [], visibleToOwnerOnly: true },
        person: { isMain: false, lastName: word, jurisdictions: [], lists: [], visibleToOwnerOnly: true },
      }))
      const open = {
        isMain: false,
        lastName: 'Open',
        jurisdictions: [],
        lists: [],
        visibleToOwnerOnly: false,
      }
      return {
        ...data,
        addresses: { ...addresses, ...(own && { a3: own.address }) },
        contactPersons: {
          ...persons,
          ...(own && { p3: own.person }),
          // Seen by all, unlike the address that it names.
          p4: own ? { ...open, address: 'a3' } : open,
        },
      }
    }),
    change(ids.company.belmont, (data, pick) => {
      const name = pick('another company', ({ word }) => word) ?? 'Belmont'
      return { ...data, baseData: { ...(data['baseData'] as Data), name } }
    }),
    change(core2, ({ invites: _, ...data }, pick) => ({
      ...data,
      userData: {
        fullname: 'Lena Hofstetter',
        ...pick('settings of an account', ({ word, variant }) => ({
          email: `${word}@demo.inputlist.example`,
          searches: [word],
          selectedUiLanguage: variant === 0 ? 'fr_FR' : 'hu_HU',
        })),
      },
      ...pick('settings of an account', ({ word }) => ({ invites: [{ inviteId: word, created: days[0] }] })),
    })),
    change(theirs.colleague, (data, pick) => {
      const fullname = pick('name of a person', ({ word }) => word) ?? 'Ulrike Thoma'
      return { ...data, staticData: { ...(data['staticData'] as Data), fullname } }
    }),
    change(ids.institution.austria, (data, pick) => ({
      ...data,
      paymentDeadline: pick('invoices of an institution', ({ variant }) => variant) ?? 30,
      invoiceTextsYearly: pick('invoices of an institution', ({ word }) => ({ en_GB: word })) ?? {},
    })),

    add(
      'savedsearch',
      theirs.search,
      today('private search', ({ word }) => search(word)),
      { by: core2 },
    ),
    add(
      'savedsearch',
      theirs.institutional,
      today('search of an institution', ({ word }) => search(word, ours)),
      { by: core2 },
    ),
    write(ports, {
      id: theirs.shared,
      entityclass: 'savedsearch',
      steps: [search(formerly), search('Shared', { isPublic: true })].map((data, i) => ({
        at: days[i + 1]!,
        by: core2,
        data,
      })),
    }),
    add(
      'columnset',
      theirs.columns,
      today('private set of columns', ({ word }) => ({ title: word, columns: ['name'] })),
      { by: core2 },
    ),
    add(
      'exportset',
      theirs.exports,
      today('private set of an export', ({ word }) => ({ title: word, columns: ['name'] })),
      { by: core2 },
    ),

    add(
      'listing_confirmation',
      theirs.confirmation,
      today('confirmation of a list', ({ word }) => ({
        productId: theirs.main,
        listIds: [ids.list.base, ids.list.ch],
        institutionId: ids.institution.aare,
        companyId: ids.company.nordhain,
        language: 'de_DE',
        type: 'listing',
        site: `https://${word}.example`,
      })),
      { by: core2 },
    ),

    add(
      'invoice',
      theirs.draft,
      today('draft of an invoice', ({ word, amount }) => invoiceOf(word, amount)),
    ),
    write(ports, {
      id: theirs.invoice,
      entityclass: 'invoice',
      // What it was as a draft is not told to its company, nor whom it was mailed to.
      steps: [
        once('history of an invoice', ({ word, amount }) => invoiceOf(word, amount)) ?? invoiceOf('maple', 7),
        {
          ...(today('invoice that was sent', ({ word, amount }) => invoiceOf(word, amount)) ??
            invoiceOf('maple', 8)),
          number: 'aare-2026-000001',
          sendDate: days[2],
          ...today('working notes of an invoice', ({ word }) => ({
            cc: [`${word}@demo.inputlist.example`],
            sentTo: [`${word}@demo.inputlist.example`],
            mailedAgain: { date: days[2], job: theirs.job },
            unindex: [{ productId: theirs.main, listId: ids.list.base, on: days[2] }],
          })),
        },
      ].map((data, i) => ({ at: days[i]!, by: admin, data })),
    }),
    add(
      'feeschedule',
      theirs.schedule,
      today('fee schedule', ({ word, amount }) => ({
        institution: ids.institution.aare,
        year: 2026,
        currency: 'CHF',
        eu: { base: amount },
        textsYearly: { en_GB: word },
      })),
    ),

    ...talkSteps(once, today).flatMap(({ id, steps, messages }) => [
      write(ports, { id, entityclass: 'conversation', steps }),
      ...messages.map(async (data, i) =>
        write(ports, {
          id: await messageId(id, i + 1),
          entityclass: 'message',
          steps: [{ at: days[0], by: core2, data }],
        }),
      ),
    ]),
    today('draft of a message', ({ word }) =>
      ports.drafts.keep(core2, theirs.talk, { text: word, attachments: [], at: days[0] }, undefined),
    ),
    today('job of another person', async ({ word, variant }) => {
      const failed = 1 + variant
      const reason = { unit: word, message: `reason of ${word}` }
      await add('batchjob', theirs.job, jobOf(admin, { failed, errors: [reason] }), { by: admin })
      const units = [{ rows: 1, content: {} }]
      await ports.jobStore.putStep(theirs.job, 0, 0, { first: 0, rowsBefore: 0, units })
      await ports.jobStore.putOutcome(theirs.job, 0, 0, {
        done: 0,
        failed,
        counts: { failed },
        reasons: [reason],
      })
    }),
    ...Object.entries(theirs.ownJobs).map(([account, id]) => {
      const by = today('sign-in of who started a job', ({ word }) => ({ startedBySub: word }))
      return add('batchjob', id, jobOf(account, by), { by: account })
    }),

    ...Object.entries(productSteps(once, today)).map(([id, steps]) =>
      write(ports, { id, entityclass: 'product', steps }),
    ),
    today('people at a product', ({ variant }) =>
      h.as('core2').call(presence, { section: 'equipoProducts', id: theirs.main, unsaved: variant === 1 }),
    ),
    today('notes that another person read', ({ day }) =>
      ports.noteMarks.change(core2, theirs.main, { [`${ids.list.base}/open`]: day }),
    ),
  ])
}

export interface World extends Harness {
  /** New ids are given from the first on again: the next request gets those that it would get of every other data set. */
  startIdsOver(): void
}
const temporary = () => mkdtempSync(join(tmpdir(), 'inputlist-secrecy-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
let prepared: Promise<string> | undefined
/** What is in all data sets is written once, and copied. The key of links lies there, too. */
async function prepare(): Promise<string> {
  const folder = temporary()
  writeFileSync(join(folder, 'file-links-key'), '5e'.repeat(32))
  const h = await startHarness({ dataDir: folder, clock: frozenClock(), ports: { pdf: asHtml } })
  await fillCommon(h)
  await h.indexed()
  await h.close()
  return folder
}
export async function removePrepared(): Promise<void> {
  if (prepared) remove(await prepared)
  prepared = undefined
}

/** Runs on a data set: its ids, its clock and the key of its links are those of every other. */
export async function startWorld(chosen: Chosen): Promise<World> {
  prepared ??= prepare()
  const dataDir = temporary()
  cpSync(await prepared, dataDir, { recursive: true })
  let given = 0
  const next = () => uuidV5(`test/secrecy/next/${given++}`)
  const h = await startHarness({
    dataDir,
    seed: false,
    clock: frozenClock(),
    ports: { ids: { next }, pdf: asHtml },
  })
  await fill(h, chosen)
  await h.indexed()
  return {
    ...h,
    startIdsOver: () => {
      given = 0
    },
    close: async () => {
      await h.close()
      remove(dataDir)
    },
  }
}
