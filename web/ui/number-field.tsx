import { useNumberFormat } from './numbers.ts'
import { type TypedFieldProps, TypedInput } from './typed-input.tsx'

interface NumberFieldProps extends TypedFieldProps<number> {
  /** `%`, `g/l`: may be typed behind the number. */
  unit?: string | undefined
  /** Only whole numbers from 0: numbers that name something. */
  isWhole?: boolean
  /** Hundredths are always shown, and it stands right, as amounts of money do everywhere. */
  isMoney?: boolean
}
/** A number typed freely, in the language's own form or another's. */
export function NumberField({ unit = '', isWhole = false, isMoney = false, ...rest }: NumberFieldProps) {
  const { format, parse } = useNumberFormat()
  const read = (typed: string) => {
    const text = typed.trim()
    const bare = unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length) : text
    const found = parse(bare, unit === '%')
    return isWhole && !(Number.isInteger(found) && Number(found) >= 0) ? undefined : found
  }
  return (
    <TypedInput<number>
      {...rest}
      kind={isWhole ? 'whole' : unit === '%' ? 'percent' : 'number'}
      isAtEnd={isMoney}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      read={read}
      show={(value) =>
        format(value, {
          useGrouping: false,
          minimumFractionDigits: isMoney ? 2 : 0,
          maximumFractionDigits: 20,
        })
      }
    />
  )
}
