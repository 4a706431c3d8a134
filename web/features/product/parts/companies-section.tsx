import Button from '@cloudscape-design/components/button'
import Select from '@cloudscape-design/components/select'
import { memo, useCallback, useId, useState } from 'react'
import { type CompanyRole, companyRoles, singleCompanyRoles } from '../../../../shared/constants.ts'
import type { CompanyRow } from '../../../../shared/model/product.ts'
import { companyHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { useTyping } from '../../../ui/entity-editor.ts'
import { FieldError } from '../../../ui/field-error.tsx'
import { useFieldPlace } from '../../../ui/field-places.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { isShallowSame } from '../../../ui/store.ts'
import { addRow, baseList, changeRow, orderedRows, type Rows, removeRow, setKey } from '../model/draft.ts'
import { newRowId } from '../model/row-id.ts'
import { useDraftPart, useProductPage } from '../page-context.ts'
import { searchCompanies } from '../searches.ts'
import { useProblem } from '../use-problems.ts'
import { CompanyFacts } from './company-facts.tsx'
import { RemoveButton, RowActionsHead } from './row-actions.tsx'
import { ProductSection } from './section.tsx'

/** Roles that a row may take: a single role that another row has is shown, but not offered. */
const roleChoices = (rows: Rows<CompanyRow>, rowId: string | undefined) =>
  companyRoles.map((role) => ({
    role,
    isTaken:
      singleCompanyRoles.includes(role) &&
      Object.entries(rows).some(([id, row]) => id !== rowId && row.role === role),
  }))
const firstFreeRole = (rows: Rows<CompanyRow>): CompanyRole =>
  roleChoices(rows, undefined).find((choice) => !choice.isTaken)?.role ?? 'contract-manufacturer'

/** An approval in the base list needs one of them, no matter which. */
const rolesOfBase: readonly CompanyRole[] = ['distributor', 'manufacturer']

type CompanyRows = Rows<CompanyRow>
/** Changes the companies of the list. */
function useCompanyRows() {
  const { list, editor } = useProductPage()
  return useCallback(
    (change: (now: CompanyRows) => CompanyRows) =>
      editor.change((d) => setKey(d, list, '_companies', change(d.listData[list]?._companies ?? {}))),
    [list, editor],
  )
}

/** Companies of the list with their roles and, where one was given, their share of the amount. */
export function CompaniesSection() {
  const t = useTexts('product')
  const { list, may, remember } = useProductPage()
  const ids = useDraftPart(
    (draft) => orderedRows(draft.listData[list]?._companies).map((row) => row.id),
    isShallowSame,
  )
  const hasAmounts = useDraftPart((draft) =>
    Object.values(draft.listData[list]?._companies ?? {}).some((row) => row.amount !== undefined),
  )
  const set = useCompanyRows()
  const lacksRole = useDraftPart(
    (draft) =>
      list === baseList &&
      !Object.values(draft.listData[list]?._companies ?? {}).some(({ role }) => rolesOfBase.includes(role)),
  )
  const { place, control } = useFieldPlace('add:_companies')
  return (
    <ProductSection
      section="companies"
      title={t('companies.title')}
      counter={ids.length}
      note={list !== baseList && ids.length > 0 ? t('source.listOwn') : undefined}
      canEdit={may('product:assign-companies')}
    >
      {(isEditing) => (
        <div className="product-rows">
          {ids.length === 0 && !isEditing && <span className="product-muted">{t('companies.none')}</span>}
          {ids.length > 0 && (
            <table
              aria-label={t('companies.title')}
              className={isEditing ? 'product-companies-edit' : undefined}
            >
              <thead>
                <tr>
                  <th scope="col" className="product-cell-role">
                    {t('companies.role')}
                  </th>
                  <th scope="col">{t('companies.company')}</th>
                  {(isEditing || hasAmounts) && (
                    <th scope="col" className={isEditing ? 'product-cell-amount' : 'product-number'}>
                      {t('companies.amount')}
                    </th>
                  )}
                  {isEditing && <RowActionsHead />}
                </tr>
              </thead>
              <tbody>
                {ids.map((id, index) =>
                  isEditing ? (
                    <CompanyEditorLine key={id} id={id} number={index + 1} />
                  ) : (
                    <CompanyLine key={id} id={id} hasAmounts={hasAmounts} />
                  ),
                )}
              </tbody>
            </table>
          )}
          {lacksRole && may('product:assign-companies') && (
            <span className="product-muted">{t('companies.oneIsEnough')}</span>
          )}
          {isEditing && (
            <div ref={place}>
              <AsyncSelect
                focusRef={control}
                ariaLabel={t('companies.add')}
                placeholder={t('companies.add')}
                search={searchCompanies}
                value={undefined}
                onChange={(choice) => {
                  remember(choice.id, choice.label)
                  set((now) =>
                    addRow<CompanyRow>(now, newRowId(), { company: choice.id, role: firstFreeRole(now) }),
                  )
                }}
              />
            </div>
          )}
        </div>
      )}
    </ProductSection>
  )
}

const useCompanyRow = (id: string): CompanyRow | undefined => {
  const { list } = useProductPage()
  return useDraftPart((draft) => draft.listData[list]?._companies?.[id])
}

const CompanyLine = memo(function CompanyLine({ id, hasAmounts }: { id: string; hasAmounts: boolean }) {
  const t = useTexts('product')
  const { list, words } = useProductPage()
  const row = useCompanyRow(id)
  const [isOpen, setOpen] = useState(false)
  const facts = useId()
  if (!row) return null
  const name = words.nameOf(row.company)
  return (
    <>
      <tr>
        <td className="product-cell-role">{t(`role.${row.role}`)}</td>
        <td>
          <div className="product-company">
            <ScreenLink href={companyHref(row.company)}>{name ?? t('companies.unknown')}</ScreenLink>
            {/* Of a company that one may not know of there is nothing to read. */}
            {name !== undefined && (
              <Button
                variant="inline-icon"
                iconName={isOpen ? 'angle-up' : 'angle-down'}
                ariaLabel={t('companies.facts', { name })}
                ariaExpanded={isOpen}
                ariaControls={facts}
                onClick={() => setOpen(!isOpen)}
              />
            )}
          </div>
        </td>
        {hasAmounts && (
          <td className="product-number">{row.amount === undefined ? '' : words.number(row.amount)}</td>
        )}
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={hasAmounts ? 3 : 2} id={facts} className="product-company-facts">
            <CompanyFacts id={row.company} list={list} />
          </td>
        </tr>
      )}
    </>
  )
})

const CompanyEditorLine = memo(function CompanyEditorLine({ id, number }: { id: string; number: number }) {
  const t = useTexts('product')
  const { list, words, remember, editor } = useProductPage()
  const set = useCompanyRows()
  const row = useCompanyRow(id)
  const path = `/listData/${list}/_companies/${id}/role`
  const problem = useProblem(path)
  const { place, control } = useFieldPlace(path)
  const taken = useDraftPart(
    (draft) =>
      roleChoices(draft.listData[list]?._companies ?? {}, id)
        .filter((choice) => choice.isTaken)
        .map((choice) => choice.role),
    isShallowSame,
  )
  if (!row) return null
  const name = words.nameOf(row.company) ?? t('companies.unknown')
  const change = (to: Partial<CompanyRow>) => set((now) => changeRow(now, id, to))
  return (
    <tr ref={place}>
      <td className="product-cell-role">
        <Select
          ref={control}
          ariaLabel={t('companies.roleOf', { name })}
          expandToViewport
          invalid={problem !== undefined}
          selectedOption={{ value: row.role, label: t(`role.${row.role}`) }}
          options={companyRoles.map((role) => ({
            value: role,
            label: t(`role.${role}`),
            disabled: taken.includes(role),
            ...(taken.includes(role) ? { description: t('companies.taken') } : {}),
          }))}
          onChange={({ detail }) => {
            editor.touch(path)
            change({ role: detail.selectedOption.value as CompanyRole })
          }}
        />
        <FieldError text={problem} />
      </td>
      <td>
        <AsyncSelect
          ariaLabel={t('companies.companyOf', { row: number })}
          search={searchCompanies}
          value={{ id: row.company, label: name }}
          onChange={(choice) => {
            remember(choice.id, choice.label)
            change({ company: choice.id })
          }}
        />
      </td>
      <AmountCell id={id} name={name} value={row.amount} onChange={(amount) => change({ amount })} />
      <td className="product-row-actions">
        <RemoveButton label={t('remove', { name })} onRemove={() => set((now) => removeRow(now, id))} />
      </td>
    </tr>
  )
})

function AmountCell(props: {
  /** Id of the row. */
  id: string
  name: string
  value: number | undefined
  onChange(amount: number | undefined): void
}) {
  const t = useTexts('product')
  const { list, editor } = useProductPage()
  const path = `/listData/${list}/_companies/${props.id}/amount`
  const problem = useProblem(path)
  const typing = useTyping(editor, path)
  const { place, control } = useFieldPlace(path)
  return (
    <td ref={place} className="product-cell-amount">
      <NumberField
        focusRef={control}
        ariaLabel={t('companies.amountOf', { name: props.name })}
        invalid={problem !== undefined}
        typing={typing}
        value={props.value}
        onChange={props.onChange}
      />
      <FieldError text={problem} />
    </td>
  )
}
