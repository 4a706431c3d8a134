import { ManyText, manyText } from '../../../ui/many-text.tsx'
import { type FieldDescription, isLocalized } from '../model/description.ts'
import { isFilled } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'

const isMany = ({ kind }: FieldDescription, value: unknown): value is readonly unknown[] =>
  (kind === 'many' || kind === 'rows') && Array.isArray(value)

/** Letters that a value takes in a row. */
export function lengthInRow(field: FieldDescription, value: unknown, words: AdminWords): number {
  if (isMany(field, value)) return manyText(value.map((one) => words.value(field.key, one))).length
  const swatch = field.kind === 'colour' ? 3 : 0
  return words.value(field.key, value).length + swatch
}

/** A value in a row. What is not set says nothing. */
export function Cell({
  field,
  value,
  words,
}: {
  field: FieldDescription
  value: unknown
  words: AdminWords
}) {
  const said = words.value(field.key, value)
  if (!isFilled(field, value) || said === '') return isLocalized(field) ? said : <None />
  if (field.kind === 'check') return value === true ? said : <None />
  if (field.kind === 'number') return said
  if (isMany(field, value)) return <ManyText values={value.map((one) => words.value(field.key, one))} />
  if (field.kind !== 'colour') return <span title={said}>{said}</span>
  return (
    <span className="admin-colour">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="3" fill={said} />
      </svg>
      {said}
    </span>
  )
}
const None = () => <span className="il-cell-none">–</span>
