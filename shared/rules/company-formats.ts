/** Formats of numbers that are checked by libraries. Heavy: browsers import it when a company is edited. */
import type { CompanyFormats } from './company.ts'
import { phoneProblem } from './phone.ts'
import { taxNumberProblem } from './tax-number.ts'

export const companyFormats: CompanyFormats = {
  phone(text, iso) {
    const problem = phoneProblem(text, iso)
    return problem && (problem === 'none' ? 'companyPhone' : 'companyPhoneElsewhere')
  },
  taxId: taxNumberProblem,
}
