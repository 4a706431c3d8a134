import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import { mainCategories } from '../../../../shared/constants.ts'
import { useTexts } from '../../../texts/texts.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { allowedMainCategories } from '../model/problems.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { CategoryPicker } from './category-picker.tsx'
import { FieldRow } from './field-row.tsx'

export function CategoryField({ isEditing }: { isEditing: boolean }) {
  const t = useTexts('product')
  const { view, list, lookup } = useProductPage()
  const [isPicking, setPicking] = useState(false)
  const main = useDraftPart((draft) => allowedMainCategories(view, draft, list, lookup), isShallowSame)
  const isRestricted = main.length > 0 && main.length < mainCategories.length
  const mainNames = main.map((key) => t(`mainCategory.${key}`)).join(', ')
  const show = (value: unknown, isTold = false) => {
    const title = lookup.categoryTitle(value as string | undefined)
    if (title !== undefined) return <span className="product-value">{title}</span>
    // The error below says that there is none.
    if (!value && isTold) return <span className="product-muted">–</span>
    return <span className="product-muted">{t(value ? 'category.unknown' : 'category.noneChosen')}</span>
  }
  return (
    <FieldRow
      fieldKey="_category"
      title={t('category.title')}
      isMandatory
      isEditing={isEditing}
      reader={(value) => show(value)}
      control={({ value, onChange, invalid, focusRef }) => (
        <div className="product-pick" data-invalid={invalid ? '' : undefined}>
          {show(value, invalid)}
          <Button
            ref={focusRef}
            onClick={() => setPicking(true)}
            ariaLabel={t(value ? 'category.change' : 'category.choose')}
          >
            {t(value ? 'change' : 'choose')}
          </Button>
          {isPicking && (
            <CategoryPicker
              selected={value as string | undefined}
              mainCategories={main}
              {...(isRestricted ? { restriction: t('category.restricted', { main: mainNames }) } : {})}
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
