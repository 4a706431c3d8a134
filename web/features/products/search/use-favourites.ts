/** Favourite searches, and the one that the product list opens with: of each person, stored with the account. */
import { useMemo, useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { notify, showError } from '../../../frame/notify.ts'
import { startSearchOf, withStartSearch } from '../../../frame/start-view.ts'
import { useTexts } from '../../../texts/texts.ts'

/** The account holds no more. */
const maxFavourites = 50

export interface Favourites {
  favourites: ReadonlySet<string>
  start: string | undefined
  isBusy: boolean
  setFavourite(id: string, isFavourite: boolean): Promise<void>
  /** Undefined: the list opens without a search. */
  setStart(id: string | undefined): Promise<void>
}
/** `searches`: those that there are, as far as it is known. */
export function useFavourites(searches: readonly { id: string }[] | undefined): Favourites {
  const t = useTexts('search')
  const { userData, updateSettings } = useSession()
  const [isBusy, setBusy] = useState(false)
  const favourites = useMemo(() => new Set(userData.searches ?? []), [userData.searches])
  const update = async (change: Parameters<typeof updateSettings>[0]) => {
    setBusy(true)
    try {
      await updateSettings(change, { quiet: true })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    favourites,
    start: startSearchOf(userData.defaultProductFilter),
    isBusy,
    async setFavourite(id, isFavourite) {
      const all = [...favourites].filter((one) => one !== id)
      // What is gone makes room.
      const isFull = all.length >= maxFavourites && searches !== undefined
      const others = isFull ? all.filter((one) => searches.some((search) => search.id === one)) : all
      if (isFavourite && others.length >= maxFavourites) {
        notify.warning({ id: 'search:favourites', text: t('manage.favouritesFull', { max: maxFavourites }) })
        return
      }
      await update({ searches: isFavourite ? [...others, id] : others })
    },
    setStart: (id) => update({ defaultProductFilter: withStartSearch(userData.defaultProductFilter, id) }),
  }
}
