import Button from '@cloudscape-design/components/button'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import { useDraftFlash } from '../../frame/use-draft-flash.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { CompanyEditor } from './use-company-editor.ts'

/** Messages that concern the company: its deletion, changes kept on this machine. */
export function useFlashes(
  editor: CompanyEditor,
  {
    isDeleted,
    isEditable,
    onTaken,
    onRestore,
  }: { isDeleted: boolean; isEditable: boolean; onTaken(): void; onRestore: (() => void) | undefined },
): FlashbarProps.MessageDefinition[] {
  const t = useTexts('companies')
  const kept = useDraftFlash(editor, { mayEdit: isEditable, onTaken })
  if (isDeleted)
    return [
      {
        id: 'deleted',
        type: 'warning',
        header: t('deleted.title'),
        content: kept && t('deleted.text'),
        action: onRestore && <Button onClick={onRestore}>{t('restore.verb')}</Button>,
      },
    ]
  return kept && isEditable ? [kept] : []
}
