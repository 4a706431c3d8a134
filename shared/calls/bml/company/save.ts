import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { saveInput } from '../../../model/answers.ts'
import { companyView } from '../../../model/company.ts'

export const save = contract({
  name: 'bml/company/save',
  title: 'Save a company',
  access: 'company:edit',
  maxBodyBytes,
  input: saveInput,
  output: companyView,
})
