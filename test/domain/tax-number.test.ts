import { describe, expect, it } from 'vitest'
import { companyData } from '../../shared/model/company.ts'
import { companyIssues } from '../../shared/rules/company.ts'
import { companyFormats } from '../../shared/rules/company-formats.ts'
import { taxNumberProblem } from '../../shared/rules/tax-number.ts'

/** One of each country, as their offices publish examples. */
const numbers =
  `ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 ESB58378431
  FI20774740 FR40303265045 GB980780684 EL094259216 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515
  LU15027442 LV40003521600 MT11679112 NL004495445B01 NO995525828MVA PL8567346215 PT501964843 RO18547290
  SE123456789701 SI50223054 SK2022749619`.split(/\s+/)

describe('a VAT number', () => {
  it.each(numbers)('%s is in order, with its country or in it, however it is grouped', (number) => {
    const iso = number.startsWith('EL') ? 'GR' : number.slice(0, 2)
    for (const [text, country] of [
      [number, undefined],
      [number, 'CH'],
      [number.slice(2), iso],
      [number.toLowerCase().replace(/(...)/g, '$1 '), 'DE'],
    ] as const)
      expect([text, taxNumberProblem(text, country)]).toEqual([text, undefined])
    expect(taxNumberProblem(`${number}77777`, undefined)).toBe('form')
  })
  it.each([
    ['CHE-107.787.577 MWST', 'DE', undefined],
    ['107.787.577', 'CH', undefined],
    ['CHE-107.787.578', 'CH', 'checkDigit'],
    ['XI980780684', 'IE', undefined],
    ['NO 995 525 828', 'NO', undefined],
    ['DE136695977', 'DE', 'checkDigit'],
    ['12/345/67890', 'DE', 'form'],
    ['ask Ada', 'DE', 'form'],
    ['', 'DE', undefined],
    // Whose numbers nobody knows.
    ['12-3456789', 'US', undefined],
    ['12-3456789', undefined, undefined],
    // Some begin with letters that would be another country's.
    ['DEL850101AB1', 'MX', undefined],
    ['CHA850101AB1', 'MX', undefined],
    ['DE136695977', 'MX', 'checkDigit'],
    ['DEL850101AB1', 'AT', 'form'],
  ])('%j in %s: %s', (text, iso, problem) => expect(taxNumberProblem(text, iso)).toBe(problem))
})

describe('tax numbers of a company', () => {
  const german = '11111111-1111-4111-8111-111111111111'
  const company = (baseData: object) =>
    companyData.parse({
      baseData: { name: 'A', ...baseData },
      addresses: { x: { type: 'main', country: german } },
      contactPersons: { a: { isMain: true } },
    })
  const issues = (baseData: object, stored?: object) =>
    companyIssues(company(baseData), {
      formats: companyFormats,
      isoOf: () => 'DE',
      ...(stored && { stored: [company(stored)] }),
    }).map((i) => [i.key, i.path])

  it('have the form of their country; a check digit is only told', () => {
    expect(issues({ taxId: 'DE136695976', taxIdCh: 'CHE-107.787.577 MWST' })).toEqual([])
    expect(issues({ taxId: 'DE136695977' })).toEqual([])
    expect(issues({ taxId: 'DE1366', taxIdCh: '107.787' })).toEqual([
      ['companyTaxId', '/baseData/taxId'],
      ['companyTaxIdCh', '/baseData/taxIdCh'],
    ])
  })
  it('that are stored as they are keep nobody from saving the rest', () => {
    const old = { taxId: 'applied for', taxIdCh: '107.787' }
    expect(issues(old, old)).toEqual([])
    expect(issues({ ...old, taxId: 'applied' }, old)).toEqual([['companyTaxId', '/baseData/taxId']])
  })
  it('are wanted where staff say so, of either kind', () => {
    const missing = [['companyTaxIdMissing', '/baseData/taxId']]
    expect(issues({ forceTaxId: true })).toEqual(missing)
    expect(issues({ forceTaxId: true, taxId: ' ' }, { forceTaxId: true })).toEqual(missing)
    expect(issues({ forceTaxId: true, taxIdCh: 'CHE-107.787.577' })).toEqual([])
    expect(issues({ forceTaxId: true, taxId: 'DE136695976' })).toEqual([])
  })
})
