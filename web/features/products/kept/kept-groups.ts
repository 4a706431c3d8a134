/** What somebody keeps, as groups of a menu: those without a folder first, then by folder. */
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import type { Actor } from '../../../../shared/model/actor.ts'
import type { KeptEntity } from '../../../api/kept.ts'

/** Entries that a menu shows; the others are where all are managed. */
export const maxShown = 40

/** Made by the person, or shared with them: administrators see those of everybody where they manage them. */
const isMeant = ({ createdBy, data }: KeptEntity, actor: Actor): boolean =>
  createdBy === actor.account ||
  data.isPublic ||
  actor.institutions.some(({ id }) => data.visibleForInstitutions.includes(id))

export const groupOf = (
  text: string,
  of: readonly KeptEntity[],
  chosen?: string,
): ButtonDropdownProps.ItemGroup[] =>
  of.length === 0
    ? []
    : [
        {
          text,
          items: of.map(({ id, data }) => ({
            id,
            text: data.title,
            ...(id === chosen && { iconName: 'check' as const }),
          })),
        },
      ]

/** `entries` by title. */
export function keptGroups(
  entries: readonly KeptEntity[],
  {
    actor,
    title,
    compare,
    chosen,
    max = maxShown,
  }: {
    actor: Actor
    /** Of those without a folder. */
    title: string
    compare(a: string, b: string): number
    /** The one that is shown now. */
    chosen?: string | undefined
    max?: number
  },
): ButtonDropdownProps.ItemGroup[] {
  const folders = Map.groupBy(
    entries.filter((one) => isMeant(one, actor)).slice(0, Math.max(0, max)),
    ({ data }) => data.folder ?? '',
  )
  return [
    ...groupOf(title, folders.get('') ?? [], chosen),
    ...[...folders]
      .filter(([folder]) => folder !== '')
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([folder, of]) => groupOf(folder, of, chosen)),
  ]
}
