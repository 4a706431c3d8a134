/** The message that unsaved changes were kept on this machine: the same wherever something is edited. */
import Button from '@cloudscape-design/components/button'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useTexts } from '../texts/texts.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { type EntityEditor, useEdited } from '../ui/entity-editor.ts'

/** Undefined where nothing was kept. `onTaken` hears that editing goes on from what was kept. */
export function useDraftFlash<D, V>(
  editor: EntityEditor<D, V>,
  onTaken: () => void,
): FlashbarProps.MessageDefinition | undefined {
  const t = useTexts('frame')
  const { ago } = useDateFormat()
  const kept = useEdited(editor, (now) => now.kept)
  return (
    kept && {
      id: 'kept',
      type: 'info',
      header: t('kept.title', { count: kept.changes }),
      content: t('kept.text', { age: ago(new Date(kept.keptAt).toISOString()) }),
      action: (
        <SpaceBetween direction="horizontal" size="xs">
          <Button
            onClick={() => {
              editor.restore()
              onTaken()
            }}
          >
            {t('kept.restore')}
          </Button>
          <Button onClick={editor.forget}>{t('kept.forget')}</Button>
        </SpaceBetween>
      ),
    }
  )
}
