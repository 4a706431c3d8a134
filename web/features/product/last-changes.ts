/** When and by whom the values on the page were last changed, while somebody wants to see it. */
import { createContext, useContext } from 'react'
import { lastchanges } from '../../../shared/calls/bml/product/lastchanges.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { type Effective, isEmptyValue } from './model/draft.ts'
import { useProductPage } from './page-context.ts'

type LastChanges = OutputOf<typeof lastchanges>
export const LastChangesContext = createContext<LastChanges | undefined>(undefined)

/** Of the shown revision of a product, for one of its lists. */
export function useLastChanges(
  id: string,
  list: string,
  rev: number,
  isShown: boolean,
): LastChanges | undefined {
  const { data } = useCall(lastchanges, isShown ? { id, list, rev } : null, { keepPreviousData: true })
  return isShown ? data : undefined
}

/** What is told of a field: of a value that comes from another list, what happened there; of a parent's, nothing. */
export function useLastChange(key: string, { source, fromList, fromProduct, value }: Effective) {
  const t = useTexts('product')
  const { list } = useProductPage()
  const { moment } = useDateFormat()
  const told = useContext(LastChangesContext)
  if (!told || fromProduct !== undefined) return undefined
  const ofList = told.lists[source === 'direct' ? list : (fromList ?? list)]
  if (!ofList) return undefined
  const change = ofList[key]
  if (change)
    return t('lastChange.text', { date: moment(change.at), name: told.names[change.by] ?? t('someone') })
  return isEmptyValue(value) || told.from === 1 ? undefined : t('lastChange.before', { rev: told.from })
}
