import * as z from 'zod'
import { contract } from '../../../contract.ts'
import { id, localized, rev } from '../../../model/basics.ts'

/** What is missing, with the place that it leads to. */
const missing = z.object({
  /** `approvalDependency`, `approvalDistributor`, `approvalCompany`, `checklistUnmet`, or what is wrong with a value. */
  key: z.string(),
  /** JSON pointer into the product's data. */
  path: z.string(),
  /** Of a checklist entry: its title. */
  title: localized.optional(),
  /** Standard that has to be approved first. */
  standard: id.optional(),
})

export const getapprovals = contract({
  name: 'bml/product/getapprovals',
  title: 'What approvals of a product released, what has changed since, and what is missing',
  method: 'GET',
  access: 'product:view',
  input: z.strictObject({ id }),
  output: z.object({
    /** Revision that it is about: the newest. */
    rev,
    /** The lists that the viewer sees; for company users none. */
    lists: z.array(
      z.object({
        list: id,
        /** The viewer has changed evaluated data since the last release: another person has to release it. */
        hasOwnChanges: z.boolean(),
        /** It cannot be told whether they have: too much was written. */
        isUnexamined: z.boolean().optional(),
        /** For approvals under every standard of the list. */
        missing: z.array(missing),
        /** Under each standard that the list offers, or that the product has an approval under. */
        approvals: z.array(
          z.object({
            standard: id,
            /** Revision whose data are released; absent where none is, and where the stored revisions do not tell. */
            releasedRev: rev.optional(),
            /** An import brought the approval with that revision. */
            isMigrated: z.boolean().optional(),
            /**
             * Keys of evaluated data that differ from the released ones, as far as the viewer sees them; `_limitation` and `_restriction` are
             * the words that confirmations print with this approval.
             */
            changed: z.array(z.string()).optional(),
            missing: z.array(missing),
            /**
             * It is initiated, and the stored data do not tell the person: nobody confirms it before its dates are moved, which initiates
             * it.
             */
            hasUnknownInitiator: z.boolean().optional(),
            /** The viewer has written words that are printed with it, or may have: another person has to release them. */
            ownWords: z.enum(['entered', 'unexamined']).optional(),
          }),
        ),
      }),
    ),
  }),
})
export type Missing = z.infer<typeof missing>
