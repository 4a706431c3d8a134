import * as z from 'zod'
import { addressTypes } from '../constants.ts'
import { id, instant, line, locale, order, rows, text } from './basics.ts'
import { entityOf } from './entity.ts'

const phone = line
export const address = z.strictObject({
  type: z.enum(addressTypes),
  street: line.optional(),
  zip: line.optional(),
  city: line.optional(),
  region: id.optional(),
  district: line.optional(),
  town: line.optional(),
  country: id.optional(),
  phone: phone.optional(),
  mobile: phone.optional(),
  fax: phone.optional(),
  email: z.union([z.email(), z.literal('')]).optional(),
  website: line.optional(),
  geocoords: z.strictObject({ lat: z.number(), lon: z.number() }).optional(),
  description: text.optional(),
  lists: z.array(id).default([]),
  catalogListId: id.optional(),
  /** Only the owning institution (and administrators) may see the address. */
  visibleToOwnerOnly: z.boolean().default(false),
  _order: order.optional(),
})
export const contactPerson = z.strictObject({
  /** One of the fixed contact functions or a select option of `person-types`. */
  function: id.optional(),
  /** The company's main contact; exactly one. */
  isMain: z.boolean().default(false),
  salutation: z.string().optional(),
  title: z.string().optional(),
  firstName: line.optional(),
  lastName: line.optional(),
  jurisdictions: z.array(id).default([]),
  lists: z.array(id).default([]),
  language: locale.optional(),
  phone: phone.optional(),
  mobile: phone.optional(),
  fax: phone.optional(),
  email: z.union([z.email(), z.literal('')]).optional(),
  skype: line.optional(),
  notes: text.optional(),
  misc: text.optional(),
  /** Key of one of the company's addresses. */
  address: z.string().optional(),
  visibleToOwnerOnly: z.boolean().default(false),
  _order: order.optional(),
})
export const companyBase = z.strictObject({
  name: line,
  companyAbbreviation: line.optional(),
  /** Unique, except zero. */
  customerNumber: z.number().int().min(0).optional(),
  customerSince: instant.optional(),
  euControlNumber: line.optional(),
  abacusCustomerNumber: line.optional(),
  groups: z.array(z.string()).default([]),
  /** Institution that looks after the company. */
  institution: id.optional(),
  /** Institution that owns it: it may edit, and sees what is marked owner-only. */
  owner: id.optional(),
  language: locale.optional(),
  legalType: z.string().optional(),
  registrationNumber: line.optional(),
  taxId: line.optional(),
  taxIdCh: line.optional(),
  gliInternational: line.optional(),
  terminationDate: instant.optional(),
  lastContractDate: instant.optional(),
  notice: text.optional(),
  sendInvoiceViaEmail: z.boolean().default(false),
  invoiceEmail: z.union([z.email(), z.literal('')]).optional(),
  ccEmail: z.union([z.email(), z.literal('')]).optional(),
  website: line.optional(),
  showAllRoles: z.boolean().default(false),
  userMustConfirmCompanyData: z.boolean().default(false),
  forceTaxId: z.boolean().default(false),
  invoiceTextIds: z.array(id).default([]),
})
const mergedCompany = z.strictObject({
  name: line,
  companyAbbreviation: line.optional(),
  numbers: z.array(z.number().int().min(1)).max(1000),
  job: id,
  at: instant,
})
export const companyData = z.strictObject({
  baseData: companyBase,
  addresses: rows(address).default({}),
  contactPersons: rows(contactPerson).default({}),
  checklists: z.record(id, z.record(z.string(), z.unknown())).default({}),
  importKey: z.string().max(200).optional(),
  /** The company that this one was merged into, and by which job. Whoever looks for this one is led there. */
  mergedInto: z.strictObject({ company: id, job: id, at: instant }).optional(),
  /** Companies that were merged into this one, by their ids: what they were called, and numbers that lead here since. */
  mergedFrom: z.record(id, mergedCompany).optional(),
})
export type CompanyData = z.infer<typeof companyData>
export type Address = z.infer<typeof address>
export type ContactPerson = z.infer<typeof contactPerson>
export const company = entityOf(companyData)
export type Company = z.infer<typeof company>
/** A company as a viewer gets it: without owner-only rows of others. */
export const companyView = company.extend({
  may: z.array(z.string()),
  titles: z.record(z.string(), z.string()),
  /** Of a company that was merged: where it is led to. */
  successor: z.object({ id, name: z.string() }).optional(),
})
export type CompanyView = z.infer<typeof companyView>
