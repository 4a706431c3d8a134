/** Copies an address that asks the same for whoever has it. */
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useTexts } from '../../../texts/texts.ts'
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
  /** The id of a search that others can open. */
  const shared = async ({ saved, isChanged, tree, inList }: OpenSearch): Promise<string> => {
    // Who gets the address may open what is public or has an address alone; of anything else they get a copy.
    if (saved && !isChanged && (saved.data.isPublic || saved.data.isTemporary)) return saved.id
    const data = {
      title: saved?.data.title ?? t('shared.title'),
      tree,
      isTemporary: true,
      ...(inList && { inList }),
    }
    return (await sharing.send({ entityclass: 'savedsearch', data })).id
  }
  const addressOf = async (search: OpenSearch | undefined, beside: Partial<Beside>): Promise<string> => {
    const asked = { ...(search && { s: await shared(search) }), ...beside }
    const said = Object.entries(asked).filter(([, value]) => value !== '')
    return new URL(`/?${new URLSearchParams(said)}`, location.href).href
  }
  return async (search, { q, f } = { q: '', f: '' }) => {
    const address = addressOf(search, { q, f })
    try {
      await copyText(address)
      notify.success({ id: 'search:shared', text: t('shared.copied') })
    } catch {
      notify.warning({ id: 'search:shared', text: `${ui('error.notCopied')}: ${await address}` })
    }
  }
}
