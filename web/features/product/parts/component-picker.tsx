import useSWR from 'swr'
import { useTexts } from '../../../texts/texts.ts'
import type { TreeEntry } from '../../../ui/tree.ts'
import { TreePicker, type TreePickerProps } from '../../../ui/tree-picker.tsx'
import { useProductPage } from '../page-context.ts'
import { allComponents } from '../searches.ts'

/** Chooses a component from the tree of all of them, which is loaded when somebody opens it. */
export function ComponentPicker({
  onSelect,
  ...props
}: Pick<TreePickerProps, 'selected' | 'onCancel'> & { onSelect(id: string, name: string): void }) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const { data, error, isValidating, mutate } = useSWR<readonly TreeEntry[], unknown>(
    ['components', lookup.locale],
    () => allComponents(lookup.title),
    {
      revalidateOnFocus: false,
      revalidateIfStale: true,
      shouldRetryOnError: false,
    },
  )
  return (
    <TreePicker
      title={t('components.pick')}
      verb={t('components.take')}
      treeLabel={t('components.title')}
      filterLabel={t('components.filter')}
      entries={data}
      // While it is asked for again, the error makes way for the spinner.
      error={isValidating ? undefined : error}
      onRetry={() => void mutate()}
      onSelect={(id) => onSelect(id, data?.find((entry) => entry.id === id)?.title ?? '')}
      {...props}
    />
  )
}
