/** Every search that the person can open, with favourites and the one that the list opens with. */
import Button from '@cloudscape-design/components/button'
import type { ReactNode } from 'react'
import type { Kept } from '../../../api/kept.ts'
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import { useTexts } from '../../../texts/texts.ts'
import { KeptDialog } from '../kept/kept-dialog.tsx'
import type { Favourites } from './use-favourites.ts'

interface ManageDialogProps {
  title: string
  all: Kept<SavedSearchEntity>
  own: Favourites
  sentenceOf(search: SavedSearchEntity): string
  onOpen(search: SavedSearchEntity): void
  /** The dialog for its name, and whom it is shown to. */
  editing(search: SavedSearchEntity, onDone: () => void): ReactNode
  onCopyLink(search: SavedSearchEntity): void
  onClose(): void
}
export function ManageDialog({ own, sentenceOf, onCopyLink, ...props }: ManageDialogProps) {
  const t = useTexts('search')
  const actions: Record<string, (search: SavedSearchEntity) => void> = {
    copyLink: onCopyLink,
    start: ({ id }) => void own.setStart(id),
    noStart: () => void own.setStart(undefined),
  }
  return (
    <KeptDialog
      {...props}
      words={{
        empty: t('manage.empty'),
        noMatch: t('manage.noMatch'),
        removed: (title) => t('manage.removed', { title }),
        saved: (title) => t('save.done', { title }),
      }}
      summaryOf={sentenceOf}
      badgeOf={({ id }) => (own.start === id ? t('manage.start') : undefined)}
      actionsOf={({ id }) =>
        ['copyLink', own.start === id ? 'noStart' : 'start'].map((action) => ({
          id: action,
          text: t(`manage.act.${action}`),
        }))
      }
      onAct={(action, search) => actions[action]?.(search)}
      lead={{
        id: 'favourite',
        header: t('manage.favourite'),
        width: 78,
        cell: ({ id, data: { title } }) => {
          const isFavourite = own.favourites.has(id)
          return (
            <Button
              variant="icon"
              iconName={isFavourite ? 'star-filled' : 'star'}
              disabled={own.isBusy}
              ariaLabel={t(isFavourite ? 'manage.noFavourite' : 'manage.makeFavourite', { title })}
              onClick={() => void own.setFavourite(id, !isFavourite)}
            />
          )
        },
      }}
    />
  )
}
