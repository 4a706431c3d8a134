import * as z from 'zod'
import { maxBodyBytes } from '../../../constants.ts'
import { contract } from '../../../contract.ts'
import { id } from '../../../model/basics.ts'

/** One thing of a register, already in Inputlist's words; `key` is its key in the register. */
export const importItem = z.strictObject({
  kind: z.enum(['category', 'component', 'selectoption', 'company', 'product']),
  key: z.string().min(1).max(200),
  /** Where it stands in the source, for reports: line of the file. */
  line: z.number().int().min(0).optional(),
  /** Data of the entity. References to other things of the register are written `{"$key": "kind:key"}`. */
  data: z.record(z.string(), z.unknown()),
})
export type ImportItem = z.infer<typeof importItem>

export const run = contract({
  name: 'bml/import/run',
  title: 'Take many things of a register at once, as a job',
  access: 'import:run',
  maxBodyBytes,
  idempotent: true,
  input: z.strictObject({
    /** Name of the register; keys are unique in it. */
    source: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
    items: z.array(importItem).max(1000),
    /**
     * `migrate`: approvals of the items are given in the name of who runs the import, who needs the approval right, by
     * the rules of approvals by hand. `ignore`: they are not taken, which is a reason in the report.
     */
    approvals: z.enum(['ignore', 'migrate']).default('ignore'),
    /** Deactivates in this list what the register no longer holds: the keys that stay. Only with the last batch. */
    retire: z.strictObject({ list: id, keep: z.array(z.string().max(200)).max(100_000) }).optional(),
    dryrun: z.boolean().default(false),
  }),
  output: z.object({ jobId: id }),
})
