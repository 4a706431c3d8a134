/** The menu of the searches: what can be done, and those that one opens most. */
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import type { Actor } from '../../../../shared/model/actor.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import type { useTexts } from '../../../texts/texts.ts'

/** Searches that the menu shows, or all favourites; the others are where all are managed. */
const maxShown = 40

/** Made by the person, or shared with them: administrators see those of everybody where they manage them. */
const isMeant = ({ createdBy, data }: SavedSearchEntity, actor: Actor): boolean =>
  createdBy === actor.account ||
  data.isPublic ||
  actor.institutions.some(({ id }) => data.visibleForInstitutions.includes(id))

interface MenuContext {
  t: ReturnType<typeof useTexts>
  actor: Actor
  favourites: ReadonlySet<string>
  /** One is open, or the bar has conditions: they are worked on. */
  isBuilt: boolean
  /** Something is asked that can be kept; that can be passed on. */
  canSave: boolean
  canShare: boolean
  compare: (a: string, b: string) => number
}
/** Favourites first, then those without a folder, then by folder. */
export function searchMenu(
  searches: readonly SavedSearchEntity[] | undefined,
  { t, actor, favourites, isBuilt, canSave, canShare, compare }: MenuContext,
): ButtonDropdownProps.Items {
  const byTitle = [...(searches ?? [])].sort((a, b) => compare(a.data.title, b.data.title))
  const favourite = byTitle.filter(({ id }) => favourites.has(id))
  const others = byTitle
    .filter((one) => !favourites.has(one.id) && isMeant(one, actor))
    .slice(0, Math.max(0, maxShown - favourite.length))
  const folders = Map.groupBy(others, ({ data }) => data.folder ?? '')
  const group = (text: string, of: readonly SavedSearchEntity[]) =>
    of.length === 0 ? [] : [{ text, items: of.map(({ id, data }) => ({ id, text: data.title })) }]
  const only = (isAsked: boolean) => (isAsked ? {} : { disabled: true, disabledReason: t('menu.noneAsked') })
  return [
    { id: 'build', text: t(isBuilt ? 'menu.edit' : 'menu.build'), iconName: 'filter' },
    { id: 'save', text: t('menu.save'), ...only(canSave) },
    { id: 'share', text: t('menu.share'), ...only(canShare) },
    ...group(t('menu.favourites'), favourite),
    ...group(t('menu.saved'), folders.get('') ?? []),
    ...[...folders]
      .filter(([folder]) => folder !== '')
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([folder, of]) => group(folder, of)),
    {
      id: 'manage',
      text: t('menu.manage'),
      // While they are on their way, or could not be had, the dialog says so.
      ...(searches?.length === 0 && { disabled: true, disabledReason: t('menu.noneSaved') }),
    },
  ]
}
