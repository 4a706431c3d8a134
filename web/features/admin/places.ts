/** Where each class of administration data is kept, and who may open it (file 1 §2). Known to the table of routes. */
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { RouteRole } from '../../../shared/rules/permissions.ts'

interface Place {
  entityclass: EntityClassName
  path: string
  /** Name of the route. */
  name: string
  permission: RouteRole
}
const of = (entityclass: EntityClassName, name: string, change: Partial<Place> = {}): Place => ({
  entityclass,
  path: `/admin/${name.toLowerCase()}`,
  name,
  permission: 'admin',
  ...change,
})

export const places = [
  of('category', 'category'),
  of('component', 'component'),
  of('hobbygarden', 'hobbyGarden'),
  of('categorytext', 'categoryText', { permission: 'editor' }),
  of('list', 'listManagement'),
  of('biostandard', 'biostandard', { path: '/biostandard' }),
  of('fielddefinition', 'fieldManagement'),
  of('checklist', 'checklist'),
  of('selectoption', 'selectOptions'),
  of('restrictiontext', 'restrictionText'),
  of('permit', 'permitManagement'),
  of('label', 'labelManagement'),
  of('country', 'countryManagement'),
  of('region', 'regionManagement'),
] as const satisfies readonly Place[]
