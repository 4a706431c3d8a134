/** The message that unsaved changes were kept on this machine: the same wherever something is edited. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.ts'
import { useDateFormat } from '../ui/dates.tsx'
import { useEditKeys } from '../ui/edit-keys.ts'
import { type EntityEditor, useEdited } from '../ui/entity-editor.ts'
import { useCover } from './use-room.ts'

/**
 * Undefined where nothing was kept. `onTaken` hears that editing goes on from what was kept: by the
 * button, or by the key that edits the page.
 */
export function useDraftFlash<D, V>(
  editor: EntityEditor<D, V>,
  { mayEdit, onTaken }: { mayEdit: boolean; onTaken(): void },
): FlashbarProps.MessageDefinition | undefined {
  const t = useTexts('frame')
  const { ago } = useDateFormat()
  const kept = useEdited(editor, (now) => now.kept)
  const button = useRef<ButtonProps.Ref>(null)
  const isOffered = kept !== undefined && mayEdit
  // It is the next thing to do, wherever the window was scrolled to before the reload.
  useEffect(() => {
    if (isOffered) button.current?.focus({ preventScroll: true })
  }, [isOffered])
  const take = () => {
    editor.restore()
    onTaken()
  }
  const { uncover } = useCover()
  useEditKeys({ onEdit: isOffered ? () => uncover(take) : undefined, onLeave: undefined })
  if (!kept) return undefined
  return {
    id: 'kept',
    type: 'info',
    header: t('kept.title', { count: kept.changes }),
    content: t('kept.text', { age: ago(new Date(kept.keptAt).toISOString()) }),
    action: (
      <SpaceBetween direction="horizontal" size="xs">
        <Button ref={button} onClick={take}>
          {t('kept.restore')}
        </Button>
        <Button onClick={editor.forget}>{t('kept.forget')}</Button>
      </SpaceBetween>
    ),
  }
}
