/** Data that administrators keep: lists, standards, categories, fields and the rest of file 1 §3. */
import * as z from 'zod'
import { codeKinds } from '../rules/check-digit.ts'
import {
  amount,
  colour,
  id,
  instant,
  line,
  locale,
  localized,
  mainCategoryKey,
  number,
  order,
  secrecy,
  text,
} from './basics.ts'
import { fieldTypes } from './field-value.ts'
import { message } from './message.ts'
import { publicSearchSettings } from './public-search.ts'

export const list = z.strictObject({
  title: localized,
  country: id.optional(),
  languages: z.array(locale).default([]),
  fallbackLanguage: locale.optional(),
  institutes: z.array(id).default([]),
  mainCategories: z.array(mainCategoryKey).default([]),
  biostandards: z.array(id).default([]),
  baseStandards: z.array(id).default([]),
  targetAudience: z.enum(['commercial', 'hobby']).default('commercial'),
  isBasedata: z.boolean().default(false),
  backgroundColour: colour.optional(),
  /** Key of a certification body's logo that ships with the PDF worker. */
  pdfLogo: z.string().optional(),
  pdfFooter: localized.optional(),
  order: order.default(0),
  publicSearchExtraFields: z.array(z.string()).default([]),
  ...publicSearchSettings,
})
export type List = z.infer<typeof list>

export const biostandard = z.strictObject({
  name: localized,
  publicName: localized.optional(),
  publicOrder: order.default(0),
  /** Another standard that must be approved first. */
  dependency: id.optional(),
  /** An approval under it needs two pairs of eyes. */
  baseApproval: z.boolean().default(false),
  limitation: localized.optional(),
  activeInLists: z.array(id).default([]),
})
export type Biostandard = z.infer<typeof biostandard>

export const category = z.strictObject({
  title: localized,
  parent: id.optional(),
  disabled: z.boolean().default(false),
  mainCategoryKey,
  order: order.default(0),
  /** Number as typed by staff, parsed as a float. */
  number: number.optional(),
  importKey: z.string().max(200).optional(),
})
export type Category = z.infer<typeof category>

export const categoryText = z.strictObject({
  title: localized,
  description: localized,
  list: id.optional(),
  standard: id.optional(),
  active: z.boolean().default(true),
  category: id,
})

export type CategoryText = z.infer<typeof categoryText>

export const component = z.strictObject({
  title: localized,
  parent: id.optional(),
  disabled: z.boolean().default(false),
  order: order.default(0),
  mainCategoryMapping: z.array(mainCategoryKey).default([]),
  importKey: z.string().max(200).optional(),
})
export const hobbygarden = z.strictObject({
  title: localized,
  parent: id.optional(),
  disabled: z.boolean().default(false),
  kind: z.enum(['plant', 'pest', 'area']),
  order: order.default(0),
})
export type HobbyUse = z.infer<typeof hobbygarden>
export const restrictionText = z.strictObject({
  text: localized,
  standards: z.array(id).default([]),
  categories: z.array(id).default([]),
  active: z.boolean().default(true),
})
export type RestrictionText = z.infer<typeof restrictionText>
export const permit = z.strictObject({
  title: localized,
  lists: z.array(id).default([]),
  mainCategories: z.array(mainCategoryKey).default([]),
  linkTemplate: line.optional(),
  permitText: localized.optional(),
  linkText: localized.optional(),
})
export type Permit = z.infer<typeof permit>
export const country = z.strictObject({
  title: localized,
  enabled: z.boolean().default(true),
  isoCode: z.string().regex(/^[A-Z]{2}$/, 'expected an ISO code of 2 letters'),
})
export type Country = z.infer<typeof country>
export const region = z.strictObject({ title: localized, active: z.boolean().default(true), country: id })
export const label = z.strictObject({
  color: colour,
  title: localized,
  isWarning: z.boolean().default(false),
  sendEmailOnNote: z.boolean().default(false),
})

export const selectOptionTypes = [
  'upload-types-product',
  'upload-types-company',
  'person-types',
  'controlbody',
  'cert-standards',
  'risk-phrase',
  'origin',
  'quality',
  'keeping-type',
  'nutrient',
  'nutrient-fum',
  'unit',
  'company-groups',
  'company.type',
  'company.person.title',
  'company.person.salutation',
  'invoice-flags',
  'invoice-our-sign',
  'invoice-special-items-text',
  'message-folder',
  'message-subject',
] as const
export const selectOption = z.strictObject({
  type: z.enum(selectOptionTypes),
  title: localized,
  enabled: z.boolean().default(true),
  order: order.default(0),
  group: line.optional(),
  importKey: z.string().max(200).optional(),
})

export const fieldDefinition = z.strictObject({
  type: z.enum(fieldTypes, 'Field type not found'),
  /** Unique, e.g. `basis-f1`; table columns are `{table path}-{column}`. */
  path: z.string().max(100),
  displayType: z.enum(['tab', 'table']).default('tab'),
  /** Product tab (`main`, `specific` …), or the path of the table that the field is a column of. */
  displayKey: z.string().max(100),
  title: localized,
  description: localized.optional(),
  /** Begins a group in its tab: this field and those after it, up to the next heading. */
  heading: localized.optional(),
  sorting: order.default(0),
  mandatory: z.boolean().default(false),
  secrecy: secrecy.default('public'),
  /** No restriction where empty. */
  emptyInLists: z.array(id).default([]),
  visibleInLists: z.array(id).default([]),
  visibleInMainCategories: z.array(mainCategoryKey).default([]),
  /** Select option type whose options the field offers, instead of `options`. */
  optionSource: z.enum(selectOptionTypes, 'invalid option source').optional(),
  options: z
    .array(
      z.object({
        id: z.string().max(100),
        title: localized,
        enabled: z.boolean().default(true),
        group: z.string().optional(),
      }),
    )
    .default([]),
  groups: z.array(z.object({ id: z.string().max(100), title: localized })).default([]),
  /** Unit behind a number, for reading. */
  unit: line.optional(),
  /** The text is a number with a check digit: whoever types one that does not fit is warned. */
  code: z.enum(codeKinds).optional(),
})
export type FieldDefinition = z.infer<typeof fieldDefinition>

export const checklistDefinition = z.strictObject({
  title: localized,
  active: z.boolean().default(true),
  modus: z.enum(['default', 'reference', 'company']).default('default'),
  mandatory: z.boolean().default(false),
  isOptional: z.boolean().default(false),
  dateEffectiveMandatory: z.boolean().default(false),
  dateUntilMandatory: z.boolean().default(false),
  showUntilDate: z.boolean().default(false),
  options: z
    .array(
      z.object({
        id: z.string().max(100),
        title: localized,
        okay: z.boolean(),
        warning: z.boolean().default(false),
        sorting: order.default(0),
      }),
    )
    .default([]),
  /** No restriction where empty. */
  showInTabs: z.array(z.string()).default([]),
  listRestrict: z.array(id).default([]),
  categoryRestrict: z.array(id).default([]),
  visibleInLists: z.array(id).default([]),
})
export type ChecklistDefinition = z.infer<typeof checklistDefinition>

export const institution = z.strictObject({
  title: localized,
  internalName: line.optional(),
  /** Accounts that belong to it. */
  users: z.array(id).default([]),
  corePartner: z.boolean().default(false),
  vatPercent: amount.optional(),
  invoiceEmailBcc: z.email().optional(),
  /** Days. */
  paymentDeadline: z.number().int().min(0).max(3650).optional(),
  invoiceTextsInitial: localized.optional(),
  invoiceTextsYearly: localized.optional(),
  /** Account that invoices are paid to. */
  iban: line.optional(),
  /** Under its title on invoices, and in the payment part of Swiss ones. */
  invoiceAddress: z
    .strictObject({ street: line.optional(), zip: line.optional(), city: line.optional() })
    .optional(),
  /** The run on 2 January makes its yearly invoices. */
  yearlyInvoiceRun: z.boolean().default(false),
  country: id.optional(),
})
export type Institution = z.infer<typeof institution>

/** SHA-1, hex: what a file is recognised by. */
export const sha1 = z.string().regex(/^[0-9a-f]{40}$/)
/** SHA-256, hex: what is checked on its way. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A file whose content has arrived as it was announced; both never change. */
export const uploadedFile = z.strictObject({
  /** As the person who brought it called it. */
  fileName: line,
  hash: sha1,
  sha256,
  /** Bytes. */
  size: z.number().int().min(1),
  contentType: z.string().max(200),
  flags: z.array(z.string()).default([]),
})

export const batchJob = z.strictObject({
  kind: z.enum([
    'flag',
    'export',
    'import',
    'merge',
    'pdf',
    'report',
    'confirmation',
    'note-mail',
    'message-mail',
    'expiry',
    'invoice-run',
    'invoice',
    'unindex',
    'reindex',
  ]),
  status: z.enum(['new', 'running', 'complete', 'aborted']),
  total: z.number().int().min(0),
  done: z.number().int().min(0),
  failed: z.number().int().min(0),
  errors: z
    .array(
      z.object({ unit: z.string(), message: text, unitText: message.optional(), text: message.optional() }),
    )
    .default([]),
  startedBy: id,
  /** Single-sign-on user that started it: several people may use one account. */
  startedBySub: z.string().optional(),
  startedOn: instant.optional(),
  endedOn: instant.optional(),
  /** Counts that the kind of job reports: `created`, `changed`, `unchanged` … */
  result: z.record(z.string(), z.number()).default({}),
  config: z.record(z.string(), z.unknown()).default({}),
  /** The job that this one takes back. */
  undoes: id.optional(),
})
export type BatchJob = z.infer<typeof batchJob>
