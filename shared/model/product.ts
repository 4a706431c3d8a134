import * as z from 'zod'
import { companyRoles } from '../constants.ts'
import { amount, id, instant, line, localized, order, rev, rows, secrecy, text } from './basics.ts'
import { entityOf } from './entity.ts'
import { fieldPathPattern } from './field-path.ts'
import { fieldValue } from './field-value.ts'

/** One approval, by evaluation standard. It changes only through `bml/product/approvals`. */
export const approvalRow = z.object({
  begin: instant.optional(),
  end: instant.optional(),
  /** Dates as initiated; the confirmation makes them begin and end. */
  tmp_begin: instant.optional(),
  tmp_end: instant.optional(),
  active: z.boolean(),
  comment: text.optional(),
  restriction: text.optional(),
  restrictionTextId: id.optional(),
  approvalInitiatorAccountId: id.optional(),
  /** Single-sign-on user of the initiator: four eyes hold across accounts of the same person. */
  approvalInitiatorSub: z.string().optional(),
  approvalInitiationDate: instant.optional(),
  /**
   * The initiation of the approval that `begin` and `end` are of, while a new one is initiated: so it stays what it was, and
   * comes back when the new one is withdrawn.
   */
  formerInitiatorAccountId: id.optional(),
  formerInitiatorSub: z.string().optional(),
  formerInitiationDate: instant.optional(),
  hasEverBeenApproved: z.boolean().optional(),
  finalApprovalAccountId: id.optional(),
  finalApprovalDate: instant.optional(),
  /** Revision that the confirming person saw: what `begin` and `end` are of. */
  releasedRev: rev.optional(),
  /** Revisions of the derived parents that it was read from, from the parent upwards. Only the server knows them. */
  releasedParents: z.array(rev).optional(),
  updatedBy: id.optional(),
})
export type ApprovalRow = z.infer<typeof approvalRow>

/** What an import may say of an approval: who gave it and when is the server's to write. */
export const migratedApproval = approvalRow
  .pick({ active: true, begin: true, end: true, comment: true, restriction: true, restrictionTextId: true })
  .extend({ active: z.boolean().default(true) })
  .strict()
export type MigratedApproval = z.infer<typeof migratedApproval>

export const companyRow = z.object({
  company: id,
  role: z.enum(companyRoles),
  amount: amount.optional(),
  _order: order.optional(),
})
export type CompanyRow = z.infer<typeof companyRow>

export const componentRow = z.object({
  /** Component entity that the row names. */
  component: id,
  secrecy,
  printlabel: z.boolean().optional(),
  /** Share of the product; `unit` is a select option (percent unless it says otherwise). */
  amount: amount.optional(),
  unit: z.string().optional(),
  category: id.optional(),
  _order: order.optional(),
})
export type ComponentRow = z.infer<typeof componentRow>

/** A permit of an authority: its kind, or none where it is of no kind that is kept, and its number. */
export const permitRow = z.object({ permit: id.optional(), number: line, _order: order.optional() })
export type PermitRow = z.infer<typeof permitRow>

/** How a list shows the product publicly, where it differs from what administrators say of its standards. */
export const displaySettings = z.object({
  /** By standard. What it says of one that is gone is shown nowhere: it keeps nobody from deleting it. */
  standards: rows(z.object({ order: order.optional(), limitation: localized.optional() })).optional(),
})
export type DisplaySettings = z.infer<typeof displaySettings>

const fromBase = z.object({
  base: rows(z.literal(true)).default({}),
  additional: rows(z.literal(true)).default({}),
})
export type FromBase = z.infer<typeof fromBase>

export const documentRow = z.object({
  fileId: id,
  fileName: line,
  uploadTime: instant,
  /** Select option of `upload-types-product`. */
  type: z.string().optional(),
  secrecy: secrecy.optional(),
})
export type DocumentRow = z.infer<typeof documentRow>
const checklistRow = z.object({
  status: z.string().optional(),
  date: instant.optional(),
  from: instant.optional(),
  until: instant.optional(),
  end: instant.optional(),
  comment: text.optional(),
  updatedBy: id.optional(),
})
export const noteRow = z.object({
  label: id.optional(),
  text: text.optional(),
  /** Settled for everybody. */
  read: z.boolean(),
  at: instant,
  /** When it came to say something else than at first; the server's to say. */
  changed: instant.optional(),
  by: id,
})
export type NoteRow = z.infer<typeof noteRow>
/** Answer of the calls about what one has read. */
export const noteMarks = z.object({
  /** By list and key of the note's row, with a slash between: its state (`changed`, or else `at`) when one read it. */
  marks: z.record(z.string(), instant),
})
const nameRow = z.object({
  name: line,
  from: instant,
  to: instant.optional(),
  /** Lists of derived parents that the name was read from: who may not see them does not see the row. */
  inheritedFrom: z.array(z.object({ product: id, list: id })).optional(),
})
const invoiceSpecialItem = z.object({
  institution: id,
  year: z.number().int().min(1900).max(9999),
  text: line,
  amount,
})

/** Source of a linked value; a direct value has no entry (decisions §3). */
export const linkSource = z.enum(['basis', 'derived'])
export type LinkSource = z.infer<typeof linkSource>

/** A product's data in one list. Besides the keys with an underscore it holds field values by field path. */
export const listData = z
  .object(
    {
      _responsible: z.object({ institution: id, accountId: id.optional() }).optional(),
      _approval: z.record(id, approvalRow).default({}),
      _category: id.optional(),
      _companies: rows(companyRow).default({}),
      _components: z
        .object({ base: rows(componentRow).default({}), additional: rows(componentRow).default({}) })
        // Made anew each time: the parts of a constant would be one and the same in every list.
        .default(() => ({ base: {}, additional: {} })),
      /**
       * Ids of the component rows that came from the base list: the server keeps them, and tells nobody. Older states do not
       * have them (`isFromBase`).
       */
      _fromBase: fromBase.optional(),
      _documents: rows(documentRow).default({}),
      _checklist: z.record(id, checklistRow).default({}),
      _notes: rows(noteRow).default({}),
      _display: displaySettings.optional(),
      _active: z.boolean().default(false),
      _archived: z.boolean().default(false),
      _nameHistory: rows(nameRow).default({}),
      _linked: z.record(z.string(), linkSource).default({}),
      _invoiceSpecialItems: rows(invoiceSpecialItem).optional(),
      /** Ids of risk labels (select option `risk-phrase`). */
      _risklabels: z.array(id).optional(),
      _hobbygarden: z.array(id).optional(),
      _preventPublicDisplay: z.boolean().optional(),
      _permits: rows(permitRow).optional(),
      _remark: localized.optional(),
      activatedOn: instant.optional(),
      activatedBy: id.optional(),
      deactivatedOn: instant.optional(),
      deactivatedBy: id.optional(),
    },
    'expected list object',
  )
  .catchall(fieldValue)
  .superRefine((value, ctx) => {
    for (const key of Object.keys(value)) {
      if (!(key in listDataKeys) && !fieldPathPattern.test(key))
        ctx.addIssue({ code: 'custom', path: [key], message: 'expected a field path like basis-f1' })
    }
  })
/** The fixed keys of a list's data; every other key is a field path. */
export const listDataKeys: Record<string, true> = {}
export type ListData = z.infer<typeof listData>

export const productData = z.strictObject({
  derivedProductId: id.optional(),
  baseApproval: z.boolean().optional(),
  isNationalPartner: z.boolean().default(false),
  isNationalPartnerInitial: z.boolean().default(false),
  /** Invoice flag to the revision at which it was set. */
  invoiceFlags: z.record(z.string(), z.number().int()).default({}),
  /** Key of the product in the register that it was imported from; unique. */
  importKey: z.string().max(200).optional(),
  archived: z.boolean().optional(),
  listData: z.record(id, listData),
})
export type ProductData = z.infer<typeof productData>
for (const key of Object.keys(listData.shape)) listDataKeys[key] = true

/**
 * A product as a viewer gets it: `data` is what is stored, without what the viewer may not see; `resolved` holds
 * the values of linked fields with where they come from (decisions §3).
 */
export const resolvedValue = z.object({
  source: linkSource,
  value: z.unknown().optional(),
  /** Product and list that hold the value. */
  fromProduct: id.optional(),
  fromList: id.optional(),
})
export type ResolvedValue = z.infer<typeof resolvedValue>
/** Stored days, from the first to the last; without `end` it goes on. */
const period = z.object({ begin: z.string(), end: z.string().optional() })
/**
 * The stored data, whatever shape an older version gave it, without what the viewer may not see. What is not stored is told
 * here: a company user gets `periods` of an approval that counts with gaps, instead of its `begin` and `end`.
 */
const shownData = z.looseObject({
  listData: z.record(
    z.string(),
    z.looseObject({
      _approval: z.record(z.string(), z.looseObject({ periods: z.array(period).optional() })).optional(),
    }),
  ),
})
export const productView = entityOf(shownData).extend({
  /** By list, by key (`basis-f1`, `_category`). Only linked keys. */
  resolved: z.record(z.string(), z.record(z.string(), resolvedValue)),
  /** `_categoryTree` of file 1 §3: by list, the ids from the main category down to the list's category. */
  categoryTrees: z.record(z.string(), z.array(id)).optional(),
  /** What the derived parent offers, by list and key, so that a switch can be shown before it happens. */
  derivedValues: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /**
   * Revisions of the derived parents that values are read from, from the parent upwards, to the first that the viewer may not
   * know of: what `bml/product/approvals` is told of what was seen. Absent where there are none, and in older revisions.
   */
  parentRevs: z.array(rev).optional(),
  /** Titles of related entities that the page shows: companies, accounts, the derived parent. */
  titles: z.record(z.string(), z.string()),
  /** Permissions of the viewer by list: what the buttons may offer. */
  may: z.record(z.string(), z.array(z.string())),
})
export type ProductView = Omit<z.infer<typeof productView>, 'data'> & { data: ProductData }
