/** What happens to a product's lists: approvals by two people, new lists, new names. */
import { fixedIds } from '../../shared/constants.ts'
import type { TimelineEvent } from '../../shared/model/entity.ts'
import type { ApprovalRow } from '../../shared/model/product.ts'
import { dayMs } from '../../shared/rules/dates.ts'
import { companies } from './companies.ts'
import { emptyList, type History, linkedKeys, staff, subOf } from './history.ts'
import { listId, type listRows, standardId } from './lists.ts'
import { demoAccount, institutionId } from './people.ts'
import { application } from './product-facts.ts'
import type { Random } from './random.ts'
import { hobbyUses, restrictionId } from './texts.ts'

const base = fixedIds.list.base
/** How the base approval of a product stands at the end of its history. */
export type Fate = 'open' | 'initiated' | 'approved' | 'expired' | 'dependent'

const yearMs = 365 * dayMs
const later = (a: string, b: string) => (a > b ? a : b)

export function approve(
  h: History,
  list: string,
  standard: string,
  people: string[],
  fate: Fate,
  isBase: boolean,
) {
  const first = people[0]!
  const second = people[1] ?? 'admin'
  const rows = () => h.data.listData[list]!._approval
  const put = (
    by: string,
    kind: TimelineEvent['kind'],
    row: (before: ApprovalRow | undefined) => ApprovalRow,
  ) =>
    h.step(
      by,
      (d) => {
        d.listData[list]!._approval[standard] = row(rows()[standard])
      },
      [{ kind, list, standard }],
    )
  // From the day on which it is initiated or granted, but not so long ago that it would have been extended since.
  const today = h.now.replace(/T.*/, 'T04:00:00.000Z')
  const begin = later(today, fate === 'expired' ? h.day(-395) : h.day(-300))
  const end = fate !== 'expired' ? h.day(65) : begin < h.day(-60) ? h.day(-30) : h.day(-1)
  if (isBase) {
    put(first, 'approvalInitiated', () => ({
      active: true,
      tmp_begin: begin,
      tmp_end: fate === 'initiated' ? new Date(Date.parse(begin) + yearMs).toISOString() : end,
      approvalInitiatorAccountId: demoAccount(first),
      approvalInitiatorSub: subOf(first),
      approvalInitiationDate: h.now,
      updatedBy: demoAccount(first),
    }))
    if (fate === 'initiated') return
  }
  put(isBase ? second : first, 'approvalConfirmed', (row) => ({
    active: true,
    begin,
    end,
    hasEverBeenApproved: true,
    ...(row?.approvalInitiatorAccountId && {
      approvalInitiatorAccountId: row.approvalInitiatorAccountId,
      approvalInitiatorSub: row.approvalInitiatorSub,
      approvalInitiationDate: row.approvalInitiationDate,
    }),
    finalApprovalAccountId: demoAccount(isBase ? second : first),
    finalApprovalDate: h.now,
    updatedBy: demoAccount(isBase ? second : first),
  }))
}

export function addList(
  h: History,
  row: (typeof listRows)[number],
  n: number,
  company: string,
  isActive: boolean,
  fate: Fate,
  draw: Random,
) {
  const list = listId(row.key)
  const people = staff[row.institutes[0]!]!
  const by = people[n % people.length]!
  h.step(
    by,
    (d) => {
      const root = d.listData[base]!
      const added = emptyList()
      for (const key of linkedKeys) added._linked[key] = 'basis'
      for (const [id, c] of Object.entries(root._components.base))
        if (c.secrecy === 'base-data-responsible' || c.secrecy === 'core-partners')
          added._components.base[id] = { ...c }
      if (draw.chance(0.3))
        added._responsible = { institution: institutionId(row.institutes[0]!), accountId: demoAccount(by) }
      d.listData[list] = added
    },
    [{ kind: 'listAdded', list }],
    undefined,
    6,
  )
  h.step(
    by,
    (d) => {
      const data = d.listData[list]!
      const local = companies.filter((c) => c.country === row.country)
      data._companies['d1'] = {
        company: draw.chance(0.5) || !local.length ? company : draw.pick(local).id,
        role: 'distributor',
        _order: 0,
      }
      if (row.hobby) data._hobbygarden = draw.some(hobbyUses, 2)
      if (draw.chance(0.25)) {
        delete data._linked['application-f1']
        data['application-f1'] = application(draw)
      }
      if (d.derivedProductId && draw.chance(0.6)) data._linked['basis-f2'] = 'derived'
      if (draw.chance(0.1)) {
        delete data._linked['basis-f1']
        const own = d.listData[base]!['basis-f1'] as { textValue: string }
        data['basis-f1'] = { textValue: `${own.textValue} ${row.country}` }
      }
      Object.assign(
        data,
        isActive && draw.chance(0.9)
          ? { _active: true, activatedOn: h.now, activatedBy: demoAccount(by) }
          : {},
      )
    },
    isActive
      ? [
          { kind: 'saved', list },
          { kind: 'activated', list },
        ]
      : [{ kind: 'saved', list }],
    undefined,
    8,
  )
  const standard = standardId(row.hobby ? 'garden' : 'organic')
  if (fate === 'approved' || (fate === 'expired' && draw.chance(0.5))) {
    approve(h, list, standard, people, fate, false)
    if (draw.chance(0.2))
      h.step(
        by,
        (d) => {
          const approvals = d.listData[list]!._approval
          approvals[standard] = {
            ...approvals[standard]!,
            restrictionTextId: restrictionId('need'),
            updatedBy: demoAccount(by),
          }
        },
        [{ kind: 'approvalChanged', list, standard }],
      )
  }
  if (draw.chance(0.05))
    h.step(
      by,
      (d) =>
        Object.assign(d.listData[list]!, {
          _active: false,
          deactivatedOn: h.now,
          deactivatedBy: demoAccount(by),
        }),
      [{ kind: 'deactivated', list }],
    )
}

export function rename(h: History, people: string[], name: string, draw: Random, taken: Set<string>) {
  const to = `${name} ${draw.pick(['Neu', 'Pro', 'Evo', 'N', '2.0'])}`
  if (taken.has(to)) return
  taken.add(to)
  h.step(
    draw.pick(people),
    (d) => {
      const list = d.listData[base]!
      list['basis-f1'] = { textValue: to }
    },
    [{ kind: 'nameChanged', list: base, from: name, to }, { kind: 'saved' }],
    'Neuer Handelsname',
  )
}
