/** One component of a product: as it is read, and as it is edited. */
import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback, useMemo, useState } from 'react'
import type { ComponentRow } from '../../../../shared/model/product.ts'
import { labelled, useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { useTyping } from '../../../ui/entity-editor.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { changeRow, moveRow, type Rows, removeRow, setKey } from '../model/draft.ts'
import { amountText, unitTitle } from '../model/row-text.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { searchComponents } from '../searches.ts'
import { useProblem } from '../use-problems.ts'
import { CategoryPicker } from './category-picker.tsx'
import { MoveButtons, RemoveButton, useMoveLabels } from './row-actions.tsx'
import { SecrecySelect } from './secrecy-select.tsx'

export type Part = 'base' | 'additional'
export type ComponentRows = Rows<ComponentRow>

/** Changes the components of a part of the list. */
export function useComponentRows(part: Part) {
  const { list, editor } = useProductPage()
  return useCallback(
    (change: (now: ComponentRows) => ComponentRows) =>
      editor.change((d) => {
        const now = d.listData[list]?._components ?? { base: {}, additional: {} }
        return setKey(d, list, '_components', { ...now, [part]: change(now[part] as ComponentRows) })
      }),
    [list, editor, part],
  )
}

/** Finds components by name, with the titles of where they stand in the tree. */
export function useComponentSearch() {
  const { lookup } = useProductPage()
  return useCallback(
    (query: string, signal: AbortSignal) => searchComponents(query, signal, lookup.title),
    [lookup],
  )
}
const useComponentRow = (part: Part, id: string): ComponentRow | undefined => {
  const { list } = useProductPage()
  return useDraftPart((draft) => draft.listData[list]?._components?.[part]?.[id])
}

interface LineProps {
  part: Part
  id: string
}
export const ComponentLine = memo(function ComponentLine({
  part,
  id,
  hasCategory,
}: LineProps & { hasCategory: boolean }) {
  const t = useTexts('product')
  const { words, lookup } = useProductPage()
  const row = useComponentRow(part, id)
  if (!row) return null
  return (
    <tr>
      <td>{words.nameOf(row.component) ?? t('components.unknown')}</td>
      <td className="product-number">{amountText(row, words)}</td>
      {hasCategory && <td>{lookup.categoryTitle(row.category) ?? ''}</td>}
      <td>
        <span className="product-secrecy" title={t(`secrecyText.${row.secrecy}`)}>
          {t(`secrecy.${row.secrecy}`)}
        </span>
      </td>
      <td>{t(row.printlabel ? 'yes' : 'no')}</td>
    </tr>
  )
})

export const ComponentEditorLine = memo(function ComponentEditorLine({
  part,
  id,
  index,
  isLast,
}: LineProps & { index: number; isLast: boolean }) {
  const t = useTexts('product')
  const moveLabels = useMoveLabels()
  const { list, words, lookup, remember, editor } = useProductPage()
  const path = `/listData/${list}/_components/${part}/${id}/amount`
  const problem = useProblem(path)
  const typing = useTyping(editor, path)
  const { place, control } = useFieldPlace(path)
  const set = useComponentRows(part)
  const search = useComponentSearch()
  const row = useComponentRow(part, id)
  const unit = row?.unit ? (unitTitle(row.unit, lookup) ?? row.unit) : '%'
  const units = useMemo(() => lookup.optionsOf('unit').filter((o) => o.enabled), [lookup])
  if (!row) return null
  const name = words.nameOf(row.component) ?? t('components.unknown')
  const change = (to: Partial<ComponentRow>) => set((now) => changeRow(now, id, to))
  return (
    <tr ref={place}>
      <td className="product-cell-name">
        <AsyncSelect
          ariaLabel={t('components.componentOf', { row: index + 1 })}
          search={search}
          value={{ id: row.component, label: name }}
          onChange={(choice) => {
            remember(choice.id, choice.label)
            change({ component: choice.id })
          }}
        />
      </td>
      <td className="product-cell-amount" data-label={t('components.amount')}>
        <NumberField
          focusRef={control}
          ariaLabel={t('components.amountOf', { name })}
          invalid={problem !== undefined}
          typing={typing}
          unit={unit}
          value={row.amount}
          onChange={(amount) => {
            editor.touch(path)
            change({ amount })
          }}
        />
        <FieldError text={problem} />
      </td>
      <td className="product-cell-unit" data-label={t('components.unit')}>
        <Select
          ariaLabel={t('components.unitOf', { name })}
          expandToViewport
          selectedOption={{ value: row.unit ?? '', label: unit }}
          options={[{ value: '', label: '%' }, ...units]}
          onChange={({ detail }) => change({ unit: detail.selectedOption.value || undefined })}
        />
      </td>
      <td className="product-cell-category" data-label={t('components.category')}>
        <CategoryOfRow
          label={t('components.categoryOf', { name })}
          value={row.category}
          onChange={(category) => change({ category })}
        />
      </td>
      <td className="product-cell-secrecy" data-label={t('components.secrecy')}>
        <SecrecySelect
          label={t('components.secrecyOf', { name })}
          value={row.secrecy}
          onChange={(next) => change({ secrecy: next })}
        />
      </td>
      <td className="product-cell-check" data-label={t('components.printlabel')}>
        <Checkbox
          ariaLabel={t('components.printlabelOf', { name })}
          checked={row.printlabel ?? false}
          onChange={({ detail }) => change({ printlabel: detail.checked || undefined })}
        />
      </td>
      <td className="product-row-actions">
        <MoveButtons
          labels={moveLabels(name)}
          isFirst={index === 0}
          isLast={isLast}
          onMove={(by) => set((now) => moveRow(now, id, by))}
        />
        <RemoveButton label={t('remove', { name })} onRemove={() => set((now) => removeRow(now, id))} />
      </td>
    </tr>
  )
})

/** Category of a component in this product: its own word, not the path, and the tree to choose another. */
function CategoryOfRow({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
}) {
  const t = useTexts('product')
  const { lookup } = useProductPage()
  const [isPicking, setPicking] = useState(false)
  const title = lookup.categoryById.get(value ?? '')?.title
  return (
    <span className="product-row-category">
      <Button
        variant="inline-link"
        ariaLabel={labelled(label, title ?? t('choose'))}
        onClick={() => setPicking(true)}
      >
        <span className="product-row-category-title" title={title}>
          {title ?? t('choose')}
        </span>
      </Button>
      {value !== undefined && (
        <Button
          variant="inline-icon"
          iconName="close"
          ariaLabel={t('components.noCategory', { label })}
          onClick={() => onChange(undefined)}
        />
      )}
      {isPicking && (
        <CategoryPicker
          selected={value}
          onCancel={() => setPicking(false)}
          onSelect={(id) => {
            setPicking(false)
            onChange(id)
          }}
        />
      )}
    </span>
  )
}
