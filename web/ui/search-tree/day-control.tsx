/** A day of the calendar, or one that is counted from today. */
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { dayUnits, type RelativeDay } from '../../../shared/rules/relative-day.ts'
import type { SearchDay } from '../../../shared/search/tree.ts'
import { useTexts } from '../../texts/texts.ts'
import { DateField } from '../dates.tsx'
import { NumberField } from '../number-field.tsx'

interface DayControlProps {
  label: string
  day: SearchDay | undefined
  onChange(day: SearchDay | undefined): void
}
const today: RelativeDay = { of: 'day', shift: 0, at: 'start' }
const kinds = [
  'date',
  'day',
  ...dayUnits.filter((unit) => unit !== 'day').flatMap((unit) => [`${unit}.start`, `${unit}.end`]),
]

export function DayControl({ label, day, onChange }: DayControlProps) {
  const t = useTexts('search')
  const relative = typeof day === 'object' ? day : undefined
  const kind = relative ? (relative.of === 'day' ? 'day' : `${relative.of}.${relative.at}`) : 'date'
  const options = kinds.map((value) => {
    const [unit, at] = value.split('.')
    const label = at ? t(`day.${at}Of`, { unit: t(`day.unit.${unit}`) }) : t(`day.kind.${value}`)
    return { value, label }
  })
  const choose = (value: string | undefined) => {
    if (value === undefined || value === 'date') return onChange(undefined)
    const [of, at = 'start'] = value.split('.') as [RelativeDay['of'], RelativeDay['at']?]
    onChange({ ...(relative ?? today), of, at })
  }
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      <Select
        ariaLabel={t('day.how', { label })}
        options={options}
        selectedOption={options.find(({ value }) => value === kind) ?? null}
        onChange={({ detail }) => choose(detail.selectedOption.value)}
        expandToViewport
      />
      {relative ? (
        <NumberField
          ariaLabel={t('day.shift', { unit: t(`day.units.${relative.of}`) })}
          value={relative.shift}
          onChange={(shift) => onChange({ ...relative, shift: Math.trunc(shift ?? 0) })}
          unit={t(`day.units.${relative.of}`)}
        />
      ) : (
        <DateField
          ariaLabel={label}
          value={typeof day === 'string' && day !== '' ? `${day}T04:00:00.000Z` : ''}
          onChange={(stored) => onChange(stored ? stored.slice(0, 10) : undefined)}
        />
      )}
    </SpaceBetween>
  )
}
