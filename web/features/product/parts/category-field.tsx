import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import { mainCategories } from '../../../../shared/constants.ts'
import { useTexts } from '../../../texts/texts.ts'
import { allowedMainCategories } from '../model/problems.ts'
import { useProductPage } from '../page-context.ts'
import { CategoryPicker } from './category-picker.tsx'
import { FieldRow } from './field-row.tsx'

export function CategoryField({ isEditing }: { isEditing: boolean }) {
  const t = useTexts('product')
  const { view, draft, list, lookup } = useProductPage()
  const [isPicking, setPicking] = useState(false)
  const main = allowedMainCategories(view, draft, list, lookup)
  const isRestricted = main.length > 0 && main.length < mainCategories.length
  const mainNames = main.map((key) => t(`mainCategory.${key}`)).join(', ')
  const show = (value: unknown) => {
    const title = lookup.categoryTitle(value as string | undefined)
    if (title !== undefined) return <span className="product-value">{title}</span>
    return <span className="product-muted">{t(value ? 'category.unknown' : 'category.noneChosen')}</span>
  }
  return (
    <FieldRow
      fieldKey="_category"
      title={t('category.title')}
      isMandatory
      isEditing={isEditing}
      reader={show}
      control={(value, onChange, invalid) => (
        <div className="product-pick" data-invalid={invalid ? '' : undefined}>
          {show(value)}
          <Button onClick={() => setPicking(true)} ariaLabel={t('category.change')}>
            {t('change')}
          </Button>
          {isPicking && (
            <CategoryPicker
              entries={lookup.categories}
              selected={value as string | undefined}
              mainCategories={main}
              restriction={isRestricted ? t('category.restricted', { main: mainNames }) : undefined}
              onCancel={() => setPicking(false)}
              onSelect={(id) => {
                setPicking(false)
                onChange(id)
              }}
            />
          )}
        </div>
      )}
    />
  )
}
