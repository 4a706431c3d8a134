import { useTexts } from '../../../texts/texts.ts'
import { TreePicker, type TreePickerProps } from '../../../ui/tree-picker.tsx'
import { useProductPage } from '../page-context.ts'

/** Chooses a category; disabled and foreign ones are shown, but not offered. */
export function CategoryPicker(
  props: Pick<TreePickerProps, 'selected' | 'mainCategories' | 'restriction' | 'onSelect' | 'onCancel'>,
) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  return (
    <TreePicker
      title={t('category.pick')}
      verb={t('category.take')}
      treeLabel={t('category.tree')}
      filterLabel={t('category.filter')}
      entries={lookup.categories}
      hasNumbers
      {...props}
    />
  )
}
