import { describe, expect, it } from 'vitest'
import { fixedIds } from '../../shared/constants.ts'
import { companyData } from '../../shared/model/company.ts'
import { companyIssues, isPhone, isWebsite } from '../../shared/rules/company.ts'
import { companySearchFilter } from '../../shared/rules/company-search.ts'

const country = '11111111-1111-4111-8111-111111111111'
const list = '22222222-2222-4222-8222-222222222222'
const other = '33333333-3333-4333-8333-333333333333'
const main = { isMain: true, _order: 0 }
const issues = (contactPersons: Record<string, unknown>, addresses: Record<string, unknown> = {}) =>
  companyIssues(companyData.parse({ baseData: { name: 'A' }, addresses, contactPersons })).map((i) => [
    i.key,
    i.path,
  ])

describe('company rules', () => {
  it('wants exactly one main contact, without list or jurisdiction', () => {
    expect(issues({})).toEqual([['companyNoMainContact', '/contactPersons']])
    expect(issues({ a: main })).toEqual([])
    expect(issues({ a: main, b: { ...main, _order: 1 } })).toEqual([
      ['companyManyMainContacts', '/contactPersons/b/isMain'],
    ])
    expect(issues({ a: { ...main, lists: [list], jurisdictions: [other] } })).toEqual([
      ['companyMainContactBound', '/contactPersons/a/lists'],
      ['companyMainContactBound', '/contactPersons/a/jurisdictions'],
    ])
  })
  it('wants lists for every other contact', () => {
    expect(issues({ a: main, b: { _order: 1 } })).toEqual([
      ['companyContactWithoutList', '/contactPersons/b/lists'],
    ])
    expect(issues({ a: main, b: { lists: [fixedIds.list.base], _order: 1 } })).toEqual([])
  })
  it('wants the first contact of a national list without, later ones with jurisdiction, in their order', () => {
    const first = { lists: [list], _order: 1 }
    const later = { lists: [list], jurisdictions: [other], _order: 2 }
    expect(issues({ a: main, z: first, b: later })).toEqual([])
    expect(issues({ a: main, z: { ...first, jurisdictions: [other] }, b: later })).toEqual([
      ['companyFirstContactBound', '/contactPersons/z/jurisdictions'],
    ])
    expect(issues({ a: main, z: first, b: { ...later, jurisdictions: [] } })).toEqual([
      ['companyLaterContactFree', '/contactPersons/b/jurisdictions'],
    ])
  })
  it('wants a country in each address, phones that are phones, and addresses that exist', () => {
    const addresses = { x: { type: 'main', fax: 'none' }, y: { type: 'invoice', country } }
    expect(issues({ a: { ...main, mobile: '12', address: 'gone' } }, addresses)).toEqual([
      ['companyAddressWithoutCountry', '/addresses/x/country'],
      ['companyPhone', '/addresses/x/fax'],
      ['companyPhone', '/contactPersons/a/mobile'],
      ['companyContactAddress', '/contactPersons/a/address'],
    ])
  })
  it.each([
    ['+41 31 300 00 00', true],
    ['071/642 11 77', true],
    ['(0)30-123.456 ext. 7', true],
    ['', true],
    ['1234', false],
    ['phone', false],
    ['++49 1234567', false],
  ])('takes %j as a phone: %s', (text, expected) => expect(isPhone(text)).toBe(expected))
  it.each([
    ['www.beispiel.ch', true],
    ['beispiel.bio/produkte?seite=2#oben', true],
    ['HTTPS://münch-dünger.de:8443/', true],
    ['http://sub.xn--mnch-dnger-9db.xn--p1ai', true],
    [' ', true],
    ['not a site', false],
    ['javascript:alert(1)', false],
    ['https://javascript:alert(1)//a.ch', false],
    ['ftp://beispiel.ch', false],
    ['kontakt@beispiel.ch', false],
    ['beispiel', false],
    ['www..ch', false],
    ['siehe www.beispiel.ch', false],
  ])('takes %j as a website: %s', (text, expected) => expect(isWebsite(text)).toBe(expected))
  it('wants websites that are websites, of the company as of its addresses', () => {
    const data = companyData.parse({
      baseData: { name: 'A', website: 'none' },
      addresses: { x: { type: 'main', country, website: 'http://' } },
      contactPersons: { a: main },
    })
    expect(companyIssues(data).map((i) => [i.key, i.path])).toEqual([
      ['companyWebsite', '/baseData/website'],
      ['companyWebsite', '/addresses/x/website'],
    ])
  })
  it('wants coordinates that are on Earth; what is stored stays', () => {
    const company = (lat: number) =>
      companyData.parse({
        baseData: { name: 'A' },
        addresses: { x: { type: 'main', country, geocoords: { lat, lon: 8 } } },
        contactPersons: { a: main },
      })
    const said = [{ key: 'companyGeocoords', path: '/addresses/x/geocoords' }]
    expect(companyIssues(company(47))).toEqual([])
    expect(companyIssues(company(470))).toMatchObject(said)
    expect(companyIssues(company(470), { stored: [company(470)] })).toEqual([])
    expect(companyIssues(company(471), { stored: [company(470)] })).toMatchObject(said)
  })
  it('searches digits as customer number, anything else as name or abbreviation', () => {
    expect(companySearchFilter(' 1002 ')).toEqual({
      $or: ['customerNumber', 'formerNumber'].map((field) => ({ field, comparison: 'eq', value: 1002 })),
    })
    expect(companySearchFilter('3M')).toMatchObject({
      $or: [{ field: 'name' }, { field: 'companyAbbreviation' }, { field: 'formerName' }],
    })
    expect(companySearchFilter('  ')).toBeUndefined()
  })
})
