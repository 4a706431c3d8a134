/** A small button that tells more while the mouse is on it or it has the focus. */
import Tooltip from '@cloudscape-design/components/tooltip'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'

export function TipButton({ tip, ...button }: { tip: ReactNode } & Omit<ComponentProps<'button'>, 'type'>) {
  const [isTold, setTold] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        {...button}
        ref={ref}
        type="button"
        onMouseEnter={() => setTold(true)}
        onMouseLeave={() => setTold(false)}
        onFocus={() => setTold(true)}
        onBlur={() => setTold(false)}
      />
      {isTold && <Tooltip content={tip} getTrack={() => ref.current} onEscape={() => setTold(false)} />}
    </>
  )
}
