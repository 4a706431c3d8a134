import type * as z from 'zod'
import { accountData } from './actor.ts'
import * as admin from './administration.ts'
import { companyData } from './company.ts'
import { productData } from './product.ts'

/** Where the texts of an entity class live, its schema, and what must be unique. One row per class. */
export interface EntityClass {
  data: z.ZodType
  /** JSON pointers into `data` whose values are unique in the class; empty values and zero are not. */
  unique: string[]
  /** Who may write it through the generic calls. */
  write: 'admin' | 'editor' | 'own-calls' | 'nobody'
  /** JSON pointer of its title in `data`. */
  title: string
  /** Small, read by every screen: cached as reference data. */
  isReference: boolean
}
const reference = (data: z.ZodType, title = '/title', unique: string[] = []): EntityClass => ({
  data,
  unique,
  write: 'admin',
  title,
  isReference: true,
})

export const entityClasses = {
  product: { data: productData, unique: ['/importKey'], write: 'own-calls', title: '', isReference: false },
  company: {
    data: companyData,
    unique: ['/baseData/customerNumber', '/importKey'],
    write: 'own-calls',
    title: '/baseData/name',
    isReference: false,
  },
  account: {
    data: accountData,
    unique: ['/registrationName'],
    write: 'admin',
    title: '/staticData/fullname',
    isReference: false,
  },
  batchjob: { data: admin.batchJob, unique: [], write: 'nobody', title: '', isReference: false },
  uploadedfile: {
    data: admin.uploadedFile,
    unique: [],
    write: 'nobody',
    title: '/fileName',
    isReference: false,
  },
  list: reference(admin.list),
  biostandard: reference(admin.biostandard, '/name'),
  category: reference(admin.category, '/title', ['/importKey']),
  categorytext: { ...reference(admin.categoryText), write: 'editor' },
  component: reference(admin.component, '/title', ['/importKey']),
  hobbygarden: reference(admin.hobbygarden),
  restrictiontext: reference(admin.restrictionText, '/text'),
  permit: reference(admin.permit),
  country: reference(admin.country, '/title', ['/isoCode']),
  region: reference(admin.region),
  label: reference(admin.label),
  selectoption: reference(admin.selectOption, '/title', ['/importKey']),
  fielddefinition: reference(admin.fieldDefinition, '/title', ['/path']),
  checklist: reference(admin.checklistDefinition),
  institution: reference(admin.institution),
} as const satisfies Record<string, EntityClass>

export type EntityClassName = keyof typeof entityClasses
export const entityClassNames = Object.keys(entityClasses) as EntityClassName[]
export const isEntityClass = (name: string): name is EntityClassName => Object.hasOwn(entityClasses, name)
