/** The menu of the searches: what can be done, and those that one opens most. */
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import type { Actor } from '../../../../shared/model/actor.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import type { useTexts } from '../../../texts/texts.ts'
import { groupOf, keptGroups, maxShown } from '../kept/kept-groups.ts'

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
  const others = byTitle.filter(({ id }) => !favourites.has(id))
  const only = (isAsked: boolean) => (isAsked ? {} : { disabled: true, disabledReason: t('menu.noneAsked') })
  return [
    { id: 'build', text: t(isBuilt ? 'menu.edit' : 'menu.build'), iconName: 'filter' },
    { id: 'save', text: t('menu.save'), ...only(canSave) },
    { id: 'share', text: t('menu.share'), ...only(canShare) },
    ...groupOf(t('menu.favourites'), favourite),
    ...keptGroups(others, { actor, title: t('menu.saved'), compare, max: maxShown - favourite.length }),
    {
      id: 'manage',
      text: t('menu.manage'),
      // While they are on their way, or could not be had, the dialog says so.
      ...(searches?.length === 0 && { disabled: true, disabledReason: t('menu.noneSaved') }),
    },
  ]
}
