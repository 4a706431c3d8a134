/** The main job: create, edit, initiate, have a second person confirm, find. */
import { randomUUID } from 'node:crypto'
import { create as createCompany } from '../../../shared/calls/bml/company/create.ts'
import { approvals } from '../../../shared/calls/bml/product/approvals.ts'
import { create } from '../../../shared/calls/bml/product/create.ts'
import { listnotes } from '../../../shared/calls/bml/product/listnotes.ts'
import { load } from '../../../shared/calls/bml/product/load.ts'
import { notemarks } from '../../../shared/calls/bml/product/notemarks.ts'
import { readnotes } from '../../../shared/calls/bml/product/readnotes.ts'
import { save } from '../../../shared/calls/bml/product/save.ts'
import { search } from '../../../shared/calls/bml/product/search.ts'
import { fixedIds } from '../../../shared/constants.ts'
import type { Biostandard } from '../../../shared/model/administration.ts'
import type { ListData, ProductView } from '../../../shared/model/product.ts'
import { markKey, noteState } from '../../../shared/rules/notes.ts'
import { fine, see, wrong } from '../doctor/finding.ts'
import type { Operator } from '../operator.ts'
import type { Caller } from './calls.ts'
import type { Step } from './step.ts'

const base = fixedIds.list.base
/** The product's name in the base list. */
const nameField = 'basis-f1'

export interface Trail {
  run: string
  first: Caller
  second: Caller
  /** Entities that the test has made: erased at its end. */
  made: string[]
  product?: string
  company?: string
}
const productOf = ({ product }: Trail): string => {
  if (!product) throw new Error('there is no product: an earlier step failed')
  return product
}
const rowOf = (view: unknown, standard: string) =>
  (view as { data: { listData: Record<string, ListData> } }).data.listData[base]?._approval[standard]

/** A standard that two people approve in the base list. */
async function baseStandard(o: Operator): Promise<string | undefined> {
  const store = await o.store()
  const { list } = await store.listByClass('biostandard', { limit: 200 })
  return list.find((one) => !one.disabled && (one.data as Biostandard).baseApproval)?.id
}

export const mainJob = (o: Operator, trail: Trail): Step[] => [
  {
    name: 'A product is made and edited',
    async take() {
      const company = await trail.first.call(createCompany, { name: `Smoke test ${trail.run}` })
      trail.made.push(company.id)
      trail.company = company.id
      const product = await trail.first.call(create, {})
      trail.made.push(product.id)
      trail.product = product.id
      await trail.first.call(save, {
        id: product.id,
        rev: product.rev,
        patch: [
          { op: 'add', path: `/listData/${base}/${nameField}`, value: { textValue: trail.run } },
          ...(['manufacturer', 'distributor'] as const).map((role) => ({
            op: 'add' as const,
            path: `/listData/${base}/_companies/${randomUUID()}`,
            value: { company: company.id, role },
          })),
        ],
      })
      return fine('A product was made, and saved with a name and a company')
    },
    todo: see('a-call-fails'),
  },
  {
    name: 'Two people approve it',
    async take() {
      const id = productOf(trail)
      const standard = await baseStandard(o)
      if (!standard)
        return wrong(
          'No standard is approved by two people',
          'make one in the administration of standards, and run this again',
        )
      const act = async (who: Caller, action: 'initiate' | 'confirm') => {
        const { rev } = await who.call(load, { id })
        return who.call(approvals, { id, rev, list: base, standard, action })
      }
      await act(trail.first, 'initiate')
      const alone = await act(trail.first, 'confirm').then(
        () => true,
        () => false,
      )
      if (alone)
        return wrong('One person alone has approved', 'switch maintenance on: two pairs of eyes fail')
      const row = rowOf(await act(trail.second, 'confirm'), standard)
      return row?.hasEverBeenApproved
        ? fine('One person initiated the approval, alone could not confirm it; a second one did')
        : wrong('The approval was confirmed and is not there', see('a-call-fails'))
    },
    todo: see('a-call-fails'),
  },
  {
    name: 'The search finds it',
    async take() {
      const id = productOf(trail)
      const started = Date.now()
      await trail.first.until(async () => {
        const { list } = await trail.first.call(search, {
          pagination: { start: 0, limit: 5 },
          sorting: [],
          columns: ['name'],
          name: trail.run,
        })
        if (!list.some((row) => row.id === id)) throw new Error('it is not among the results')
      }, 'the search finds the product')
      return fine(`The search found it after ${Math.round((Date.now() - started) / 1000)} s`)
    },
    todo: see('the-index-lags'),
  },
  {
    name: 'A colleague reads a note',
    async take() {
      const id = productOf(trail)
      const key = randomUUID()
      const written = { text: trail.run, read: false, at: new Date().toISOString(), by: id }
      const { rev } = await trail.first.call(load, { id })
      const patch = [{ op: 'add' as const, path: `/listData/${base}/_notes/${key}`, value: written }]
      const saved = (await trail.first.call(save, { id, rev, patch })) as ProductView
      const note = { list: base, note: key, state: noteState(saved.data.listData[base]!._notes[key]!) }
      const isListed = async (status: 'unread' | 'archive') => {
        const { list } = await trail.second.call(listnotes, { status, limit: 50 })
        if (!list.some(({ notes }) => notes.some(({ id }) => id === key)))
          throw new Error(`it is not among those (${status})`)
      }
      await trail.second.until(() => isListed('unread'), 'the note is listed as unread')
      await trail.second.call(readnotes, { id, notes: [note], read: true })
      await trail.second.until(() => isListed('archive'), 'the note is listed in the archive')
      const [mine, theirs] = [
        await trail.second.call(notemarks, { id }),
        await trail.first.call(notemarks, { id }),
      ]
      const now = await trail.first.call(load, { id })
      return mine.marks[markKey(base, key)] === note.state &&
        Object.keys(theirs.marks).length === 0 &&
        now.rev === saved.rev
        ? fine(
            'A note was written, listed and marked as read by the other person, without a change of the product',
          )
        : wrong('What one person has read is not kept by itself', see('a-call-fails'))
    },
    todo: see('a-call-fails'),
  },
]
