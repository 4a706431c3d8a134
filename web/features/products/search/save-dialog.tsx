/** Keeps a search under a name, and says whom it is shown to; or changes these two of one that is kept. */
import type { SavedSearchEntity } from '../../../api/saved-searches.ts'
import { useTexts } from '../../../texts/texts.ts'
import { SaveKeptDialog } from '../kept/kept-save-dialog.tsx'
import type { OpenSearch } from './use-search.ts'

interface SaveDialogProps {
  search: OpenSearch
  /** The saved one may be written over. */
  mayReplace: boolean
  /** Only its name and whom it is shown to are changed. */
  isOfName?: boolean
  institutions: readonly { value: string; label: string }[]
  onSaved(entity: SavedSearchEntity): void
  onClose(): void
}
export function SaveDialog({ search: { tree, inList, saved }, ...props }: SaveDialogProps) {
  const t = useTexts('search')
  return (
    <SaveKeptDialog
      {...props}
      title={t('save.title')}
      asNew={t('save.asNew')}
      entityclass="savedsearch"
      content={{ tree, isTemporary: false, ...(inList && { inList }) }}
      saved={saved}
      // What has only an address has no name of its own yet.
      isUnnamed={saved?.data.isTemporary ?? false}
    />
  )
}
