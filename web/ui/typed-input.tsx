/**
 * The one control for what is typed as text and kept as a value: numbers, shares, dates. The text stays as it is
 * typed; what cannot be read leaves the value as it was and is an error in words of the form around it.
 */
import Input, { type InputProps } from '@cloudscape-design/components/input'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '../../shared/errors.ts'
import { useTexts } from '../texts/texts.ts'
import type { ControlProps } from './control-props.ts'
import { FieldError } from './field-error.tsx'
import { useNumberFormat } from './numbers.ts'
import { type Typing, type Unread, unreadIssue, unreadKind, type ValueKind } from './unread.ts'

/** What was expected, in words; undefined for other issues. */
export function useUnreadWords(): (issue: Pick<Issue, 'key'>) => string | undefined {
  const ui = useTexts('ui')
  const { format, percent } = useNumberFormat()
  return useCallback(
    (issue) => {
      const kind = unreadKind(issue)
      const example = kind === 'percent' ? percent(64.1) : format(1234.5, { useGrouping: false })
      return kind && ui(`${kind}.wrong`, { example })
    },
    [ui, format, percent],
  )
}

/** Keeps unread text for a field outside of an editor, e.g. in a dialog. */
export interface OwnTyping extends Typing {
  isUnread: boolean
  /** What is wrong, in words, once it is to be said. */
  problem: string | undefined
}
export function useOwnTyping(): OwnTyping {
  const words = useUnreadWords()
  const [unread, set] = useState<Unread>()
  const [isLeft, setLeft] = useState(false)
  return useMemo(
    () => ({
      unread,
      set(next) {
        set(next)
        if (!next) setLeft(false)
      },
      leave: () => setLeft(true),
      isUnread: unread !== undefined,
      problem: unread && isLeft ? words(unreadIssue('', unread)) : undefined,
    }),
    [unread, isLeft, words],
  )
}

export interface TypedFieldProps<V> extends ControlProps {
  value: V | undefined
  /** Undefined for an emptied field. Called while typing, whenever the text can be read. */
  onChange(value: V | undefined): void
  /** The form that keeps what cannot be read, and says so. Without one the control does both. */
  typing?: Typing
}
interface Props<V> extends TypedFieldProps<V> {
  kind: ValueKind
  /** The value of a text; undefined for what is none. */
  read(text: string): V | undefined
  show(value: V): string
  /** The next value up (1) or down (-1), for the arrow keys. */
  step?(value: V, by: 1 | -1): V
  inputMode?: InputProps['inputMode']
  /** It stands right, as the numbers of a table do. */
  isAtEnd?: boolean
}

/** `V` is compared by identity: numbers, and texts such as a stored day. */
export function TypedInput<V extends number | string>(props: Props<V>) {
  const { value, onChange, kind, read, show, step, invalid = false } = props
  const own = useOwnTyping()
  const form = props.typing ?? own
  const { unread } = form
  const [typed, setTyped] = useState<{ text: string; value: V | undefined; isRead: boolean }>()
  // What the field held before somebody typed: what cannot be read, and Escape, lead back to it.
  const before = useRef<{ value: V | undefined } | undefined>(undefined)
  // The text stands while it is what the form has; a change from elsewhere shows itself.
  const isCurrent =
    typed !== undefined &&
    (typed.isRead ? !unread && Object.is(typed.value, value) : unread?.text === typed.text)
  const text = isCurrent ? typed.text : (unread?.text ?? (value === undefined ? '' : show(value)))

  const tell = (next: V | undefined, now: Unread | undefined) => {
    form.set(now)
    if (!Object.is(next, value)) onChange(next)
  }
  const type = (next: string) => {
    before.current ??= { value }
    const isEmpty = next.trim() === ''
    const found = isEmpty ? undefined : read(next)
    const isRead = isEmpty || found !== undefined
    setTyped({ text: next, value: found, isRead })
    tell(isRead ? found : before.current.value, isRead ? undefined : { text: next, kind })
  }
  const isOfOtherKind = unread !== undefined && unread.kind !== kind
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the kind changes
  useEffect(() => {
    if (!isOfOtherKind) return
    // Its unit was changed: what it is read as, and what it is told not to be, has changed with it.
    const found = read(unread.text)
    tell(found ?? value, found === undefined ? { text: unread.text, kind } : undefined)
  }, [isOfOtherKind])
  const settle = () => {
    setTyped(undefined)
    before.current = undefined
    form.leave()
  }
  return (
    <>
      <Input
        ref={props.focusRef}
        value={text}
        {...(props.ariaLabel ? { ariaLabel: props.ariaLabel } : {})}
        {...(props.placeholder ? { placeholder: props.placeholder } : {})}
        {...(props.inputMode ? { inputMode: props.inputMode } : {})}
        {...(props.isAtEnd ? { nativeInputAttributes: { className: 'il-money' } } : {})}
        disabled={props.disabled ?? false}
        readOnly={props.readOnly ?? false}
        invalid={invalid || own.problem !== undefined}
        autoComplete={false}
        onChange={({ detail }) => type(detail.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          const { key } = event.detail
          if (key === 'Enter') settle()
          else if (key === 'Escape' && (unread || (before.current && before.current.value !== value))) {
            // Taken back here; the next one leaves the form or the dialog.
            event.stopPropagation()
            event.preventDefault()
            tell(before.current ? before.current.value : value, undefined)
            setTyped(undefined)
            before.current = undefined
          } else if (step && value !== undefined && !isCurrent && !unread) {
            if (key === 'ArrowUp') onChange(step(value, 1))
            if (key === 'ArrowDown') onChange(step(value, -1))
          }
        }}
      />
      <FieldError text={!props.typing && own.problem} />
    </>
  )
}
