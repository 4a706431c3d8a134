import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import FormField from '@cloudscape-design/components/form-field'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useCallback, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect, type Choice } from '../../../ui/async-select.tsx'
import { VerbDialog } from '../../../ui/verb-dialog.tsx'
import { baseList, effective } from '../model/draft.ts'
import { linkedToParent } from '../model/relink.ts'
import { useProductPage } from '../page-context.ts'
import { searchProducts } from '../searches.ts'
import { useLifeActions } from '../use-life-actions.ts'

/** Products of the same main category, as a choice. */
export function useProductChoices() {
  const t = useTexts('product')
  const { view, lookup } = useProductPage()
  const category = effective(view, view.data, baseList, '_category').value as string | undefined
  const mainCategory = lookup.mainCategoryOf(category)
  return useCallback(
    (query: string, signal: AbortSignal) =>
      searchProducts(query, signal, { mainCategory, without: view.id }, t('unnamed')),
    [mainCategory, view.id, t],
  )
}

/** Sets, changes or removes the product that this one is derived from; says first what becomes of the linked fields. */
export function ParentDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('product')
  const page = useProductPage()
  const { view, name, words, isActing } = page
  const { setParent } = useLifeActions(page)
  const search = useProductChoices()
  const now = view.data.derivedProductId
  const [isRemoving, setRemoving] = useState(false)
  const [chosen, setChosen] = useState<Choice>()
  const linked = linkedToParent(view.data)
  const save = async () => {
    if (isRemoving ? await setParent(null) : chosen && (await setParent(chosen.id))) onClose()
  }
  const nameOfNow = now === undefined ? undefined : (words.nameOf(now) ?? t('parent.unknown'))
  return (
    <VerbDialog
      title={t('parent.title')}
      about={name}
      verb={t(isRemoving ? 'parent.removeVerb' : 'parent.verb')}
      isBusy={isActing}
      isBlocked={!isRemoving && (chosen === undefined || chosen.id === now)}
      onVerb={() => void save()}
      onClose={onClose}
    >
      {nameOfNow !== undefined && (
        <RadioGroup
          ariaLabel={t('parent.title')}
          value={isRemoving ? 'none' : 'other'}
          onChange={({ detail }) => setRemoving(detail.value === 'none')}
          items={[
            { value: 'other', label: t('parent.other'), description: t('parent.now', { name: nameOfNow }) },
            { value: 'none', label: t('parent.none') },
          ]}
        />
      )}
      {!isRemoving && (
        <FormField label={t('status.parent')} description={t('parent.which')}>
          <AsyncSelect
            search={search}
            value={chosen}
            onChange={setChosen}
            ariaLabel={t('status.parent')}
            placeholder={t('choose')}
          />
        </FormField>
      )}
      <div aria-live="polite">
        {isRemoving ? (
          <Alert type="info">{t('parent.keeps', { number: linked })}</Alert>
        ) : (
          <Box color="text-body-secondary">
            {linked > 0 ? t('parent.follows', { number: linked }) : t('parent.nothingLinked')}
          </Box>
        )}
      </div>
    </VerbDialog>
  )
}
