import Alert from '@cloudscape-design/components/alert'
import FormField from '@cloudscape-design/components/form-field'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { movelist } from '../../../../shared/calls/bml/product/movelist.ts'
import type { ProductView } from '../../../../shared/model/product.ts'
import { attempts } from '../../../api/attempts.ts'
import { productHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect, type Choice } from '../../../ui/async-select.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { useProductPage } from '../page-context.ts'
import { useProductChoices } from './parent-dialog.tsx'

/** Moves the list that is shown to another product; says first what goes along, and what will be different there. */
export function MoveListDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const navigate = useNavigate()
  const { view, name, list, lookup, act, isActing } = useProductPage()
  const search = useProductChoices()
  const [target, setTarget] = useState<Choice>()
  const [key] = useState(() => crypto.randomUUID())
  const title = lookup.listTitle(list)
  const data = view.data.listData[list]
  const approvals = Object.keys(data?._approval ?? {}).length
  const amounts = [
    ['documents', Object.keys(data?._documents ?? {}).length],
    ['checklist', Object.keys(data?._checklist ?? {}).length],
    ['notes', Object.keys(data?._notes ?? {}).length],
  ] as const
  const move = async () => {
    if (!target) return
    // The dialog's own key: a second press of the button is the same action.
    const attempt = attempts(movelist, { id: view.id, list, target: target.id }, `${key}-${target.id}`)
    const done = await act({
      id: `movelist:${view.id}:${list}`,
      done: t('moveList.done', { list: title, name: target.label }),
      depends: (v) => v.data.listData[list],
      call: async (rev) => (await attempt(rev)).source as ProductView,
    })
    if (done) navigate(productHref(target.id, list))
  }
  return (
    <VerbDialog
      title={t('moveList.title', { list: title })}
      about={name}
      verb={t('moveList.verb')}
      isBusy={isActing}
      isBlocked={target === undefined}
      isDangerous
      onVerb={() => void move()}
      onClose={onClose}
    >
      <FormField label={t('moveList.target')} description={t('moveList.which')}>
        <AsyncSelect
          search={search}
          value={target}
          onChange={setTarget}
          ariaLabel={t('moveList.target')}
          placeholder={t('choose')}
        />
      </FormField>
      <Alert type="warning">
        <p>{t('moveList.along')}</p>
        <ul>
          {amounts
            .filter(([, count]) => count > 0)
            .map(([what, count]) => (
              <li key={what}>{t(`moveList.${what}`, { number: count })}</li>
            ))}
          <li>{t('moveList.values')}</li>
        </ul>
        {approvals > 0 && <p>{t('moveList.approvals', { number: approvals })}</p>}
        <p>{t('moveList.different')}</p>
      </Alert>
    </VerbDialog>
  )
}
