import type { IconProps } from '@cloudscape-design/components/icon'
import type { ComponentType } from 'react'
import type { RouteRole } from '../../shared/rules/permissions.ts'

/** The last five are what administrators keep: each short enough to be read at a glance. */
export const routeGroups = [
  'products',
  'companies',
  'invoices',
  'communication',
  'catalogue',
  'texts',
  'lists',
  'people',
  'system',
] as const
export type RouteGroup = (typeof routeGroups)[number]

/** One screen: its address, who may open it, where the navigation shows it. */
export interface AppRoute {
  path: string
  /** Name of the specification; key of its label in the frame's texts (`routes.<name>`). */
  name: string
  permission: RouteRole
  group?: RouteGroup
  hideInNav?: boolean
  /** Where it is not its group's. */
  icon?: IconProps.Name
  /** Feature whose texts it shows: they come beside its code, not after it. */
  texts: string
  lazy(): Promise<ComponentType>
}

const groupIcons: Record<RouteGroup, IconProps.Name> = {
  products: 'grid-view',
  companies: 'group',
  invoices: 'file',
  communication: 'envelope',
  catalogue: 'folder',
  texts: 'transcript',
  lists: 'check',
  people: 'user-profile',
  system: 'settings',
}
/** What stands before its name wherever screens are listed. */
export const iconOf = ({ icon, group }: AppRoute): IconProps.Name =>
  icon ?? (group ? groupIcons[group] : 'view-full')
