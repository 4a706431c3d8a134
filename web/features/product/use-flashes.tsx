import Button from '@cloudscape-design/components/button'
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import { useNavigate } from 'react-router-dom'
import { productHref } from '../../frame/links.ts'
import { useDraftFlash } from '../../frame/use-draft-flash.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useDateFormat } from '../../ui/dates.tsx'
import { personIn } from './model/person.ts'
import type { ProductPage } from './page-context.ts'

/** Messages that concern the product: an older state, a deletion, changes kept on this machine. */
export function useFlashes(
  { view, list, editor }: ProductPage,
  {
    isNewest,
    isDeleted,
    mayEdit,
    onTaken,
    onRestore,
  }: {
    isNewest: boolean
    isDeleted: boolean
    mayEdit: boolean
    onTaken(): void
    onRestore: (() => void) | undefined
  },
): FlashbarProps.MessageDefinition[] {
  const t = useTexts('product')
  const navigate = useNavigate()
  const { moment } = useDateFormat()
  const kept = useDraftFlash(editor, { mayEdit, onTaken })
  const flashes: FlashbarProps.MessageDefinition[] = []
  if (!isNewest)
    flashes.push({
      id: 'older',
      type: 'info',
      header: t('older.title', { date: moment(view.updated), rev: view.rev }),
      content: t('older.text', { name: personIn(view, view.updatedBy) ?? t('someone') }),
      action: (
        <Button onClick={() => navigate(productHref(view.id, list), { state: { isBack: true } })}>
          {t('older.back')}
        </Button>
      ),
    })
  if (isDeleted)
    flashes.push({
      id: 'deleted',
      type: 'warning',
      header: t('deleted.title'),
      content: isNewest && kept ? t('deleted.text') : undefined,
      action: onRestore && <Button onClick={onRestore}>{t('restore.verb')}</Button>,
    })
  else if (view.data.archived && isNewest)
    flashes.push({
      id: 'archived',
      type: 'info',
      header: t('archived.title'),
      content: t('archived.text'),
      action: onRestore && <Button onClick={onRestore}>{t('restore.verb')}</Button>,
    })
  if (kept && mayEdit) flashes.push(kept)
  return flashes
}
