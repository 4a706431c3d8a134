import type * as z from 'zod'
import { accountData } from './actor.ts'
import * as admin from './administration.ts'
import { companyData } from './company.ts'
import { listingConfirmation } from './confirmation.ts'
import { conversation, message } from './conversation.ts'
import type { EntityClassName } from './entity-classes.ts'
import { feeSchedule } from './fee-schedule.ts'
import { invoice } from './invoice.ts'
import { productData } from './product.ts'
import { columnSet, exportSet, savedSearch } from './search.ts'

/** Schema of the data of each entity class. Apart from the classes, so that only a function that checks data has them. */
export const entitySchemas = {
  product: productData,
  company: companyData,
  account: accountData,
  batchjob: admin.batchJob,
  uploadedfile: admin.uploadedFile,
  list: admin.list,
  biostandard: admin.biostandard,
  category: admin.category,
  categorytext: admin.categoryText,
  component: admin.component,
  hobbygarden: admin.hobbygarden,
  restrictiontext: admin.restrictionText,
  permit: admin.permit,
  country: admin.country,
  region: admin.region,
  label: admin.label,
  selectoption: admin.selectOption,
  fielddefinition: admin.fieldDefinition,
  checklist: admin.checklistDefinition,
  institution: admin.institution,
  savedsearch: savedSearch,
  columnset: columnSet,
  exportset: exportSet,
  listing_confirmation: listingConfirmation,
  feeschedule: feeSchedule,
  invoice,
  conversation,
  message,
} as const satisfies Record<EntityClassName, z.ZodType>
