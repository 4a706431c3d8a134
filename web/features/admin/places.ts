/** Where each class of administration data is kept, and who may open it (file 1 §2). Known to the table of routes. */
import type { EntityClassName } from '../../../shared/model/entity-classes.ts'
import type { RouteRole } from '../../../shared/rules/permissions.ts'
import type { RouteGroup } from '../../frame/route.ts'

export interface Place {
  entityclass: EntityClassName
  path: string
  /** Name of the route. */
  name: string
  permission: RouteRole
  /** Description of its screen, where that is not the class's own. */
  described?: string
  group: RouteGroup
}
const of = (
  group: RouteGroup,
  entityclass: EntityClassName,
  name: string,
  change: Partial<Place> = {},
): Place => ({
  group,
  entityclass,
  path: `/admin/${name.toLowerCase()}`,
  name,
  permission: 'admin',
  ...change,
})

/** In the order of the navigation. */
export const places = [
  of('catalogue', 'category', 'category'),
  of('catalogue', 'component', 'component'),
  of('catalogue', 'hobbygarden', 'hobbyGarden'),
  of('catalogue', 'fielddefinition', 'fieldManagement'),
  of('catalogue', 'selectoption', 'selectOptions'),
  of('texts', 'categorytext', 'categoryText', { permission: 'editor' }),
  of('texts', 'restrictiontext', 'restrictionText'),
  of('texts', 'label', 'labelManagement'),
  of('lists', 'list', 'listManagement'),
  of('lists', 'list', 'pubSearch', { described: 'pubsearch' }),
  of('lists', 'biostandard', 'biostandard', { path: '/biostandard' }),
  of('lists', 'checklist', 'checklist'),
  of('lists', 'permit', 'permitManagement'),
  of('people', 'institution', 'institutionManagement', { path: '/admin/user/institutionmanagement' }),
  of('system', 'country', 'countryManagement'),
  of('system', 'region', 'regionManagement'),
] as const satisfies readonly Place[]
