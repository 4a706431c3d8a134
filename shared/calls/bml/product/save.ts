import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { saveInput } from '../../../model/answers.ts'
import { productView } from '../../../model/product.ts'

export const save = contract({
  name: 'bml/product/save',
  title: 'Save a product',
  access: 'product:edit',
  maxBodyBytes,
  input: saveInput,
  output: productView,
})
