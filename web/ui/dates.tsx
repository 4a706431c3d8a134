/** Dates on the screen: `useDateFormat()` to show, `<DateField>` to type freely or pick. */
import Button from '@cloudscape-design/components/button'
import Input from '@cloudscape-design/components/input'
import Popover from '@cloudscape-design/components/popover'
import { lazy, type RefCallback, Suspense, useEffect, useMemo, useState } from 'react'
import { languageTag, useLocale, useTexts } from '../texts/texts.ts'
import {
  dayOf,
  formatDay,
  formatMoment,
  formatWholeDay,
  parseDay,
  shiftDay,
  storeDay,
  todayText,
} from './date-text.ts'
import type { Focusable } from './field-places.ts'

/** Loaded when somebody picks instead of typing. */
const Calendar = lazy(() => import('@cloudscape-design/components/calendar'))

interface DateFormat {
  /** `31.12.26` of a stored day. */
  date(iso: string | undefined): string
  /** `31.12.26 9:05:00` of a moment, in the installation's time zone. */
  moment(iso: string | undefined): string
}
export function useDateFormat(): DateFormat {
  const { locale } = useLocale()
  return useMemo(
    () => ({ date: (iso) => formatDay(iso, locale), moment: (iso) => formatMoment(iso, locale) }),
    [locale],
  )
}

const lookMs = 60_000
/** The day that it is in the installation's time zone, `YYYY-MM-DD`; a page that stays open follows it over midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => todayText())
  useEffect(() => {
    const timer = setInterval(() => setDay(todayText()), lookMs)
    return () => clearInterval(timer)
  }, [])
  return day
}

interface DateFieldProps {
  /** Stored form (that day at 04:00 UTC), or empty. */
  value: string | undefined
  /** The stored form, or empty for an emptied field. Not called for what is no date. */
  onChange(value: string): void
  ariaLabel?: string
  disabled?: boolean
  readOnly?: boolean
  invalid?: boolean
  /** What `+1y` counts from: the begin of an approval; today unless told. */
  relativeTo?: string
  focusRef?: RefCallback<Focusable>
}

/** A date typed as people write it (`31.12.`, `+1y`), or picked. Read when the field is left or on Enter. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, relativeTo, invalid = false } = props
  const { locale } = useLocale()
  const ui = useTexts('ui')
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [isWrong, setIsWrong] = useState(false)
  const shown = typed ?? formatWholeDay(value, locale)
  const from = relativeTo ? dayOf(relativeTo) : undefined
  const isFixed = props.disabled || props.readOnly

  const tell = (next: string) => {
    setTyped(undefined)
    setIsWrong(false)
    if (next !== (value ?? '')) onChange(next)
  }
  const settle = () => {
    if (typed === undefined) return
    if (typed.trim() === '') return tell('')
    const read = parseDay(typed, locale, from ? { from } : {})
    if (read) tell(read)
    else setIsWrong(true)
  }
  const step = (days: number) => {
    const now = value ? dayOf(value) : undefined
    if (typed === undefined && now) tell(storeDay(shiftDay(now, days, 'day')))
  }
  return (
    <div className="il-date">
      <Input
        ref={props.focusRef}
        value={shown}
        {...(props.ariaLabel ? { ariaLabel: props.ariaLabel } : {})}
        placeholder={ui('date.placeholder')}
        disabled={props.disabled ?? false}
        readOnly={props.readOnly ?? false}
        invalid={invalid || isWrong}
        autoComplete={false}
        onChange={({ detail }) => {
          setTyped(detail.value)
          setIsWrong(false)
        }}
        onBlur={settle}
        onKeyDown={({ detail }) => {
          if (detail.key === 'Enter') settle()
          else if (detail.key === 'ArrowUp') step(1)
          else if (detail.key === 'ArrowDown') step(-1)
          else if (detail.key === 'Escape' && typed !== undefined) tell(value ?? '')
        }}
      />
      {!isFixed && (
        <Popover
          triggerType="custom"
          position="bottom"
          size="medium"
          dismissButton={false}
          renderWithPortal
          content={
            <Suspense fallback={ui('loading')}>
              <Calendar
                value={value ? value.slice(0, 10) : ''}
                locale={languageTag(locale)}
                onChange={({ detail }) => tell(`${detail.value}T04:00:00.000Z`)}
              />
            </Suspense>
          }
        >
          <Button
            variant="icon"
            iconName="calendar"
            ariaLabel={ui('date.pick', { name: props.ariaLabel ?? '' })}
          />
        </Popover>
      )}
      {isWrong && (
        <div role="alert" className="il-field-error">
          {ui('date.wrong')}
        </div>
      )}
    </div>
  )
}
