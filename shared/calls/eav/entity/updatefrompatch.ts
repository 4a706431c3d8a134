import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id, rev } from '../../../model/basics.ts'
import { anyEntity, givenChangeset, jsonPatch } from '../../../model/entity.ts'

export const updatefrompatch = contract({
  name: 'eav/entity/updatefrompatch',
  title: 'Change an entity by JSON Patch or merge patch',
  access: 'signed-in',
  maxBodyBytes,
  input: z.union([
    z.strictObject({
      id,
      rev,
      mode: z.literal('patch').default('patch'),
      patch: jsonPatch,
      changeset: givenChangeset.optional(),
      dryrun: z.boolean().default(false),
    }),
    z.strictObject({
      id,
      rev,
      mode: z.literal('merge'),
      patch: z.record(z.string(), z.unknown()),
      changeset: givenChangeset.optional(),
      dryrun: z.boolean().default(false),
    }),
  ]),
  output: anyEntity,
})
