/** Dates on the screen: `useDateFormat()` to show, `<DateField>` to type freely or pick. */
import Button from '@cloudscape-design/components/button'
import Popover from '@cloudscape-design/components/popover'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { dayMs } from '../../shared/rules/dates.ts'
import { languageTag, useLocale, useTexts } from '../texts/texts.ts'
import { agoText } from './age.ts'
import { dayOf, formatDay, formatMoment, formatWholeDay, parseDay, stepDay, todayText } from './date-text.ts'
import { FieldError } from './field-error.tsx'
import { latePart } from './late-part.ts'
import { type TypedFieldProps, TypedInput, useOwnTyping } from './typed-input.tsx'

/** Loaded when somebody picks instead of typing. */
const Calendar = latePart(() => import('@cloudscape-design/components/calendar').then((m) => m.default))

interface DateFormat {
  /** `31.12.26` of a stored day. */
  date(iso: string | undefined): string
  /** `31.12.26 9:05:00` of a moment, in the installation's time zone. */
  moment(iso: string | undefined): string
  /** `gestern` of a moment, in feeds and histories; its day from a week on. The exact time belongs on hover. */
  ago(iso: string): string
}
export function useDateFormat(): DateFormat {
  const { locale, tag } = useLocale()
  const ui = useTexts('ui')
  return useMemo(
    () => ({
      date: (iso) => formatDay(iso, locale),
      moment: (iso) => formatMoment(iso, locale),
      ago: (iso) => {
        const dayOf = (at: number) => Date.parse(todayText(at)) / dayMs
        const then = Date.parse(iso)
        return (
          agoText(then, { now: Date.now(), tag, justNow: ui('justNow'), dayOf }) ?? formatDay(iso, locale)
        )
      },
    }),
    [locale, tag, ui],
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

interface DateFieldProps extends Omit<TypedFieldProps<string>, 'onChange'> {
  /** The stored form (that day at 04:00 UTC), or empty for an emptied field. */
  onChange(value: string): void
  /** What `+1y` counts from: the begin of an approval; today unless told. */
  relativeTo?: string
}

/** A date typed as people write it (`31.12.`, `+1y`), or picked. */
export function DateField({ value, onChange, relativeTo, ...rest }: DateFieldProps) {
  const { locale } = useLocale()
  const ui = useTexts('ui')
  const own = useOwnTyping()
  const typing = rest.typing ?? own
  const from = relativeTo ? dayOf(relativeTo) : undefined
  const tell = (next: string | undefined) => onChange(next ?? '')
  return (
    <div className="il-date">
      <TypedInput<string>
        {...rest}
        typing={typing}
        invalid={rest.invalid || own.problem !== undefined}
        kind="date"
        value={value || undefined}
        onChange={tell}
        read={(text) => parseDay(text, locale, from ? { from } : {})}
        show={(day) => formatWholeDay(day, locale)}
        step={stepDay}
        placeholder={ui('date.placeholder')}
      />
      {!rest.disabled && !rest.readOnly && (
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
                onChange={({ detail }) => {
                  typing.set(undefined)
                  tell(`${detail.value}T04:00:00.000Z`)
                }}
              />
            </Suspense>
          }
        >
          <Button
            variant="icon"
            iconName="calendar"
            ariaLabel={ui('date.pick', { name: rest.ariaLabel ?? '' })}
          />
        </Popover>
      )}
      <FieldError text={own.problem} />
    </div>
  )
}
