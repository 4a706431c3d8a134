import Button from '@cloudscape-design/components/button'
import { useState } from 'react'
import { mainCategorySecrecy } from '../../../../shared/constants.ts'
import type { ComponentRow } from '../../../../shared/model/product.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { useEdited } from '../../../ui/entity-editor.ts'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { addRow, baseList, orderedRows } from '../model/draft.ts'
import { newRowId } from '../model/row-id.ts'
import { amountText } from '../model/row-text.ts'
import { sumsOf } from '../model/sums.ts'
import { seesAllComponents } from '../model/visible.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useMostDrawn } from '../whole-page.ts'
import {
  ComponentEditorLine,
  ComponentLine,
  type ComponentRows,
  type Part,
  useComponentRows,
  useComponentSearch,
} from './component-lines.tsx'
import { ComponentPicker } from './component-picker.tsx'
import { RowActionsHead } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

const parts = ['base', 'additional'] as const satisfies readonly Part[]

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
  const most = useMostDrawn()
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
              <th scope="col" className={isEditing ? 'product-cell-amount' : 'product-number'}>
                {t('components.amount')}
              </th>
              {isEditing && (
                <th scope="col" className="product-cell-unit">
                  {t('components.unit')}
                </th>
              )}
              {hasCategoryColumn && (
                <th scope="col" className="product-cell-category">
                  {t('components.category')}
                </th>
              )}
              <th scope="col" className="product-cell-secrecy">
                {t('components.secrecy')}
              </th>
              <th scope="col" className="product-cell-check">
                {t('components.printlabel')}
              </th>
              {isEditing && <RowActionsHead />}
            </tr>
          </thead>
          <tbody>
            {ids
              .slice(0, most)
              .map((id, index) =>
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
  const { list, words, editor } = useProductPage()
  const amounts = `/listData/${list}/_components/${part}/`
  const isUnread = useEdited(editor, ({ unread }) =>
    [...unread.keys()].some((path) => path.startsWith(amounts) && path.endsWith('/amount')),
  )
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
        {/* A sum of what stood there before would be none. */}
        <td className="product-number">{isUnread ? '–' : sums.join(' · ')}</td>
      </tr>
    </tfoot>
  )
}
