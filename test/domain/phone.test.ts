import { describe, expect, it } from 'vitest'
import { companyData } from '../../shared/model/company.ts'
import { companyIssues } from '../../shared/rules/company.ts'
import { companyFormats } from '../../shared/rules/company-formats.ts'
import { phoneProblem } from '../../shared/rules/phone.ts'

describe('a phone number', () => {
  it.each([
    ['031 300 00 00', 'CH'],
    ['071/642 11 77', 'CH'],
    ['0041 62 865 72 72', 'CH'],
    ['(0)30-12 34 56 ext. 7', 'DE'],
    ['+49 (0)30 123456', 'DE'],
    ['0664 1234567', 'AT'],
    ['06 12 34 56 78', 'FR'],
    // With its country code it may be of any country.
    ['+43 664 1234567', 'CH'],
    ['0049 30 123456', 'CH'],
    ['+41 31 300 00 00', undefined],
    ['+385 1 4560 111', 'XX'],
  ])('may be %s, of %s', (text, iso) => expect(phoneProblem(text, iso)).toBeUndefined())
  it.each([
    ['0664 1234567', 'CH', 'elsewhere'],
    ['(0)30-12 34 5', 'CH', 'elsewhere'],
    ['12345', 'CH', 'elsewhere'],
    ['+41 31 300 00', 'CH', 'none'],
    ['+999 123 456 789', 'CH', 'none'],
    ['+49 1', 'DE', 'none'],
    ['+41 31 300 00 00 bei Ada', 'CH', 'none'],
  ])('of another country, or none, is %s in %s', (text, iso, problem) =>
    expect(phoneProblem(text, iso)).toBe(problem),
  )
  it('without its country is not judged where nobody knows the country', () =>
    expect(phoneProblem('12345', undefined)).toBeUndefined())
})

describe('phones of a company', () => {
  const [swiss, austria] = ['1', '2'].map((n) => `${n.repeat(8)}-1111-4111-8111-111111111111`) as [
    string,
    string,
  ]
  const isoOf = (id: string) => ({ [swiss]: 'CH', [austria]: 'AT' })[id]
  const mobile = '0664 1234567'
  const company = (country: string, phone = mobile, more: object = {}) =>
    companyData.parse({
      baseData: { name: 'A' },
      addresses: { x: { type: 'main', country, phone } },
      contactPersons: { a: { isMain: true, ...more } },
    })
  const issues = (data: ReturnType<typeof company>, ...stored: ReturnType<typeof company>[]) =>
    companyIssues(data, { formats: companyFormats, isoOf, stored }).map((i) => [i.key, i.path])
  const atAddress = [['companyPhoneElsewhere', '/addresses/x/phone']]

  it('are of the country of their address, of the main one where a contact names none', () => {
    expect(issues(company(austria))).toEqual([])
    expect(issues(company(swiss))).toEqual(atAddress)
    expect(issues(company(austria, '', { mobile }))).toEqual([])
    expect(issues(company(swiss, '', { mobile }))).toEqual([
      ['companyPhoneElsewhere', '/contactPersons/a/mobile'],
    ])
    expect(issues(company(swiss, '+43 664 1234567'))).toEqual([])
  })
  it('that are stored as they are keep nobody from saving the rest', () => {
    expect(issues(company(swiss), company(swiss))).toEqual([])
    expect(issues(company(swiss, '0664 7654321'), company(swiss))).toEqual(atAddress)
    const unreadable = company(swiss, 'Zentrale')
    expect(issues(unreadable, unreadable)).toEqual([])
  })
  it('of many people take no look at all addresses for each of them', () => {
    let looks = 0
    const many = companyData.parse({
      baseData: { name: 'A' },
      addresses: { x: { type: 'main', country: swiss } },
      contactPersons: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { phone: mobile }])),
    })
    const counted = new Proxy(many.addresses, {
      ownKeys(of) {
        looks++
        return Reflect.ownKeys(of)
      },
    })
    const found = issues({ ...many, addresses: counted }, company(austria))
    expect(found.filter(([key]) => key === 'companyPhoneElsewhere')).toHaveLength(50)
    expect(looks).toBeLessThan(10)
  })
  it('are judged anew where the country changes', () => {
    expect(issues(company(swiss), company(austria))).toEqual(atAddress)
    // It was wrong before.
    expect(issues(company(austria, '12 34 5'), company(swiss, '12 34 5'))).toEqual([])
  })
})
