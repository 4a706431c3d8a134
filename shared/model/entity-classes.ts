/** What code asks about a class of entities. One row per class; the schemas of their data are in `entity-schemas.ts`. */
export interface EntityClass {
  /** JSON pointers into `data` whose values are unique in the class; empty values and zero are not. */
  unique: string[]
  /** JSON pointer of a flag that one entity of the class may have among those that are not deleted. */
  oneWith?: string
  /**
   * Who may write it through the generic calls. `owner`: who made it, and administrators. `institution`: whoever belongs to the
   * one that it is of; its own call makes it. `draft`: administrators, as long as it is one; its own calls make and delete it.
   */
  write: 'admin' | 'editor' | 'owner' | 'institution' | 'draft' | 'own-calls' | 'nobody'
  /** JSON pointer of its title in `data`. */
  title: string
  /** Small, read by every screen: cached as reference data. */
  isReference: boolean
}
const reference = (title = '/title', unique: string[] = []): EntityClass => ({
  unique,
  write: 'admin',
  title,
  isReference: true,
})

export const entityClasses = {
  product: { unique: ['/importKey'], write: 'own-calls', title: '', isReference: false },
  company: {
    unique: ['/baseData/customerNumber', '/importKey'],
    write: 'own-calls',
    title: '/baseData/name',
    isReference: false,
  },
  account: {
    unique: ['/registrationName'],
    write: 'admin',
    title: '/staticData/fullname',
    isReference: false,
  },
  batchjob: { unique: [], write: 'nobody', title: '', isReference: false },
  uploadedfile: {
    unique: [],
    write: 'nobody',
    title: '/fileName',
    isReference: false,
  },
  list: reference(),
  biostandard: { ...reference('/name'), oneWith: '/baseApproval' },
  category: reference('/title', ['/importKey']),
  categorytext: { ...reference(), write: 'editor' },
  component: reference('/title', ['/importKey']),
  hobbygarden: reference(),
  restrictiontext: reference('/text'),
  permit: reference(),
  country: reference('/title', ['/isoCode']),
  region: reference(),
  label: reference(),
  selectoption: reference('/title', ['/importKey']),
  fielddefinition: reference('/title', ['/path']),
  checklist: reference(),
  institution: reference(),
  savedsearch: { unique: [], write: 'owner', title: '/title', isReference: false },
  columnset: { unique: [], write: 'owner', title: '/title', isReference: false },
  exportset: { unique: [], write: 'owner', title: '/title', isReference: false },
  listing_confirmation: {
    unique: ['/number', '/sent/replaces'],
    write: 'institution',
    title: '/number',
    isReference: false,
  },
  feeschedule: { unique: ['/key'], write: 'admin', title: '', isReference: false },
  invoice: { unique: ['/number', '/slot'], write: 'draft', title: '/number', isReference: false },
  conversation: { unique: [], write: 'nobody', title: '', isReference: false },
  message: { unique: [], write: 'nobody', title: '', isReference: false },
} as const satisfies Record<string, EntityClass>

export type EntityClassName = keyof typeof entityClasses
export const entityClassNames = Object.keys(entityClasses) as EntityClassName[]
/** Names that the specification uses besides ours. */
const otherNames: Readonly<Record<string, EntityClassName>> = { selectoptions: 'selectoption' }
/** The class that a caller names, by our name or the specification's; undefined if there is none. */
export const entityClassNamed = (name: string): EntityClassName | undefined =>
  isEntityClass(name) ? name : Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
export const isEntityClass = (name: string): name is EntityClassName => Object.hasOwn(entityClasses, name)

const unnamed: ReadonlySet<EntityClassName> = new Set(['categorytext', 'fielddefinition'])
/** Reference data that others name by its id. Fields are named by their path; texts of categories stand alone. */
export const isNamed = (name: EntityClassName): boolean =>
  entityClasses[name].isReference && !unnamed.has(name)
