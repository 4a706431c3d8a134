import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../../../texts/texts.ts'
import { useEdited } from '../../../ui/entity-editor.ts'
import { focusPage, useFocusNext } from '../../../ui/focus.ts'
import { useProductPage } from '../page-context.ts'

/** Who has typed something settles it before they confirm: said ahead of the actions, with what settles it. */
export function UnsavedFirst() {
  const t = useTexts('product')
  const ui = useTexts('ui')
  const { editor, saving } = useProductPage()
  const hasChanges = useEdited(editor, (now) => now.changes > 0)
  const isSaving = useEdited(editor, (now) => now.isSaving)
  const focusNext = useFocusNext()
  if (!hasChanges) return null
  const save = async () => {
    await saving.save()
    // The button is gone with the changes.
    focusNext(() => document.activeElement === document.body && focusPage())
  }
  return (
    <Alert
      type="warning"
      action={
        <SpaceBetween direction="horizontal" size="xs">
          <Button disabled={isSaving} onClick={saving.discard}>
            {ui('save.discard')}
          </Button>
          <Button loading={isSaving} onClick={() => void save()}>
            {ui('save.save')}
          </Button>
        </SpaceBetween>
      }
    >
      {t('approvals.saveFirst')}
    </Alert>
  )
}
