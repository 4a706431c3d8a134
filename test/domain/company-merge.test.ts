/** What becomes of two companies that are merged, and of what names them: choices, contacts, roles, and the way back. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointedBack, repointed } from '../../functions/domain/company/repoint.ts'
import { companyRoles, fixedIds, singleCompanyRoles } from '../../shared/constants.ts'
import { companyData } from '../../shared/model/company.ts'
import type { Entity } from '../../shared/model/entity.ts'
import { type CompanyRow, productData } from '../../shared/model/product.ts'
import {
  mergedCompany,
  mergeIssues,
  type Pair,
  preselectedChoices,
} from '../../shared/rules/company-merge.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [stays, goes, other, ch] = [id(1), id(2), id(3), id(4)]
const country = id(5)
const base = fixedIds.list.base
const company = (baseData: object, more: object = {}) =>
  companyData.parse({ baseData: { name: 'Muster', owner: id(9), ...baseData }, ...more })
const pairOf = (survivor: object, merged: object, more: [object?, object?] = []): Pair => ({
  survivor: company(survivor, more[0]),
  merged: { ...company(merged, more[1]), id: goes },
})
const preselected = (pair: Pair) => mergedCompany(pair, preselectedChoices(pair))

describe('the preselection', () => {
  it('keeps what the survivor says, and fills what it does not', () => {
    const pair = pairOf(
      { name: 'Muster AG', taxId: 'A', customerSince: '2020-01-01T04:00:00.000Z', groups: ['g1'] },
      {
        taxId: 'B',
        website: 'https://b.example',
        customerSince: '2010-01-01T04:00:00.000Z',
        terminationDate: '2024-01-01T04:00:00.000Z',
        groups: ['g1', 'g2'],
      },
    )
    expect(preselected(pair).baseData).toMatchObject({
      name: 'Muster AG',
      taxId: 'A',
      website: 'https://b.example',
      customerSince: '2010-01-01T04:00:00.000Z',
      groups: ['g1', 'g2'],
    })
    // That the one was ended does not end the other.
    expect(preselected(pair).baseData.terminationDate).toBeUndefined()
  })
  it('takes rows that the survivor has not, each once; those for the owner only stay where the owner is another', () => {
    const same = { type: 'main', city: 'Aarau', country }
    const rows = { a: { ...same, _order: 3 }, b: { type: 'invoice', city: 'Olten', country } }
    const hidden = { type: 'secondary', city: 'Zug', country, visibleToOwnerOnly: true }
    const addresses = { addresses: { x: same } }
    const cities = (pair: Pair) => Object.values(preselected(pair).addresses).map(({ city }) => city)
    expect(cities(pairOf({}, {}, [addresses, { addresses: { ...rows, c: hidden } }]))).toEqual([
      'Aarau',
      'Olten',
      'Zug',
    ])
    expect(cities(pairOf({}, { owner: id(8) }, [addresses, { addresses: { ...rows, c: hidden } }]))).toEqual([
      'Aarau',
      'Olten',
    ])
  })
  it('leaves one main contact, and the others where the rules of contacts want them', () => {
    const contact = (lastName: string, more: object = {}) => ({ lastName, ...more })
    const pair = pairOf({}, {}, [
      { contactPersons: { m: contact('Own', { isMain: true }), n: contact('First', { lists: [ch] }) } },
      {
        addresses: { a: { type: 'main', city: 'Aarau', country } },
        contactPersons: {
          m: contact('Theirs', { isMain: true, address: 'a' }),
          n: contact('Second', { lists: [ch] }),
        },
      },
    ])
    const after = preselected(pair)
    const told = Object.values(after.contactPersons).map(({ lastName, isMain, lists }) => ({
      lastName,
      isMain,
      lists,
    }))
    expect(told).toEqual([
      { lastName: 'Own', isMain: true, lists: [] },
      { lastName: 'First', isMain: false, lists: [ch] },
      { lastName: 'Theirs', isMain: false, lists: [base] },
      { lastName: 'Second', isMain: false, lists: [base] },
    ])
    expect(Object.values(after.contactPersons).find(({ lastName }) => lastName === 'Theirs')?.address).toBe(
      'a',
    )
    expect(mergeIssues(pair, after)).toEqual([])
    const theirs = mergedCompany(pair, { ...preselectedChoices(pair), mainContact: 'merged' })
    expect(Object.values(theirs.contactPersons).filter(({ isMain }) => isMain)).toMatchObject([
      { lastName: 'Theirs' },
    ])
  })
  it('of companies that were never completed is no fault of the merge; what it would break anew is', () => {
    expect(mergeIssues(pairOf({}, {}), preselected(pairOf({}, {})))).toEqual([])
    const pair = pairOf({}, {}, [
      { contactPersons: { m: { isMain: true } } },
      { contactPersons: { m: { isMain: true } } },
    ])
    const none = mergedCompany(pair, {
      ...preselectedChoices(pair),
      leave: { survivor: ['/contactPersons/m'], merged: ['/contactPersons/m'] },
    })
    expect(mergeIssues(pair, none).map(({ key }) => key)).toEqual(['companyNoMainContact'])
  })
})

const row: fc.Arbitrary<CompanyRow> = fc.record(
  {
    company: fc.constantFrom(stays, goes, other),
    role: fc.constantFrom(...companyRoles),
    amount: fc.integer({ min: 1, max: 50 }),
    _order: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: ['company', 'role'] },
) as fc.Arbitrary<CompanyRow>
const rows = fc.dictionary(fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'), row)
const productOf = (a: Record<string, CompanyRow>, b: Record<string, CompanyRow>): Entity => ({
  id: id(7),
  entityclass: 'product',
  attributeset: 'default',
  rev: 1,
  created: '',
  createdBy: '',
  updated: '',
  updatedBy: '',
  disabled: false,
  data: productData.parse({ listData: { [base]: { _companies: a }, [ch]: { _companies: b } } }) as never,
})
const rowsIn = ({ data }: Entity, list: string) =>
  Object.values(
    (data as unknown as { listData: Record<string, { _companies: Record<string, CompanyRow> }> }).listData[
      list
    ]!._companies,
  )

describe('a product that names a merged company', () => {
  it('names the survivor once in each role that either had, with all amounts; and comes back as it was', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const before = productOf(a, b)
        const data = repointed(before, goes, stays)
        const namesIt = [...Object.values(a), ...Object.values(b)].some((one) => one.company === goes)
        expect(data !== undefined).toBe(namesIt)
        if (!data) return
        const after = { ...before, data } as Entity
        for (const list of [base, ch]) {
          const [was, is] = [rowsIn(before, list), rowsIn(after, list)]
          expect(is.some((one) => one.company === goes)).toBe(false)
          const roles = (of: CompanyRow[], ...companies: string[]) =>
            new Set(of.filter((one) => companies.includes(one.company)).map(({ role }) => role))
          expect(roles(is, stays)).toEqual(roles(was, stays, goes))
          expect(is.filter((one) => one.company === other)).toEqual(
            was.filter((one) => one.company === other),
          )
          const sum = (of: CompanyRow[]) => of.reduce((all, { amount = 0 }) => all + amount, 0)
          expect(sum(is)).toBe(sum(was))
          // No role is held more often than before, least of all one that is given once.
          for (const role of singleCompanyRoles)
            expect(is.filter((one) => one.role === role).length).toBeLessThanOrEqual(
              was.filter((one) => one.role === role).length,
            )
        }
        expect(repointed(after, goes, stays)).toBeUndefined()
        const back = pointedBack(after, { before, after }, goes, stays)
        expect(back).toEqual(before.data)
        // Once more there is nothing to do.
        expect(pointedBack(before, { before, after }, goes, stays)).toBeUndefined()
      }),
    )
  })
  it('keeps what somebody changed since, when that is taken back', () => {
    const before = productOf(
      { r1: { company: goes, role: 'distributor' } },
      { r1: { company: goes, role: 'distributor' } },
    )
    const after = { ...before, data: repointed(before, goes, stays) } as Entity
    const now = structuredClone(after)
    ;(now.data as never as { listData: Record<string, { _companies: Record<string, CompanyRow> }> }).listData[
      ch
    ]!._companies = {
      r1: { company: other, role: 'distributor' },
    }
    const back = { ...now, data: pointedBack(now, { before, after }, goes, stays) } as Entity
    expect(rowsIn(back, base)).toEqual([{ company: goes, role: 'distributor' }])
    expect(rowsIn(back, ch)).toEqual([{ company: other, role: 'distributor' }])
  })
})
