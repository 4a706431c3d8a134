import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { SaveBar, type SaveBarProps } from '../../../ui/save-bar.tsx'
import { useProductPage } from '../page-context.ts'

/** The bar of unsaved changes: the only part outside of the fields that follows the draft. */
export function EditorBar(props: Pick<SaveBarProps, 'onSave' | 'onDiscard' | 'news'>) {
  const t = useTexts('product')
  const { editor, isEditable } = useProductPage()
  const changes = useEdited(editor, (now) => now.changes)
  const isSaving = useEdited(editor, (now) => now.isSaving)
  const isWaiting = useEdited(editor, (now) => now.isWaiting)
  const isInvalid = useEdited(editor, (now) => now.isTried && now.issues.size > 0)
  return (
    <SaveBar
      changes={isEditable ? changes : 0}
      isSaving={isSaving}
      isWaiting={isWaiting}
      {...(isInvalid ? { problem: t('save.invalid') } : {})}
      {...props}
    />
  )
}
