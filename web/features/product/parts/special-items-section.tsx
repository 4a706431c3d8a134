/** What is billed for the product in this list beside the fees, and on which invoices it stands. */
import Button from '@cloudscape-design/components/button'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback } from 'react'
import { Link } from 'react-router-dom'
import { findinvoicedspecialitems } from '../../../../shared/calls/bml/invoice/findinvoicedspecialitems.ts'
import type { ListData } from '../../../../shared/model/product.ts'
import { useCall } from '../../../api/use-call.ts'
import { invoiceHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useTyping } from '../../../ui/entity-editor.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { baseList, type Rows, setKey } from '../model/draft.ts'
import { responsibleIn } from '../model/person.ts'
import { newRowId } from '../model/row-id.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { useProblem } from '../use-problems.ts'
import { RemoveButton, RowActionsHead } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

type Item = NonNullable<ListData['_invoiceSpecialItems']>[string]
type Items = Rows<Item>

/** The newest year first. */
const idsOf = (items: Items = {}): string[] =>
  Object.entries(items)
    .sort(([a, x], [b, y]) => y.year - x.year || (a < b ? -1 : 1))
    .map(([id]) => id)

function useItems() {
  const { list, editor } = useProductPage()
  return useCallback(
    (change: (now: Items) => Items) =>
      editor.change((d) => {
        const next = change(d.listData[list]?._invoiceSpecialItems ?? {})
        return setKey(d, list, '_invoiceSpecialItems', Object.keys(next).length === 0 ? undefined : next)
      }),
    [list, editor],
  )
}
const useItem = (id: string): Item | undefined => {
  const { list } = useProductPage()
  return useDraftPart((draft) => draft.listData[list]?._invoiceSpecialItems?.[id])
}
/** Institutions that the person may enter items of. */
function useInstitutions() {
  const { actor, lookup } = useProductPage()
  const ids =
    actor.role === 'admin'
      ? [...lookup.institutions].flatMap(([id, { disabled }]) => (disabled ? [] : [id]))
      : actor.institutions.map(({ id }) => id)
  return ids
    .map((value) => ({ value, label: lookup.institutionTitle(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Nothing of it is shown to those who have nothing to read here and nothing to enter. */
export function SpecialItemsSection() {
  const t = useTexts('product')
  const { view, list, isEditable, actor, today } = useProductPage()
  const institutions = useInstitutions()
  const set = useItems()
  // While it is edited a row keeps its place: by the year that is stored.
  const ids = useDraftPart((draft) => {
    const items = draft.listData[list]?._invoiceSpecialItems ?? {}
    const stored = idsOf(view.data.listData[list]?._invoiceSpecialItems).filter((id) => id in items)
    return [...stored, ...Object.keys(items).filter((id) => !stored.includes(id))]
  }, isShallowSame)
  const canEdit = actor.role === 'admin' || actor.institutions.length > 0
  if (ids.length === 0 && !(isEditable && canEdit)) return null
  const add = () => {
    const responsible = responsibleIn(view, list, baseList)?.institution
    const institution = institutions.find(({ value }) => value === responsible) ?? institutions[0]
    if (!institution) return
    const item = { institution: institution.value, year: Number(today.slice(0, 4)), text: '', amount: 0 }
    set((now) => ({ ...now, [newRowId()]: item }))
  }
  return (
    <ProductSection
      section="specialItems"
      title={t('specialItems.title')}
      counter={ids.length}
      canEdit={canEdit}
    >
      {(isEditing) => (
        <div className="product-rows">
          {ids.length === 0 && !isEditing && <span className="product-muted">{t('specialItems.none')}</span>}
          {ids.length > 0 && (
            <table aria-label={t('specialItems.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('specialItems.text')}</th>
                  <th scope="col">{t('specialItems.year')}</th>
                  <th scope="col">{t('specialItems.institution')}</th>
                  <th scope="col" className={isEditing ? 'product-head-money' : 'product-number'}>
                    {t('specialItems.amount')}
                  </th>
                  {isEditing ? <RowActionsHead /> : <th scope="col">{t('specialItems.invoice')}</th>}
                </tr>
              </thead>
              <tbody>
                {ids.map((id, index) =>
                  isEditing ? <EditorLine key={id} id={id} row={index + 1} /> : <ItemLine key={id} id={id} />,
                )}
              </tbody>
            </table>
          )}
          {isEditing && (
            <Button iconName="add-plus" onClick={add}>
              {t('specialItems.add')}
            </Button>
          )}
        </div>
      )}
    </ProductSection>
  )
}

const ItemLine = memo(function ItemLine({ id }: { id: string }) {
  const { lookup, words } = useProductPage()
  const item = useItem(id)
  if (!item) return null
  return (
    <tr>
      <td>{item.text}</td>
      <td>{item.year}</td>
      <td>{lookup.institutionTitle(item.institution)}</td>
      <td className="product-number">{words.amount(item.amount)}</td>
      <td>
        <Billed item={item} />
      </td>
    </tr>
  )
})

/** The invoices that it stands on, as far as the person may know of them. */
function Billed({ item: { institution, year, text, amount } }: { item: Item }) {
  const t = useTexts('product')
  const { view } = useProductPage()
  const { data } = useCall(findinvoicedspecialitems, { ids: [view.id], institutionId: institution })
  if (!data) return null
  const found = data.list.filter((one) => one.year === year && one.text === text && one.amount === amount)
  if (found.length === 0) return <span className="product-muted">{t('specialItems.notBilled')}</span>
  return found.map(({ invoiceId, number }) => (
    <div key={invoiceId}>
      <Link to={invoiceHref(invoiceId)}>{number ?? t('specialItems.draft')}</Link>
    </div>
  ))
}

const EditorLine = memo(function EditorLine({ id, row }: { id: string; row: number }) {
  const t = useTexts('product')
  const { list, lookup, editor } = useProductPage()
  const institutions = useInstitutions()
  const set = useItems()
  const item = useItem(id)
  const path = `/listData/${list}/_invoiceSpecialItems/${id}`
  const problem = {
    institution: useProblem(`${path}/institution`),
    year: useProblem(`${path}/year`),
    text: useProblem(`${path}/text`),
    amount: useProblem(`${path}/amount`),
  }
  const place = {
    institution: useFieldPlace(`${path}/institution`),
    year: useFieldPlace(`${path}/year`),
    text: useFieldPlace(`${path}/text`),
    amount: useFieldPlace(`${path}/amount`),
  }
  const typing = { year: useTyping(editor, `${path}/year`), amount: useTyping(editor, `${path}/amount`) }
  if (!item) return null
  const change = (to: { [K in keyof Item]?: Item[K] | undefined }) => {
    const next = Object.entries({ ...item, ...to }).filter(([, value]) => value !== undefined)
    set((now) => ({ ...now, [id]: Object.fromEntries(next) as Item }))
  }
  const offered = lookup
    .optionsOf('invoice-special-items-text')
    .filter(({ enabled }) => enabled)
    .map(({ label }) => label ?? '')
  const texts = [...new Set([...offered, ...(item.text ? [item.text] : [])])]
  const own = institutions.find(({ value }) => value === item.institution) ?? {
    value: item.institution,
    label: lookup.institutionTitle(item.institution) ?? item.institution,
  }
  const labelled = (key: string) => t(`specialItems.${key}`, { row })
  return (
    <tr>
      <td ref={place.text.place} className="product-cell-category">
        {offered.length > 0 ? (
          <Select
            ref={place.text.control}
            ariaLabel={labelled('textOf')}
            placeholder={t('specialItems.choose')}
            expandToViewport
            invalid={problem.text !== undefined}
            options={texts.map((value) => ({ value, label: value }))}
            selectedOption={item.text ? { value: item.text, label: item.text } : null}
            onChange={({ detail }) => change({ text: detail.selectedOption.value ?? '' })}
          />
        ) : (
          <Input
            ref={place.text.control}
            ariaLabel={labelled('textOf')}
            invalid={problem.text !== undefined}
            value={item.text}
            onChange={({ detail }) => change({ text: detail.value.slice(0, 500) })}
          />
        )}
        <FieldError text={problem.text} />
      </td>
      <td ref={place.year.place} className="product-cell-amount">
        <NumberField
          isWhole
          focusRef={place.year.control}
          ariaLabel={labelled('yearOf')}
          invalid={problem.year !== undefined}
          typing={typing.year}
          value={item.year}
          onChange={(year) => change({ year })}
        />
        <FieldError text={problem.year} />
      </td>
      <td ref={place.institution.place}>
        <Select
          ref={place.institution.control}
          ariaLabel={labelled('institutionOf')}
          expandToViewport
          invalid={problem.institution !== undefined}
          options={institutions}
          selectedOption={own}
          onChange={({ detail }) => change({ institution: detail.selectedOption.value })}
        />
        <FieldError text={problem.institution} />
      </td>
      <td ref={place.amount.place} className="product-cell-amount">
        <NumberField
          isMoney
          focusRef={place.amount.control}
          ariaLabel={labelled('amountOf')}
          invalid={problem.amount !== undefined}
          typing={typing.amount}
          value={item.amount}
          onChange={(amount) => change({ amount })}
        />
        <FieldError text={problem.amount} />
      </td>
      <td className="product-row-actions">
        <RemoveButton
          label={t('remove', { name: item.text || labelled('itemOf') })}
          onRemove={() => set((now) => Object.fromEntries(Object.entries(now).filter(([key]) => key !== id)))}
        />
      </td>
    </tr>
  )
})
