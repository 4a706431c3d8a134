/** Copies an address that opens a search for whoever has it. */
import { create } from '../../../../shared/calls/eav/entity/create.ts'
import { useSend } from '../../../api/use-call.ts'
import { notify } from '../../../frame/notify.ts'
import { useTexts } from '../../../texts/texts.ts'
import { copyText } from '../../../ui/copy.ts'
import type { OpenSearch } from './use-search.ts'

/** Gives the id that the copied address names. */
export function useShare(): (search: OpenSearch) => Promise<string> {
  const t = useTexts('search')
  const ui = useTexts('ui')
  const sharing = useSend(create)
  return async ({ saved, isChanged, tree, inList }) => {
    // Who gets the address may open what is public or has an address alone; of anything else they get a copy.
    const isOpen = saved && !isChanged && (saved.data.isPublic || saved.data.isTemporary)
    const data = {
      title: saved?.data.title ?? t('shared.title'),
      tree,
      isTemporary: true,
      ...(inList && { inList }),
    }
    const id = isOpen
      ? Promise.resolve(saved.id)
      : sharing.send({ entityclass: 'savedsearch', data }).then((made) => made.id)
    const address = id.then((s) => new URL(`/?s=${encodeURIComponent(s)}`, location.href).href)
    try {
      await copyText(address)
      notify.success({ id: 'search:shared', text: t('shared.copied') })
    } catch {
      notify.warning({ id: 'search:shared', text: `${ui('error.notCopied')}: ${await address}` })
    }
    return id
  }
}
