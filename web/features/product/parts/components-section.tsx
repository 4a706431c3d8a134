import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback, useMemo, useState } from 'react'
import { mainCategorySecrecy } from '../../../../shared/constants.ts'
import type { ComponentRow } from '../../../../shared/model/product.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { useTyping } from '../../../ui/entity-editor.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { amountText, unitTitle } from '../model/describe.ts'
import {
  addRow,
  baseList,
  changeRow,
  moveRow,
  orderedRows,
  type Rows,
  removeRow,
  setKey,
} from '../model/draft.ts'
import { newRowId } from '../model/row-id.ts'
import { sumsOf } from '../model/sums.ts'
import { seesAllComponents } from '../model/visible.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { searchComponents } from '../searches.ts'
import { useProblem } from '../use-problems.ts'
import { CategoryPicker } from './category-picker.tsx'
import { ComponentPicker } from './component-picker.tsx'
import { MoveButtons, RemoveButton, RowActionsHead, useMoveLabels } from './row-actions.tsx'
import { SecrecySelect } from './secrecy-select.tsx'
import { ProductSection } from './section.tsx'

const parts = ['base', 'additional'] as const
type Part = (typeof parts)[number]
type ComponentRows = Rows<ComponentRow>

/** Components of the list, base and additional ones, as far as the viewer may know of them. */
export function ComponentsSection() {
  const t = useTexts('product')
  const { view, list, actor } = useProductPage()
  const counts = useDraftPart((draft) => {
    const components = draft.listData[list]?._components
    return parts.map((part) => Object.keys(components?.[part] ?? {}).length)
  }, isShallowSame)
  const count = counts.reduce((sum, n) => sum + n, 0)
  return (
    <ProductSection
      section="components"
      title={t('components.title')}
      counter={count}
      note={list !== baseList && count > 0 ? t('source.listOwn') : undefined}
    >
      {(isEditing) =>
        count === 0 && !isEditing ? (
          <span className="product-muted">
            {t(seesAllComponents(view, list, actor) ? 'components.none' : 'components.noneVisible')}
          </span>
        ) : (
          <div className="product-stack">
            {parts
              .filter((_, index) => isEditing || (counts[index] ?? 0) > 0)
              .map((part) => (
                <ComponentTable key={part} part={part} isEditing={isEditing} />
              ))}
          </div>
        )
      }
    </ProductSection>
  )
}

/** Changes the components of a part of the list. */
function useComponentRows(part: Part) {
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

function ComponentTable({ part, isEditing }: { part: Part; isEditing: boolean }) {
  const t = useTexts('product')
  const { list, remember } = useProductPage()
  const ids = useDraftPart(
    (draft) => orderedRows(draft.listData[list]?._components?.[part] as ComponentRows).map((row) => row.id),
    isShallowSame,
  )
  const hasCategories = useDraftPart((draft) =>
    Object.values(draft.listData[list]?._components?.[part] ?? {}).some((row) => row.category !== undefined),
  )
  const set = useComponentRows(part)
  const search = useComponentSearch()
  const { place, control } = useFieldPlace(`add:_components/${part}`)
  const [isPicking, setPicking] = useState(false)
  const add = (component: string, name: string) => {
    remember(component, name)
    set((now) => addRow<ComponentRow>(now, newRowId(), { component, secrecy: mainCategorySecrecy }))
  }
  const hasCategoryColumn = isEditing || hasCategories
  return (
    <div className="product-rows">
      <h3>{t(`components.${part}`)}</h3>
      {ids.length > 0 && (
        <table
          aria-label={t(`components.${part}`)}
          className={isEditing ? 'product-components-edit' : undefined}
        >
          <thead>
            <tr>
              <th scope="col">{t('components.component')}</th>
              <th scope="col" className={isEditing ? undefined : 'product-number'}>
                {t('components.amount')}
              </th>
              {isEditing && <th scope="col">{t('components.unit')}</th>}
              {hasCategoryColumn && <th scope="col">{t('components.category')}</th>}
              <th scope="col">{t('components.secrecy')}</th>
              <th scope="col">{t('components.printlabel')}</th>
              {isEditing && <RowActionsHead />}
            </tr>
          </thead>
          <tbody>
            {ids.map((id, index) =>
              isEditing ? (
                <ComponentEditorLine
                  key={id}
                  part={part}
                  id={id}
                  index={index}
                  isLast={index === ids.length - 1}
                />
              ) : (
                <ComponentLine key={id} part={part} id={id} hasCategory={hasCategoryColumn} />
              ),
            )}
          </tbody>
          <SumLine part={part} />
        </table>
      )}
      {isEditing && (
        <div ref={place} className="product-add">
          <AsyncSelect
            focusRef={control}
            ariaLabel={t(`components.add.${part}`)}
            placeholder={t(`components.add.${part}`)}
            search={search}
            value={undefined}
            onChange={(choice) => add(choice.id, choice.label)}
          />
          <Button onClick={() => setPicking(true)}>{t('components.fromTree')}</Button>
        </div>
      )}
      {isPicking && (
        <ComponentPicker
          selected={undefined}
          onCancel={() => setPicking(false)}
          onSelect={(component, name) => {
            setPicking(false)
            add(component, name)
          }}
        />
      )}
    </div>
  )
}

/** The sum of the amounts: shares of a whole should not be more than it. */
function SumLine({ part }: { part: Part }) {
  const t = useTexts('product')
  const { list, words } = useProductPage()
  const sums = useDraftPart(
    (draft) =>
      sumsOf(Object.values(draft.listData[list]?._components?.[part] ?? {})).map((row) =>
        amountText(row, words),
      ),
    isShallowSame,
  )
  if (sums.length === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('components.sum')}</th>
        <td className="product-number">{sums.join(' · ')}</td>
      </tr>
    </tfoot>
  )
}

function useComponentSearch() {
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
const ComponentLine = memo(function ComponentLine({
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

const ComponentEditorLine = memo(function ComponentEditorLine({
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
        ariaLabel={`${label}: ${title ?? t('choose')}`}
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
