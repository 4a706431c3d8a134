import Button, { type ButtonProps } from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FeeScope, feeScopes } from '../../../../../shared/model/fee-schedule.ts'
import type { InvoiceType } from '../../../../../shared/model/invoice-type.ts'
import { useReference } from '../../../../api/reference.ts'
import { categoryOptions } from '../../../../frame/category-options.ts'
import { useLocale, useTexts } from '../../../../texts/texts.ts'
import { useFocusNext } from '../../../../ui/focus.ts'
import { useTitle } from '../../../../ui/localized.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { useOwnTyping } from '../../../../ui/typed-input.tsx'
import { type Billed, type MadeUpGroup, madeUpItems, maxMadeUp } from '../model/tryout.ts'
import type { FeeWords } from '../use-fee-words.ts'

interface Row extends Omit<MadeUpGroup, 'count'> {
  key: number
  count: number | undefined
}
const firstCount = 5

export function MadeUpCompany({
  words,
  type,
  onBilled,
}: {
  words: FeeWords
  type: InvoiceType
  onBilled(billed: Billed): void
}) {
  const t = words.fees
  const reference = useReference()
  const { categories } = reference
  const title = useTitle()
  const { tag } = useLocale()
  const options = useMemo(() => categoryOptions(reference, title), [reference, title])
  const [rows, setRows] = useState<readonly Row[]>(() => [
    { key: 0, count: firstCount, category: options[0]?.value ?? '', scope: 'eu' },
  ])
  const [month, setMonth] = useState(1)
  const nextKey = useRef(1)
  const adder = useRef<ButtonProps.Ref>(null)
  const focusNext = useFocusNext()
  const months = useMemo(() => {
    const name = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, n) => ({
      value: String(n + 1),
      label: name.format(Date.UTC(2026, n)),
    }))
  }, [tag])
  useEffect(() => {
    const groups = rows.map(({ count = 0, ...row }) => ({ ...row, count: Math.min(count, maxMadeUp) }))
    onBilled({ items: madeUpItems(groups, month, categories), specialItems: [] })
  }, [rows, month, categories, onBilled])
  const change = (key: number, next: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...next } : row)))
  return (
    <div className="fees-made-up">
      <ul>
        {rows.map((row, at) => (
          <Group
            key={row.key}
            row={row}
            n={at + 1}
            words={words}
            options={options}
            onChange={(next) => change(row.key, next)}
            onRemove={
              rows.length > 1
                ? () => {
                    setRows((now) => now.filter(({ key }) => key !== row.key))
                    focusNext(() => adder.current?.focus())
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <Button
        ref={adder}
        iconName="add-plus"
        onClick={() => {
          const key = nextKey.current++
          setRows((now) => [...now, { ...now.at(-1)!, key }])
        }}
      >
        {t('tryout.add')}
      </Button>
      {type === 'initial' && (
        <FormField label={t('tryout.month')}>
          <Select
            options={months}
            selectedOption={months[month - 1] ?? null}
            expandToViewport
            onChange={({ detail }) => setMonth(Number(detail.selectedOption.value))}
          />
        </FormField>
      )}
    </div>
  )
}

function Group({
  row,
  n,
  words,
  options,
  onChange,
  onRemove,
}: {
  row: Row
  n: number
  words: FeeWords
  options: readonly { value: string; label: string }[]
  onChange(next: Partial<Row>): void
  onRemove: (() => void) | undefined
}) {
  const t = words.fees
  const ui = useTexts('ui')
  const typing = useOwnTyping()
  const scopes = feeScopes.map((value) => ({ value, label: t(`scope.${value}`) }))
  const isMany = (row.count ?? 0) > maxMadeUp
  return (
    <li aria-label={t('tryout.group', { n })}>
      <FormField errorText={typing.problem ?? (isMany ? t('tryout.tooMany', { max: maxMadeUp }) : '')}>
        <NumberField
          isWhole
          ariaLabel={t('tryout.count')}
          value={row.count}
          typing={typing}
          invalid={isMany}
          onChange={(count) => onChange({ count })}
        />
      </FormField>
      <Select
        ariaLabel={t('tryout.category')}
        options={options}
        selectedOption={options.find(({ value }) => value === row.category) ?? null}
        placeholder={ui('select.choose')}
        filteringType="auto"
        filteringAriaLabel={ui('select.search')}
        noMatch={ui('select.none')}
        virtualScroll={options.length > 100}
        expandToViewport
        onChange={({ detail }) => onChange({ category: detail.selectedOption.value ?? '' })}
      />
      <Select
        ariaLabel={t('tryout.scope')}
        options={scopes}
        selectedOption={scopes.find(({ value }) => value === row.scope) ?? null}
        expandToViewport
        onChange={({ detail }) => onChange({ scope: detail.selectedOption.value as FeeScope })}
      />
      {onRemove && (
        <Button variant="icon" iconName="remove" ariaLabel={t('tryout.remove', { n })} onClick={onRemove} />
      )}
    </li>
  )
}
