import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompanyData, companyData } from '../../shared/model/company.ts'
import { toPatch } from '../../shared/rules/merge.ts'
import { changesBetween, describePatch } from '../../web/features/companies/model/changes.ts'
import {
  addAddress,
  addContact,
  draftIssues,
  makeMain,
  removeRow,
  restoreRow,
  typeValue,
} from '../../web/features/companies/model/draft.ts'
import { companyFilter } from '../../web/features/companies/model/list.ts'
import { titleOfPath, valueInWords, type Words } from '../../web/features/companies/model/titles.ts'

const words: Words = {
  t: (key) => key,
  country: (id) => `country ${id}`,
  region: (id) => `region ${id}`,
  institution: (id) => `institution ${id}`,
  list: (id) => `list ${id}`,
  option: (id) => `option ${id}`,
  language: (locale) => `language ${locale}`,
  date: (instant) => `day ${instant.slice(0, 10)}`,
  number: String,
}
const empty = (): CompanyData => companyData.parse({ baseData: { name: 'Muster AG' } })
const withRows = () => {
  const one = addAddress(empty(), 'a1')
  const two = addAddress(typeValue(one, ['addresses', 'a1', 'country'], 'ch'), 'a2')
  const three = addContact(two, 'c1')
  return typeValue(three, ['contactPersons', 'c1', 'address'], 'a1')
}

describe('the draft of a company', () => {
  it('leaves no change where a value was typed and cleared again', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom('', '  ', undefined), (typed, cleared) => {
        const path = ['baseData', 'companyAbbreviation']
        const draft = typeValue(typeValue(empty(), path, typed), path, cleared)
        expect(toPatch(empty(), draft)).toEqual([])
      }),
    )
  })
  it('never takes the name out', () => {
    expect(typeValue(empty(), ['baseData', 'name'], ' ').baseData.name).toBe('')
  })
  it('makes the first address the main one, and gives the next the same country', () => {
    const { addresses } = withRows()
    expect(addresses['a1']).toMatchObject({ type: 'main', _order: 0 })
    expect(addresses['a2']).toMatchObject({ type: 'secondary', country: 'ch', _order: 1 })
  })
  it('makes the first contact the main contact, and has only one at a time', () => {
    const two = addContact(withRows(), 'c2')
    expect(two.contactPersons['c1']?.isMain).toBe(true)
    expect(two.contactPersons['c2']?.isMain).toBe(false)
    const bound = typeValue(two, ['contactPersons', 'c2', 'lists'], ['l'])
    const switched = makeMain(bound, 'c2', true).contactPersons
    expect(switched['c1']?.isMain).toBe(false)
    expect(switched['c2']).toMatchObject({ isMain: true, lists: [], jurisdictions: [] })
  })
  it('takes an address out of its contacts, and puts both back', () => {
    const before = withRows()
    const gone = removeRow(before, 'addresses', 'a1')
    expect(gone.addresses['a1']).toBeUndefined()
    expect(gone.contactPersons['c1']?.address).toBeUndefined()
    expect(restoreRow(gone, before, 'addresses', 'a1')).toEqual(before)
  })
  it('does not touch a prototype, whatever a row is called', () => {
    const draft = typeValue(empty(), ['addresses', '__proto__', 'city'], 'x')
    expect(({} as Record<string, unknown>)['city']).toBeUndefined()
    expect(toPatch(empty(), draft)).toEqual([])
  })
})

describe('messages', () => {
  const wrong = typeValue(
    typeValue(withRows(), ['addresses', 'a1', 'phone'], 'call me'),
    ['contactPersons', 'c1', 'email'],
    'nobody',
  )
  it('name each wrong place, by the rules and by the shape that the server asks for', () => {
    expect(draftIssues(wrong).map((i) => [i.path, i.key])).toEqual([
      ['/addresses/a1/phone', 'companyPhone'],
      ['/contactPersons/c1/email', 'email'],
    ])
  })
})

describe('changes in words', () => {
  const before = withRows()
  const after = removeRow(
    typeValue(
      typeValue(
        typeValue(before, ['baseData', 'customerSince'], '2026-05-04T04:00:00.000Z'),
        ['addresses', 'a1', 'city'],
        'Chur',
      ),
      ['addresses', 'a1', 'street'],
      'Weg 1',
    ),
    'addresses',
    'a2',
  )
  it('name fields, sections and rows, base data first', () => {
    const rows = changesBetween(before, after, words)
    expect(rows[0]).toEqual({
      id: '/baseData/customerSince',
      place: 'section.base',
      title: 'field.customerSince',
      before: '',
      after: 'day 2026-05-04',
    })
    expect(rows.slice(1)).toContainEqual({
      id: '/addresses/a2',
      place: 'section.addresses',
      title: 'address.type.secondary',
      before: 'address.type.secondary, country ch',
      after: '',
    })
    expect(rows.slice(1)).toContainEqual({
      id: '/addresses/a1/city',
      place: 'section.addresses',
      title: 'address.type.main (Weg 1, Chur): field.city',
      before: '',
      after: 'Chur',
    })
    expect(rows).toHaveLength(4)
  })
  it('say every value without ids', () => {
    expect(valueInWords('/contactPersons/c1/address', 'a1', words, [after])).toBe(
      'address.type.main (Weg 1, Chur)',
    )
    expect(valueInWords('/baseData/language', 'de_DE', words)).toBe('language de_DE')
    expect(valueInWords('/contactPersons/c1/lists', ['x', 'y'], words)).toBe('list x, list y')
    expect(valueInWords('/baseData/sendInvoiceViaEmail', false, words)).toBe('no')
  })
  it('say of a row that was added what is true of it, not a bare yes', () => {
    const contact = { isMain: true, lastName: 'Beispiel', _order: 0 }
    expect(valueInWords('/contactPersons/c1', contact, words)).toBe('field.isMain, Beispiel')
  })
  it('are a short title of the revision', () => {
    const patch = toPatch(before, after)
    const changeset = describePatch(patch, [after, before], words)
    expect(changeset?.label).toMatch(/^field\.customerSince, .*\(\+1\)$/)
    expect(changeset?.paths).toHaveLength(4)
    expect(describePatch([], [after], words)).toBeUndefined()
  })
  it('name a row that is on neither side', () => {
    expect(titleOfPath('/contactPersons/gone/phone', [after], words)).toBe('contact.one: field.phone')
  })
})

describe('what the company list asks', () => {
  it('is the customer number for digits, else name or abbreviation, together with the conditions', () => {
    const condition = { field: 'language', comparison: 'eq', value: 'de_DE' } as const
    expect(companyFilter(' 1204 ', undefined)).toEqual({
      $or: ['customerNumber', 'formerNumber'].map((field) => ({ field, comparison: 'eq', value: 1204 })),
    })
    expect(companyFilter('', condition)).toEqual(condition)
    expect(companyFilter('', undefined)).toBeUndefined()
    expect(companyFilter('bio', condition)).toEqual({
      $and: [
        {
          $or: [
            { field: 'name', comparison: 'contains', value: 'bio' },
            { field: 'companyAbbreviation', comparison: 'contains', value: 'bio' },
            { field: 'formerName', comparison: 'contains', value: 'bio' },
          ],
        },
        condition,
      ],
    })
  })
})
