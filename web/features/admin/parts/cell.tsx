import { type FieldDescription, isLocalized } from '../model/description.ts'
import { isFilled } from '../model/draft.ts'
import type { AdminWords } from '../use-admin-words.ts'

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
  if (field.kind === 'number') return <span className="il-cell-number">{said}</span>
  if (field.kind !== 'colour')
    return <span title={field.kind === 'many' || field.kind === 'rows' ? said : undefined}>{said}</span>
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
