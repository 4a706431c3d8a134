/** Copies an address that asks the same for whoever has it. */
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { searchLinkDays } from '../../../../shared/constants.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { labelled, useTexts } from '../../../texts/texts.ts'
import { copyText } from '../../../ui/copy.ts'
import type { ProductListState } from '../model/list-state.ts'
import type { OpenSearch } from './use-search.ts'

/** What stands in the list beside the open search. */
type Beside = Pick<ProductListState, 'q' | 'f'>

/** What is open stays what it is: the copy is for those who get the address. */
export function useShare(): (search: OpenSearch | undefined, beside?: Beside) => Promise<void> {
  const t = useTexts('search')
  const ui = useTexts('ui')
  const sharing = useSend(create)
  /** The id of a search that others can open, and whether that ends. */
  const shared = async ({ saved, isChanged, tree, inList }: OpenSearch) => {
    // Who gets the address may open what is public; of anything else they get a copy, whose time begins now.
    if (saved && !isChanged && saved.data.isPublic) return { id: saved.id, hasEnd: false }
    const data = {
      title: saved?.data.title ?? t('shared.title'),
      tree,
      isTemporary: true,
      ...(inList && { inList }),
    }
    return { id: (await sharing.send({ entityclass: 'savedsearch', data })).id, hasEnd: true }
  }
  return async (search, { q, f } = { q: '', f: '' }) => {
    const kept = search ? shared(search) : Promise.resolve(undefined)
    const address = kept.then((one) => {
      const said = Object.entries({ ...(one && { s: one.id }), q, f }).filter(([, value]) => value !== '')
      return new URL(`/?${new URLSearchParams(said)}`, location.href).href
    })
    try {
      await copyText(address)
      const hasEnd = (await kept)?.hasEnd
      const text = hasEnd ? t('shared.copiedFor', { days: searchLinkDays }) : t('shared.copied')
      notify.success({ id: 'search:shared', text })
    } catch {
      notify.warning({ id: 'search:shared', text: labelled(ui('error.notCopied'), await address) })
    }
  }
}
