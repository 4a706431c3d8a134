import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { givenChangeset, jsonPatch } from '../../../model/entity.ts'
import { productView } from '../../../model/product.ts'

export const create = contract({
  name: 'bml/product/create',
  title: 'Create an inactive product in the base list',
  access: 'product:create',
  maxBodyBytes,
  idempotent: true,
  input: z.strictObject({
    /** What it begins with, on an empty product in the base list. */
    patch: jsonPatch.optional(),
    changeset: givenChangeset.optional(),
    /** Answers with the product as it would be, at revision 1, and stores nothing. */
    dryrun: z.boolean().optional(),
  }),
  output: productView,
})
