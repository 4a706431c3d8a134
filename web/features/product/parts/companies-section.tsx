import Button from '@cloudscape-design/components/button'
import Link from '@cloudscape-design/components/link'
import Select from '@cloudscape-design/components/select'
import { useNavigate } from 'react-router-dom'
import { type CompanyRole, companyRoles, singleCompanyRoles } from '../../../../shared/constants.ts'
import type { CompanyRow } from '../../../../shared/model/product.ts'
import { companyHref } from '../../../frame/links.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { addRow, changeRow, orderedRows, type Rows, removeRow, setKey } from '../model/draft.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { searchCompanies } from '../searches.ts'
import { ProductSection } from './section.tsx'

/** Roles that a row may take: a single role that another row has is shown, but not offered. */
export const roleChoices = (rows: Rows<CompanyRow>, rowId: string | undefined) =>
  companyRoles.map((role) => ({
    role,
    isTaken:
      singleCompanyRoles.includes(role) &&
      Object.entries(rows).some(([id, row]) => id !== rowId && row.role === role),
  }))
const firstFreeRole = (rows: Rows<CompanyRow>): CompanyRole =>
  roleChoices(rows, undefined).find((choice) => !choice.isTaken)?.role ?? 'contract-manufacturer'

/** Companies of the list with their roles. */
export function CompaniesSection() {
  const t = useTexts('product')
  const { draft, list, may, words, editor, remember } = useProductPage()
  const navigate = useNavigate()
  const rows = (draft.listData[list]?._companies ?? {}) as Rows<CompanyRow>
  const ordered = orderedRows(rows)
  const set = (change: (now: Rows<CompanyRow>) => Rows<CompanyRow>) =>
    editor.change((d) => setKey(d, list, '_companies', change(d.listData[list]?._companies ?? {})))
  const nameOf = (id: string) => words.nameOf(id) ?? t('companies.unknown')
  return (
    <ProductSection
      section="companies"
      title={t('companies.title')}
      counter={ordered.length}
      canEdit={may('product:assign-companies')}
    >
      {(isEditing) => (
        <div className="product-rows">
          {ordered.length === 0 && !isEditing && <span className="product-muted">{t('companies.none')}</span>}
          {ordered.length > 0 && (
            <table aria-label={t('companies.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('companies.role')}</th>
                  <th scope="col">{t('companies.company')}</th>
                  {isEditing && (
                    <th scope="col">
                      <span className="product-hidden">{t('rows.actions')}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {ordered.map((row, index) => {
                  const problem = editor.problems.get(`/listData/${list}/_companies/${row.id}/role`)
                  return (
                    <tr key={row.id}>
                      <td className="product-cell-role">
                        {isEditing ? (
                          <>
                            <Select
                              ariaLabel={t('companies.roleOf', { name: nameOf(row.company) })}
                              expandToViewport
                              invalid={problem !== undefined}
                              selectedOption={{ value: row.role, label: t(`role.${row.role}`) }}
                              options={roleChoices(rows, row.id).map(({ role, isTaken }) => ({
                                value: role,
                                label: t(`role.${role}`),
                                disabled: isTaken,
                                ...(isTaken ? { description: t('companies.taken') } : {}),
                              }))}
                              onChange={({ detail }) =>
                                set((now) =>
                                  changeRow(now, row.id, {
                                    role: detail.selectedOption.value as CompanyRole,
                                  }),
                                )
                              }
                            />
                            {problem && (
                              <div role="alert" className="il-field-error">
                                {problem}
                              </div>
                            )}
                          </>
                        ) : (
                          t(`role.${row.role}`)
                        )}
                      </td>
                      <td>
                        {isEditing ? (
                          <AsyncSelect
                            ariaLabel={t('companies.companyOf', { row: index + 1 })}
                            search={searchCompanies}
                            value={{ id: row.company, label: nameOf(row.company) }}
                            onChange={(choice) => {
                              remember(choice.id, choice.label)
                              set((now) => changeRow(now, row.id, { company: choice.id }))
                            }}
                          />
                        ) : (
                          <Link
                            href={companyHref(row.company)}
                            onFollow={(event) => {
                              event.preventDefault()
                              navigate(companyHref(row.company))
                            }}
                          >
                            {nameOf(row.company)}
                          </Link>
                        )}
                      </td>
                      {isEditing && (
                        <td className="product-row-actions">
                          <Button
                            variant="inline-icon"
                            iconName="remove"
                            ariaLabel={t('remove', { name: nameOf(row.company) })}
                            onClick={() => set((now) => removeRow(now, row.id))}
                          />
                        </td>
                      )}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
          {isEditing && (
            <AsyncSelect
              ariaLabel={t('companies.add')}
              placeholder={t('companies.add')}
              search={searchCompanies}
              value={undefined}
              onChange={(choice) => {
                remember(choice.id, choice.label)
                set((now) => addRow(now, newRowId(), { company: choice.id, role: firstFreeRole(now) }))
              }}
            />
          )}
        </div>
      )}
    </ProductSection>
  )
}
