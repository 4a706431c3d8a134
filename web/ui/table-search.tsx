import Input, { type InputProps } from '@cloudscape-design/components/input'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { offerSearch } from './table-keys.ts'

/** Search field of a list: tells what was typed after a short pause, at once on Enter; `/` goes to it. */
export function TableSearch(props: {
  value: string
  onChange(value: string): void
  placeholder: string
  /** Milliseconds after the last key; 30 unless told. */
  delay?: number
}) {
  const ui = useTexts('ui')
  const [typed, setTyped] = useState(props.value)
  const told = useRef(props.value)
  /** Told, and not yet in the address, which may take several values one after the other while somebody types on. */
  const underway = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  // The address changed by other means (Back, a cleared filter): the field follows.
  useEffect(() => {
    const arrived = underway.current.indexOf(props.value)
    underway.current = underway.current.slice(arrived + 1)
    if (arrived >= 0 || props.value === told.current) return
    underway.current = []
    told.current = props.value
    stop()
    setTyped(props.value)
  }, [props.value, stop])
  useEffect(() => stop, [stop])
  const host = useRef<HTMLDivElement>(null)
  const input = useRef<InputProps.Ref>(null)
  const tell = (value: string) => {
    stop()
    if (value === told.current) return
    told.current = value
    underway.current.push(value)
    props.onChange(value)
  }
  const settle = useRef(() => {})
  settle.current = () => tell(typed)
  useEffect(() => {
    if (!host.current) return
    return offerSearch({
      element: host.current,
      focus: () => input.current?.focus(),
      select: () => input.current?.select(),
      isPending: () => timer.current !== undefined,
      settle: () => settle.current(),
      drop: stop,
    })
  }, [stop])

  return (
    <div ref={host}>
      <Input
        ref={input}
        type="search"
        value={typed}
        placeholder={props.placeholder}
        ariaLabel={props.placeholder}
        clearAriaLabel={ui('clear')}
        onChange={({ detail }) => {
          setTyped(detail.value)
          stop()
          timer.current = setTimeout(() => tell(detail.value), props.delay ?? 30)
        }}
        onKeyDown={({ detail }) => {
          if (detail.key === 'Enter') tell(typed)
        }}
      />
    </div>
  )
}
