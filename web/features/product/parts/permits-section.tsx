import Button from '@cloudscape-design/components/button'
import Input from '@cloudscape-design/components/input'
import Link from '@cloudscape-design/components/link'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback, useContext } from 'react'
import type { PermitRow } from '../../../../shared/model/product.ts'
import { permitLink } from '../../../../shared/rules/permits.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { FieldPlacesContext, useFieldPlace } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { isShallowSame } from '../../../ui/store.ts'
import { useLastChange } from '../last-changes.ts'
import {
  addRow,
  baseList,
  changeRow,
  moveRow,
  orderedRows,
  type Rows,
  removeRow,
  setKey,
  stored,
} from '../model/draft.ts'
import { permitKinds, permitsOf } from '../model/permits.ts'
import { newRowId } from '../model/row-id.ts'
import { permitKind } from '../model/row-text.ts'
import { useDraftPart, useEffective, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
import { MoveButtons, RemoveButton, RowActionsHead, useMoveLabels } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

const maxNumber = 500
type PermitRows = Rows<PermitRow>

function usePermitRows() {
  const { list, editor } = useProductPage()
  return useCallback(
    (change: (now: PermitRows) => PermitRows) =>
      editor.change((d) => {
        const next = change(permitsOf(d, list) ?? {})
        // A list that never had one is as it was when the last is taken out again.
        const isBack =
          Object.keys(next).length === 0 &&
          stored(editor.state.get().original, list, '_permits') === undefined
        return setKey(d, list, '_permits', isBack ? undefined : next)
      }),
    [list, editor],
  )
}
function usePermitKinds(chosen: string | undefined) {
  const { list, lookup } = useProductPage()
  const category = useEffective('_category').value as string | undefined
  return permitKinds(lookup, list, lookup.mainCategoryOf(category), chosen)
}

/** Permits of an authority with their numbers, in the order in which they are printed. */
export function PermitsSection() {
  const t = useTexts('product')
  const { list } = useProductPage()
  const ids = useDraftPart((draft) => orderedRows(permitsOf(draft, list)).map(({ id }) => id), isShallowSame)
  const lastChange = useLastChange('_permits', useEffective('_permits'))
  return (
    <ProductSection
      section="permits"
      title={t('permits.title')}
      counter={ids.length}
      note={list !== baseList && ids.length > 0 ? t('source.listOwn') : undefined}
    >
      {(isEditing) => (
        <div className="product-rows">
          {ids.length === 0 && !isEditing && <span className="product-muted">{t('permits.none')}</span>}
          {ids.length > 0 && (
            <table aria-label={t('permits.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('permits.kind')}</th>
                  <th scope="col">
                    {t('permits.number')}
                    {isEditing && (
                      <span className="product-mandatory" title={t('mandatory')}>
                        *
                      </span>
                    )}
                  </th>
                  {isEditing && <RowActionsHead />}
                </tr>
              </thead>
              <tbody>
                {ids.map((id, index) =>
                  isEditing ? (
                    <PermitEditorLine key={id} id={id} index={index} isLast={index === ids.length - 1} />
                  ) : (
                    <PermitLine key={id} id={id} />
                  ),
                )}
              </tbody>
            </table>
          )}
          {isEditing && <AddPermit />}
          {lastChange && <div className="product-field-change">{lastChange}</div>}
        </div>
      )}
    </ProductSection>
  )
}

/** A new row has the only kind that there is for the list and category, else none until one is chosen. */
function AddPermit() {
  const t = useTexts('product')
  const { list } = useProductPage()
  const set = usePermitRows()
  const kinds = usePermitKinds(undefined)
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  const { place, control } = useFieldPlace('add:_permits')
  return (
    <div ref={place}>
      <Button
        ref={control}
        iconName="add-plus"
        variant="inline-link"
        onClick={() => {
          const id = newRowId()
          const only = kinds.length === 1 ? kinds[0]?.id : undefined
          set((now) =>
            addRow<PermitRow>(now, id, { ...(only !== undefined && { permit: only }), number: '' }),
          )
          const row = `/listData/${list}/_permits/${id}`
          focusNext(() => places?.focusFirst([only === undefined ? `${row}/permit` : `${row}/number`]))
        }}
      >
        {t('permits.add')}
      </Button>
    </div>
  )
}

const usePermitRow = (id: string): PermitRow | undefined => {
  const { list } = useProductPage()
  return useDraftPart((draft) => permitsOf(draft, list)?.[id])
}

const PermitLine = memo(function PermitLine({ id }: { id: string }) {
  const t = useTexts('product')
  const { lookup, words } = useProductPage()
  const row = usePermitRow(id)
  if (!row) return null
  const definition = lookup.permits.get(row.permit ?? '')?.data
  const href = permitLink(definition?.linkTemplate, row.number)
  const linkText = lookup.text(definition?.linkText) || t('permits.register')
  return (
    <tr>
      <td className="product-cell-kind">{permitKind(row.permit, words)}</td>
      <td>
        <span className="product-value">{row.number}</span>{' '}
        {href && (
          <Link
            external
            href={href}
            ariaLabel={t('permits.registerOf', { text: linkText, number: row.number })}
          >
            {linkText}
          </Link>
        )}
      </td>
    </tr>
  )
})

const PermitEditorLine = memo(function PermitEditorLine({
  id,
  index,
  isLast,
}: {
  id: string
  index: number
  isLast: boolean
}) {
  const t = useTexts('product')
  const moveLabels = useMoveLabels()
  const { list, words, editor } = useProductPage()
  const set = usePermitRows()
  const row = usePermitRow(id)
  const kinds = usePermitKinds(row?.permit)
  const path = `/listData/${list}/_permits/${id}`
  const kindProblem = useProblem(`${path}/permit`)
  const numberProblem = useProblem(`${path}/number`)
  const ofKind = useFieldPlace(`${path}/permit`)
  const ofNumber = useFieldPlace(`${path}/number`)
  if (!row) return null
  const number = index + 1
  const name = row.number || permitKind(row.permit, words)
  const change = (to: Partial<PermitRow>) => set((now) => changeRow(now, id, to))
  return (
    <tr>
      <td ref={ofKind.place} className="product-cell-kind">
        <Select
          ref={ofKind.control}
          ariaLabel={t('permits.kindOf', { row: number })}
          expandToViewport
          invalid={kindProblem !== undefined}
          selectedOption={{ value: row.permit ?? '', label: permitKind(row.permit, words) }}
          options={[
            ...kinds.map((kind) => ({ value: kind.id, label: kind.title })),
            { value: '', label: t('permits.other') },
          ]}
          onChange={({ detail }) => {
            editor.touch(`${path}/permit`)
            change({ permit: detail.selectedOption.value || undefined })
          }}
        />
        <FieldError text={kindProblem} />
      </td>
      <td ref={ofNumber.place}>
        <Input
          ref={ofNumber.control}
          ariaLabel={t('permits.numberOf', { row: number })}
          invalid={numberProblem !== undefined}
          value={row.number}
          onBlur={() => editor.touch(`${path}/number`)}
          onChange={({ detail }) => change({ number: detail.value.slice(0, maxNumber) })}
        />
        <FieldError text={numberProblem} />
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
