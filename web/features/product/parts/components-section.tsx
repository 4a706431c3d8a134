import Button from '@cloudscape-design/components/button'
import Checkbox from '@cloudscape-design/components/checkbox'
import Select from '@cloudscape-design/components/select'
import { type Secrecy, secrecyLevels } from '../../../../shared/constants.ts'
import type { ComponentRow } from '../../../../shared/model/product.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AsyncSelect } from '../../../ui/async-select.tsx'
import { NumberField } from '../../../ui/numbers.tsx'
import { unitTitle } from '../model/describe.ts'
import { addRow, changeRow, moveRow, orderedRows, type Rows, removeRow, setKey } from '../model/draft.ts'
import { newRowId } from '../model/row-id.ts'
import { useProductPage } from '../page-context.ts'
import { searchComponents } from '../searches.ts'
import { ProductSection } from './section.tsx'

const parts = ['base', 'additional'] as const
type Part = (typeof parts)[number]
type ComponentRows = Rows<ComponentRow>

/** Components of the list, base and additional ones, as far as the viewer may know of them. */
export function ComponentsSection() {
  const t = useTexts('product')
  const { draft, list } = useProductPage()
  const components = draft.listData[list]?._components
  const count = parts.reduce((n, part) => n + Object.keys(components?.[part] ?? {}).length, 0)
  return (
    <ProductSection section="components" title={t('components.title')} counter={count}>
      {(isEditing) =>
        count === 0 && !isEditing ? (
          <span className="product-muted">{t('components.none')}</span>
        ) : (
          <div className="product-stack">
            {parts
              .filter((part) => isEditing || Object.keys(components?.[part] ?? {}).length > 0)
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
  const { draft, list, words, editor, lookup, remember } = useProductPage()
  const rows = (draft.listData[list]?._components?.[part] ?? {}) as ComponentRows
  const ordered = orderedRows(rows)
  const units = lookup.selectOptions
    .filter((o) => o.type === 'unit' && o.enabled)
    .sort((a, b) => a.order - b.order)
    .map((o) => ({ value: o.id, label: lookup.title(o.title) }))
  const set = (change: (now: ComponentRows) => ComponentRows) =>
    editor.change((d) => {
      const now = d.listData[list]?._components ?? { base: {}, additional: {} }
      return setKey(d, list, '_components', { ...now, [part]: change(now[part] as ComponentRows) })
    })
  const nameOf = (id: string) => words.nameOf(id) ?? t('components.unknown')
  const search = (query: string, signal: AbortSignal) => searchComponents(query, signal, lookup.title)
  const unitOf = (row: ComponentRow) => (row.unit ? (unitTitle(row.unit, lookup) ?? row.unit) : '%')
  return (
    <div className="product-rows">
      <h3>{t(`components.${part}`)}</h3>
      {ordered.length > 0 && (
        <table aria-label={t(`components.${part}`)}>
          <thead>
            <tr>
              <th scope="col">{t('components.component')}</th>
              <th scope="col" className={isEditing ? undefined : 'product-number'}>
                {t('components.amount')}
              </th>
              <th scope="col">{t('components.unit')}</th>
              <th scope="col">{t('components.secrecy')}</th>
              <th scope="col">{t('components.printlabel')}</th>
              {isEditing && (
                <th scope="col">
                  <span className="product-hidden">{t('rows.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row, index) => {
              const name = nameOf(row.component)
              const change = (to: Partial<ComponentRow>) => set((now) => changeRow(now, row.id, to))
              return isEditing ? (
                <tr key={row.id}>
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
                  <td className="product-cell-amount">
                    <NumberField
                      ariaLabel={t('components.amountOf', { name })}
                      value={row.amount}
                      onChange={(amount) => change({ amount })}
                    />
                  </td>
                  <td className="product-cell-unit">
                    <Select
                      ariaLabel={t('components.unitOf', { name })}
                      expandToViewport
                      selectedOption={{ value: row.unit ?? '', label: unitOf(row) }}
                      options={[{ value: '', label: '%' }, ...units]}
                      onChange={({ detail }) => change({ unit: detail.selectedOption.value || undefined })}
                    />
                  </td>
                  <td className="product-cell-secrecy">
                    <Select
                      ariaLabel={t('components.secrecyOf', { name })}
                      expandToViewport
                      selectedOption={{ value: row.secrecy, label: t(`secrecy.${row.secrecy}`) }}
                      options={secrecyLevels.map((level) => ({
                        value: level,
                        label: t(`secrecy.${level}`),
                        description: t(`secrecyText.${level}`),
                      }))}
                      onChange={({ detail }) => change({ secrecy: detail.selectedOption.value as Secrecy })}
                    />
                  </td>
                  <td className="product-cell-check">
                    <Checkbox
                      ariaLabel={t('components.printlabelOf', { name })}
                      checked={row.printlabel ?? false}
                      onChange={({ detail }) => change({ printlabel: detail.checked || undefined })}
                    />
                  </td>
                  <td className="product-row-actions">
                    <Button
                      variant="inline-icon"
                      iconName="angle-up"
                      ariaLabel={t('rows.upName', { name })}
                      disabled={index === 0}
                      onClick={() => set((now) => moveRow(now, row.id, -1))}
                    />
                    <Button
                      variant="inline-icon"
                      iconName="angle-down"
                      ariaLabel={t('rows.downName', { name })}
                      disabled={index === ordered.length - 1}
                      onClick={() => set((now) => moveRow(now, row.id, 1))}
                    />
                    <Button
                      variant="inline-icon"
                      iconName="remove"
                      ariaLabel={t('remove', { name })}
                      onClick={() => set((now) => removeRow(now, row.id))}
                    />
                  </td>
                </tr>
              ) : (
                <tr key={row.id}>
                  <td>{name}</td>
                  <td className="product-number">
                    {row.amount === undefined ? '' : words.number(row.amount)}
                  </td>
                  <td>{row.amount === undefined ? '' : unitOf(row)}</td>
                  <td>
                    <span className="product-secrecy" title={t(`secrecyText.${row.secrecy}`)}>
                      {t(`secrecy.${row.secrecy}`)}
                    </span>
                  </td>
                  <td>{t(row.printlabel ? 'yes' : 'no')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {isEditing && (
        <AsyncSelect
          ariaLabel={t(`components.add.${part}`)}
          placeholder={t(`components.add.${part}`)}
          search={search}
          value={undefined}
          onChange={(choice) => {
            remember(choice.id, choice.label)
            set((now) =>
              addRow(now, newRowId(), {
                component: choice.id,
                secrecy: 'base-data-responsible',
              } as ComponentRow),
            )
          }}
        />
      )}
    </div>
  )
}
