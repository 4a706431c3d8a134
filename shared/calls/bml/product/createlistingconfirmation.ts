import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'
import { confirmation, listingConfirmation } from '../../../model/confirmation.ts'

const { productId, listIds, institutionId, companyId, language, type } = listingConfirmation.shape

export const createlistingconfirmation = contract({
  name: 'bml/product/createlistingconfirmation',
  title: 'Create a listing confirmation',
  access: 'confirmation:edit',
  idempotent: true,
  logged: ['productId'],
  input: z.strictObject({
    productId,
    listIds,
    institutionId,
    companyId,
    language,
    type,
    /** Any address of this site; the document says that it can be checked there. */
    url: z.url({ protocol: /^https?$/ }).max(2000),
    /** The sent one that it takes the place of when it is sent. */
    replaces: id.optional(),
  }),
  output: confirmation,
})
