import Button from '@cloudscape-design/components/button'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMemo } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { useEdited } from '../../ui/entity-editor.ts'
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
  const { moment } = useDateFormat()
  const kept = useEdited(editor, (now) => now.kept)
  return useMemo(() => {
    if (isDeleted)
      return [
        {
          id: 'deleted',
          type: 'warning',
          header: t('deleted.title'),
          content: kept ? t('deleted.text') : undefined,
          action: onRestore && <Button onClick={onRestore}>{t('restore.verb')}</Button>,
        },
      ]
    if (!kept || !isEditable) return []
    return [
      {
        id: 'kept',
        type: 'info',
        content: t('kept.text', {
          count: kept.changes,
          when: moment(new Date(kept.keptAt).toISOString()),
        }),
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
      },
    ]
  }, [isDeleted, isEditable, onRestore, onTaken, kept, editor, t, moment])
}
